/** A hint in figures, as it is shown. */

import { toldOf, type Family, type Told } from '../scoring/behind';
import { decimal } from '../scoring/words';
import type { HintChoice, HintGiven } from '../wire/types';

/** "+12" in Gong Zhu, "5.3" in Hearts. */
export function pointsText(family: Family, points: number): string {
  return family === 'gongzhu' ? decimal(points, 0, true) : decimal(points, 1);
}

/** The choices of a hint in words. */
export function toldChoices(family: Family, { aim, choices }: HintGiven): Told[] {
  return toldOf(
    family,
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
