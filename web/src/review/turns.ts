/** Where a deal turned: tricks that changed a seat's expected points, by the true cards. */

import type { Trick } from '../table/wire';
import type { ToldDeal } from './wire';

export interface Turn {
  /** Of the deal, 0-based. */
  trick: number;
  /** Whose points changed the most. */
  seat: number;
  winner: number;
  change: number;
  /** What was captured of what counts: key cards, then hearts. */
  cards: string[];
}

/** Points from which a change is worth a line, in Gong Zhu and in Hearts. */
export const LEAST = { gongzhu: 30, hearts: 3 };

/** The turns of a deal, in order. `counting`: the cards that count. */
export function turnsOf(
  review: ToldDeal,
  tricks: readonly Pick<Trick, 'cards' | 'winner'>[],
  counting: readonly string[],
  least: number,
): Turn[] {
  const after = new Map(review.expected.map((moment) => [moment.trick ?? 0, moment.points]));
  return tricks.flatMap(({ cards, winner }, trick) => {
    const [from, to] = [after.get(trick), after.get(trick + 1)];
    if (!from || !to) return [];
    const changes = to.map(({ mean }, seat) => mean - from[seat]!.mean);
    const seat = changes.reduce(
      (best, change, place) => (Math.abs(change) > Math.abs(changes[best]!) + 1e-9 ? place : best),
      winner,
    );
    const change = changes[seat]!;
    if (Math.abs(change) < least) return [];
    const taken = cards.filter((card) => counting.includes(card));
    return [{ trick, seat, winner, change, cards: taken }];
  });
}
