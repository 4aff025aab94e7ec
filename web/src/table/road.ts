/** The way to the end of a game: from the limit, where the loser stands, to the other end. */

import { losingLimit } from '../scoring/rules';
import type { RuleSet } from './wire';

export interface Road {
  /** The points at which the game is lost; the left end of the road. */
  limit: number;
  /** The points at its other end. */
  end: number;
  /** Of each side: where it stands, from 0 (at the limit) to 1. */
  places: number[];
  /** Where zero lies. */
  zero: number;
  /** The side that is nearest to the limit, and how many points it has left; null: all are past it. */
  nearest: { side: number; left: number } | null;
}

/** How far the road goes beyond the start: nobody falls off it. */
const BEYOND = 0.25;

/** Places on the road, moved as little apart as lets everybody be seen: `least` between two. */
export function apart(places: readonly number[], least: number): number[] {
  const order = places.map((_, side) => side).sort((a, b) => places[a]! - places[b]!);
  const shown = [...places];
  let bound = 0;
  for (const side of order) {
    shown[side] = Math.max(shown[side]!, bound);
    bound = shown[side]! + least;
  }
  bound = 1;
  for (const side of order.reverse()) {
    shown[side] = Math.min(shown[side]!, bound);
    bound = shown[side]! - least;
  }
  return shown;
}

/** Pixels of the road where it is shortest, and how far the limit's label stands out to the left. */
const SHORTEST = 230;
const OUT = 14;
const GAP = 6;

/** Whether the label at a place keeps clear of the limit's, at the left end, and of the zero. It hangs
 * over to the left by as much of itself as lies of the road before its place. */
export function standsClear(label: string, place: number, limit: string, zero: number): boolean {
  const begins = place * (SHORTEST - wide(label));
  const ends = begins + wide(label);
  const middle = zero * SHORTEST;
  if (begins < wide(limit) - OUT + GAP) return false;
  return ends < middle - wide('0') / 2 - GAP || begins > middle + wide('0') / 2 + GAP;
}

/** Pixels of a text in the size of the road's labels, at most. */
function wide(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 7), 0);
}

/** The road of a game under these rules, with these totals; null where no limit ends it. */
export function roadOf(rules: RuleSet, totals: readonly number[]): Road | null {
  const lost = losingLimit(rules);
  if (lost === null) return null;
  const ahead = lost < 0;
  const best = ahead ? Math.max(0, ...totals) : Math.min(0, ...totals);
  const end = ahead
    ? Math.max(best, Math.abs(lost) * BEYOND)
    : Math.min(best, -Math.abs(lost) * BEYOND * 0.2);
  const place = (points: number) => Math.min(1, Math.max(0, (points - lost) / (end - lost)));
  const lefts = totals.map((total) => (ahead ? total - lost : lost - total));
  const least = Math.min(...lefts);
  return {
    limit: lost,
    end,
    places: totals.map(place),
    zero: place(0),
    nearest: least > 0 ? { side: lefts.indexOf(least), left: least } : null,
  };
}
