/** Ratings by Glicko-2, the same as `gongzhu.puzzles.rating`. */

export interface Rating {
  /** 1500 in the middle; more is better. */
  rating: number;
  /** The standard error of the rating. */
  deviation: number;
  volatility: number;
}

/** Of who has tried nothing yet; `gongzhu.puzzles.rating` tells why. */
export const NEW: Rating = { rating: 1500, deviation: 200, volatility: 0.06 };
/** Until so many puzzles of a game were tried a rating is marked as provisional. */
export const PROVISIONAL = 10;

const SCALE = 173.7178;
const CENTRE = 1500;
const TAU = 0.5;
const MOST_DEVIATION = 350;
const PRECISION = 1e-6;

/** The rating of a person after the first try at a puzzle; `score` is 1 if it was right, else 0. */
export function rated(before: Rating, opponent: Rating, score: number): Rating {
  // Those that were kept earlier begin with more.
  const deviation = Math.min(before.deviation, NEW.deviation);
  return ratedAfter({ ...before, deviation }, [[opponent, score]]);
}

/** The rating after a period with these results. */
export function ratedAfter(before: Rating, results: readonly (readonly [Rating, number])[]) {
  const mu = (before.rating - CENTRE) / SCALE;
  const phi = before.deviation / SCALE;
  let information = 0;
  let gained = 0;
  for (const [opponent, score] of results) {
    const weight = 1 / Math.sqrt(1 + (3 * (opponent.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - CENTRE) / SCALE)));
    information += weight ** 2 * expected * (1 - expected);
    gained += weight * (score - expected);
  }
  const variance = 1 / information;
  const volatility = volatilityAfter(before.volatility, phi, variance, variance * gained);
  const narrowed = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + information);
  return {
    rating: CENTRE + SCALE * (mu + narrowed ** 2 * gained),
    deviation: Math.min(SCALE * narrowed, MOST_DEVIATION),
    volatility,
  };
}

function volatilityAfter(before: number, phi: number, variance: number, change: number): number {
  const start = Math.log(before ** 2);
  const slope = (x: number) => {
    const grown = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (change ** 2 - grown)) / (2 * grown ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high: number;
  if (change ** 2 > phi ** 2 + variance) high = Math.log(change ** 2 - phi ** 2 - variance);
  else {
    let steps = 1;
    while (slope(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let atLow = slope(low);
  let atHigh = slope(high);
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = slope(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
