/** The totals of a game, deal by deal, as lines on a field. */

import { sidesOf, type Rules } from '../scoring/rules';
import type { CountedDeal } from '../scoring/standing';
import { ticksOf } from '../ui/scale';

export interface Chart {
  /** Per side: the total before the first deal and after each. */
  lines: number[][];
  /** Whole steps of the scale, from the lowest up; zero is among them. */
  ticks: number[];
  /** Totals at which the game ends. */
  limits: number[];
}

/** The chart of one game, given its deals. */
export function chartOf(rules: Rules, deals: readonly CountedDeal[]): Chart {
  const lines = sidesOf(rules).map((_, side) => [
    0,
    ...deals.map((deal) => deal.game.totals[side]!),
  ]);
  const values = lines.flat();
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const ends = [rules.lower_limit, rules.upper_limit].filter((end) => end !== 'none');
  // A limit is shown once a total has come half way to it.
  const limits = ends.filter((end) => (end < 0 ? least <= end / 2 : most >= end / 2));
  return { lines, limits, ticks: ticksOf(Math.min(least, ...limits), Math.max(most, ...limits)) };
}
