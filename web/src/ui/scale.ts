/** The scales of drawings, and scores put together in bars of one width. */

/** How often there was a score. */
export interface Counted {
  score: number;
  n: number;
}

export interface Bin {
  low: number;
  /** The highest score that belongs to it. */
  high: number;
  n: number;
}

/**
 * Bars from the lowest score to the highest, between which nothing is left out; `step` is 1, 2 or 5
 * times a power of ten, so that there are at most `most` of them. One begins at 0, and whatever is
 * far out, beyond the outermost hundredth on either side, joins the bar there.
 */
export function binsOf(scores: readonly Counted[], most = 24): Bin[] {
  if (scores.length === 0) return [];
  const total = scores.reduce((sum, { n }) => sum + n, 0);
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
    n: 0,
  }));
  for (const { score, n } of scores) {
    const place = Math.floor(score / step) - first;
    const bin = bins[Math.min(Math.max(place, 0), bins.length - 1)]!;
    bin.n += n;
    bin.low = Math.min(bin.low, score);
    bin.high = Math.max(bin.high, score);
  }
  return bins;
}

function* steps(): Generator<number> {
  for (let power = 1; ; power *= 10) yield* [power, 2 * power, 5 * power];
}

/** The score that so many are not above. */
function quantile(scores: readonly Counted[], most: number): number {
  let passed = 0;
  for (const { score, n: here } of scores) {
    passed += here;
    if (passed >= most) return score;
  }
  return scores.at(-1)!.score;
}

/** Steps of 1, 2 or 5 times a power of ten, at most seven of them, that take in both ends. */
export function ticksOf(least: number, most: number): number[] {
  const span = Math.max(most - least, 1);
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((n) => n * power).find((n) => span / n <= 5)!,
  );
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step || 0);
}
