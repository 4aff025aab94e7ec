/** A hint in figures, as it is shown. */

import { inWhole, toldOf, type Told } from '../scoring/behind';
import type { Rules } from '../scoring/rules';
import { decimal } from '../scoring/words';
import type { HintChoice, HintGiven } from '../wire/types';

/** "+12" in Gong Zhu, "5.3" in Hearts. */
export function pointsText(rules: Rules, points: number): string {
  return decimal(points, inWhole(rules) ? 0 : 1, rules.aim === 'high');
}

/** The choices of a hint in words. */
export function toldChoices(rules: Rules, { aim, choices }: HintGiven): Told[] {
  return toldOf(
    rules,
    aim,
    choices.map(({ behind }) => behind),
    choices.map(({ standing }) => standing),
  );
}

/** "4%", "<1%", "99%". */
export function chanceText(chance: number): string {
  const number = Math.round(chance * 100);
  if (number === 0) return chance > 0 ? '<1%' : '0%';
  return number === 100 && chance < 1 ? '>99%' : `${number}%`;
}

/** The cards of a choice, each with how it is exposed; none for a choice without cards. */
export function cardsOf({
  action,
}: Pick<HintChoice, 'action'>): { card: string; mode: Mode | null }[] {
  switch (action.type) {
    case 'play':
      return [{ card: action.card, mode: null }];
    case 'pass':
      return [...action.cards].map((card) => ({ card, mode: null }));
    case 'expose':
      return Object.entries(action.modes).map(([card, mode]) => ({ card, mode }));
    default:
      return [];
  }
}

type Mode = 'open' | 'up' | 'down';

/** What chances are told of, as far as the rules count it: cards, and then the slam. */
export function matters({ choices }: HintGiven): string[] {
  return [...Object.keys(choices[0]?.captures ?? {}), 'slam'];
}

/** How likely it happens to a seat. */
export function chanceOf(choice: HintChoice, matter: string, seat: number): number {
  return (matter === 'slam' ? choice.slam : choice.captures[matter])?.[seat] ?? 0;
}
