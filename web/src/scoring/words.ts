/** Points, and other numbers, as they are written. */

import type { Rules } from './rules';

/** As wide as the plus, and never taken for a hyphen. */
export const MINUS = '−';

/** Points as they are added: `+100`, `−40`, `0`. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : number(points);
}

/** Points as they stand: `100`, `−40`, `0`. */
export function number(points: number): string {
  return points < 0 ? MINUS + -points : String(points);
}

/** A number with so many decimals: `3.4`, `−0.5`, and `0` for what is nothing; with its plus where asked. */
export function decimal(value: number, decimals: number, plus = false): string {
  const size = Math.abs(value).toFixed(decimals);
  if (Number(size) === 0) return '0';
  return (value < 0 ? MINUS : plus ? '+' : '') + size;
}

/** A mean; a dash for none. */
export function mean(value: number | null | undefined, plus = false): string {
  return typeof value === 'number' ? decimal(value, 1, plus) : '–';
}

/** A share in whole percent. */
export function percent(part: number, whole: number): string {
  return String(Math.round((100 * part) / Math.max(1, whole)));
}

/** Whether points are good or bad for whoever gets them: a class of the page. */
export function toneOf(rules: Pick<Rules, 'aim'>, points: number): 'gain' | 'loss' | '' {
  if (points === 0) return '';
  return points > 0 === (rules.aim === 'high') ? 'gain' : 'loss';
}

/** A total or a score: with its sign where more points are better. */
export function told(rules: Pick<Rules, 'aim'>, points: number): string {
  return rules.aim === 'high' ? signed(points) : number(points);
}
