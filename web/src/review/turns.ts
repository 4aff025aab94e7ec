/** Where a deal turned: tricks that changed a seat's expected points, by the true cards. */

import { graveLoss, pointCards, type Rules } from '../scoring/rules';
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

/** Shares of a grave loss from which a change is worth a line, where more points are better and
 * where fewer are. */
const LEAST = { high: 0.3, low: 3 / 13 };

/** The turns of a deal, in order. */
export function turnsOf(
  review: ToldDeal,
  tricks: readonly Pick<Trick, 'cards' | 'winner'>[],
  rules: Rules,
): Turn[] {
  const counting: readonly string[] = pointCards(rules);
  const least = LEAST[rules.aim] * graveLoss(rules);
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
