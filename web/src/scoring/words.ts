/** Points as they are written. */

import type { Rules } from './rules';

/** As wide as the plus, and never taken for a hyphen. */
const MINUS = '−';

/** Points as they are added: `+100`, `−40`, `0`. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : number(points);
}

/** Points as they stand: `100`, `−40`, `0`. */
export function number(points: number): string {
  return points < 0 ? MINUS + -points : String(points);
}

/** Whether points are good or bad for whoever gets them. */
export function toneOf(rules: Pick<Rules, 'aim'>, points: number): 'good' | 'bad' | '' {
  if (points === 0) return '';
  return points > 0 === (rules.aim === 'high') ? 'good' : 'bad';
}

/** A total or a score: with its sign where more points are better. */
export function told(rules: Pick<Rules, 'aim'>, points: number): string {
  return rules.aim === 'high' ? signed(points) : number(points);
}
