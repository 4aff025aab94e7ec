/** Ratings on one scale. */

import type { Rating } from '../wire/types';

/** Of a rating's doubt on either side: it holds the truth 19 times out of 20. */
const WIDTH = 1.96;
/** Points as they are shown for each unit of strength, from a newcomer's least on. */
const POINTS = 40;

export interface Span {
  low: number;
  middle: number;
  high: number;
}

/** Where the strength most likely is, in points as they are shown. */
export function spanOf({ mu, sigma }: Pick<Rating, 'mu' | 'sigma'>): Span {
  const [low, middle, high] = [-WIDTH, 0, WIDTH].map((far) => POINTS * (mu + far * sigma));
  return { low: low!, middle: middle!, high: high! };
}

/** The same of all, as shares of the width, 0 to 1, on a scale that holds them all. */
export function sharesOf(ratings: readonly Pick<Rating, 'mu' | 'sigma'>[]): Span[] {
  const spans = ratings.map(spanOf);
  const least = Math.min(...spans.map(({ low }) => low));
  const most = Math.max(...spans.map(({ high }) => high));
  const share = (value: number) => (value - least) / (most - least || 1);
  return spans.map(({ low, middle, high }) => ({
    ...{ low: share(low), middle: share(middle), high: share(high) },
  }));
}
