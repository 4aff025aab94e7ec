/** The ledger of luck and skill as bars that add up: each begins where the one before it ended. */

import type { SeatLedger, ToldDeal } from './wire';

export const PARTS = ['dealt', 'luck', 'given', 'own'] as const;
export type Part = (typeof PARTS)[number];

export interface Bar {
  part: Part | 'result';
  from: number;
  to: number;
}

/** The bars of a seat: the four parts, one after the other, then the result from 0. */
export function barsOf(row: SeatLedger): Bar[] {
  let sum = 0;
  const parts = PARTS.map((part) => {
    const from = sum;
    sum += row[part];
    return { part, from, to: sum };
  });
  return [...parts, { part: 'result', from: 0, to: row.result }];
}

/** The ends of a scale that takes in all bars, and zero. */
export function rangeOf(rows: readonly SeatLedger[]): [number, number] {
  const ends = rows.flatMap((row) => barsOf(row).map(({ to }) => to));
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
}

/** By seat, the sum of the ledgers of deals that were played for points. */
export function ledgerOf(reviews: Iterable<ToldDeal>): SeatLedger[] {
  const deals = [...reviews].filter(({ aim }) => aim === 'points');
  return (deals[0]?.ledger ?? []).map(({ seat }) => {
    const sum = (part: Part | 'result') =>
      deals.reduce((total, { ledger }) => total + ledger[seat]![part], 0);
    return {
      seat,
      dealt: sum('dealt'),
      luck: sum('luck'),
      given: sum('given'),
      own: sum('own'),
      result: sum('result'),
    };
  });
}
