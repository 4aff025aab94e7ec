/** A hint in figures, as it is shown. */

import type { HintChoice, HintGiven } from '../wire/types';

type Family = 'gongzhu' | 'hearts';

const SHORTEST = 6;

/** From how many points on a part of one does not count, in Gong Zhu and in Hearts. */
const FINE = 1.95;
const MANY = 9.5;

/** How long the bar of each choice is, in parts of a hundred: by how far it lies behind the best. */
export function bars(hint: HintGiven): number[] {
  const values = hint.choices.map(({ value }) => value.mean);
  const best = Math.max(...values);
  const range = best - Math.min(...values);
  return values.map((value) =>
    range > 0 ? Math.round(100 - ((best - value) / range) * (100 - SHORTEST)) : 100,
  );
}

/** "+12" in Gong Zhu, "5.3" in Hearts. */
export function pointsText(family: Family, points: number): string {
  const sign = points < 0 ? '−' : family === 'gongzhu' && Math.round(points) > 0 ? '+' : '';
  const size = Math.abs(points).toFixed(family === 'gongzhu' ? 0 : 1);
  return Number(size) === 0 ? '0' : `${sign}${size}`;
}

/** Half of the interval around the points of a choice: "±3", "±0.4"; empty where they are certain. */
export function errorText(family: Family, choice: HintChoice): string {
  const half = (choice.points.high - choice.points.low) / 2;
  return half > 0 ? `±${half.toFixed(family === 'gongzhu' ? 0 : 1)}` : '';
}

/** How far a choice is behind the best one in what they are ranked by: "27 ±2", "3% ±1%". */
export function gapText(family: Family, { aim }: HintGiven, { behind }: HintChoice): string {
  const [unit, sign] = aim === 'game' ? [100, '%'] : [1, ''];
  const gap = unit * behind.mean;
  const error = (unit * (behind.high - behind.low)) / 2;
  const coarse = family === 'gongzhu' || aim === 'game';
  const digits = gap >= (coarse ? FINE : MANY) ? 0 : 1;
  const told = `${gap.toFixed(digits)}${sign}${error > 0 ? ` ±${error.toFixed(digits)}${sign}` : ''}`;
  return told.replace('-', '−');
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
