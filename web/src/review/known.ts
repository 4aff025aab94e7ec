/** What is known of a game by now, from one answer of the server to the next. */

import type { DealUnderWay, ToldDeal } from './wire';

/** No things by number. */
export function noThings<Thing>(): ReadonlyMap<number, Thing> {
  return new Map();
}

/** Things by number, with more of them that follow each other. */
export function withMore<Thing>(
  before: ReadonlyMap<number, Thing>,
  first: number,
  more: readonly Thing[],
): ReadonlyMap<number, Thing> {
  if (more.length === 0) return before;
  return new Map([...before, ...more.map((thing, place) => [first + place, thing] as const)]);
}

/** The deal under way, with the decisions that were known before and are not told again. */
export function goneOn(before: DealUnderWay | null, now: DealUnderWay | null): DealUnderWay | null {
  if (!now || before?.number !== now.number) return now;
  const first = now.decisions[0]?.ply ?? Infinity;
  const known = before.decisions.filter(({ ply }) => ply < first);
  return { ...now, decisions: [...known, ...now.decisions] };
}

/** The reviews of deals that are whole, and what there is of the one under way. */
export function reviewsOf(
  whole: ReadonlyMap<number, ToldDeal>,
  part: DealUnderWay | null,
): ReadonlyMap<number, ToldDeal> {
  if (!part || whole.has(part.number) || part.expected.length === 0) return whole;
  const { number, bins, expected, decisions } = part;
  const told = { game: 0, deal: number - 1, aim: 'points', ledger: [] } as const;
  return withMore(whole, number, [{ ...told, bins, expected, decisions, ledger: [] }]);
}

/** The number of the first deal, from 1, that is not there; the last one where all are. */
export function firstMissing(there: ReadonlyMap<number, unknown>, count: number): number {
  let number = 1;
  while (there.has(number)) number += 1;
  return Math.min(number, count);
}
