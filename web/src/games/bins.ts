/** Scores put together in bars of one width. */

import { ticksOf } from '../score/chart';
import type { ScoreCount } from '../wire/types';

export interface Bin {
  low: number;
  /** The highest score that belongs to it. */
  high: number;
  deals: number;
}

/**
 * Bars from the lowest score to the highest, between which nothing is left out; `step` is 1, 2 or 5
 * times a power of ten, so that there are at most `most` of them. One begins at 0, and whatever is
 * far out, beyond the outermost hundredth on either side, joins the bar there.
 */
export function binsOf(scores: readonly ScoreCount[], most = 24): Bin[] {
  if (scores.length === 0) return [];
  const total = scores.reduce((sum, { deals }) => sum + deals, 0);
  const [least, greatest] = [quantile(scores, total * 0.01), quantile(scores, total * 0.99)];
  let step = 1;
  for (const next of steps()) {
    step = next;
    if (Math.floor(greatest / step) - Math.floor(least / step) < most) break;
  }
  const [first, last] = [Math.floor(least / step), Math.floor(greatest / step)];
  const bins = Array.from({ length: last - first + 1 }, (_, place) => ({
    low: (first + place) * step || 0,
    high: (first + place + 1) * step - 1,
    deals: 0,
  }));
  for (const { score, deals } of scores) {
    const place = Math.floor(score / step) - first;
    const bin = bins[Math.min(Math.max(place, 0), bins.length - 1)]!;
    bin.deals += deals;
    bin.low = Math.min(bin.low, score);
    bin.high = Math.max(bin.high, score);
  }
  return bins;
}

/** Whole steps of a scale of counts, from 0. */
export function countTicks(most: number): number[] {
  return ticksOf(0, Math.max(most, 1));
}

function* steps(): Generator<number> {
  for (let power = 1; ; power *= 10) yield* [power, 2 * power, 5 * power];
}

/** The score that so many deals are not above. */
function quantile(scores: readonly ScoreCount[], deals: number): number {
  let passed = 0;
  for (const { score, deals: here } of scores) {
    passed += here;
    if (passed >= deals) return score;
  }
  return scores.at(-1)!.score;
}
