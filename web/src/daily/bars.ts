/** What everybody came to, as bars on one scale. */

import type { DayScore } from '../wire/types';

export interface Bar {
  /** The scores that it stands for, both ends among them. */
  low: number;
  high: number;
  players: number;
}

/** Steps that people read without counting. */
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];

/** At most `most` bars of equal width over all scores and `others`, which must have a place too. */
export function barsOf(
  scores: readonly DayScore[],
  others: readonly number[],
  most: number,
): Bar[] {
  const all = [...scores.map(({ score }) => score), ...others];
  if (all.length === 0) return [];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const first = (step: number) => Math.floor(low / step) * step;
  const step = STEPS.find((each) => (high - first(each)) / each < most) ?? 1000;
  const bars: Bar[] = [];
  for (let at = first(step); at <= high; at += step) {
    const last = at + step - 1;
    const players = scores
      .filter(({ score }) => score >= at && score <= last)
      .reduce((sum, each) => sum + each.players, 0);
    bars.push({ low: at, high: last, players });
  }
  return bars;
}

/** The place of a score among the bars. */
export function barAt(bars: readonly Bar[], score: number): number {
  return bars.findIndex(({ low, high }) => score >= low && score < high + 1);
}
