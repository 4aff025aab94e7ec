/** How the points of choices are spread, in bars on one axis. */

import type { ReviewedChoice } from './wire';

export interface Spread {
  /** By choice: the heights of its bars, 0 to 1. */
  bars: number[][];
  /** By choice: where its mean lies along the axis, 0 to 1. */
  means: number[];
  /** Points at places along the axis, 0 to 1, for labels. */
  marks: { at: number; points: number }[];
}

/**
 * The spread of choices whose histograms have these limits between their bins. Bins at the ends
 * that are empty for all of them are left out.
 */
export function spreadOf(choices: readonly ReviewedChoice[], bins: readonly number[]): Spread {
  const used = Array.from({ length: bins.length + 1 }, (_, bin) => bin).filter((bin) =>
    choices.some(({ histogram }) => (histogram[bin] ?? 0) > 0),
  );
  const [first, last] = [used[0] ?? 0, used.at(-1) ?? 0];
  const shares = choices.map(({ histogram }) => {
    const total = histogram.reduce((sum, count) => sum + count, 0);
    return histogram.slice(first, last + 1).map((count) => count / Math.max(1, total));
  });
  const most = Math.max(1e-9, ...shares.flat());
  const width = last - first + 1;
  /** Where points lie: between two limits in proportion, in an outer bin in its middle. */
  const place = (points: number) => {
    const after = bins.findIndex((limit) => points < limit);
    const bin = after < 0 ? bins.length : after;
    const [low, high] = [bins[bin - 1], bins[bin]];
    const within = low === undefined || high === undefined ? 0.5 : (points - low) / (high - low);
    return Math.min(1, Math.max(0, (bin - first + within) / width));
  };
  const limits = bins.slice(first, last);
  const labels = new Set([limits[0], limits.includes(0) ? 0 : undefined, limits.at(-1)]);
  return {
    bars: shares.map((bars) => bars.map((share) => share / most)),
    means: choices.map(({ points }) => place(points.mean)),
    marks: [...labels].flatMap((points) =>
      points === undefined ? [] : [{ points, at: (bins.indexOf(points) + 1 - first) / width }],
    ),
  };
}
