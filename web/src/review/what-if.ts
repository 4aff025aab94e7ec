/** A continuation that was not played, step by step: the table after each of its cards. */

import { evolvePublic } from '../table/deal-fold';
import { giverOf, winningPlace } from '../table/running';
import type { Card, DealEvent, Public, RuleSet, SeatDeal } from '../table/wire';
import type { Line } from './wire';

export interface Imagined {
  /** By seat. */
  views: SeatDeal[];
  /** Who takes the trick that is whole now; null where none is. */
  taker: number | null;
}

/** The table before the first card of a line, then after each one. `views`: before the decision. */
export function imagined(rules: RuleSet, views: readonly SeatDeal[], line: Line): Imagined[] {
  const { players } = rules;
  let deal: Public = {
    ...views[0]!.public,
    phase: 'playing',
    exposed:
      line.exposed.length > 0
        ? line.exposed.flatMap((modes, seat) =>
            Object.entries(modes).flatMap(([card, mode]) => [{ seat, card: card as Card, mode }]),
          )
        : views[0]!.public.exposed,
  };
  let hands: Card[][] = line.hands.map((hand, seat) => {
    const given = line.passed[seat] ?? [];
    const got = line.passed[giverOf(seat, deal.passing, players)] ?? [];
    return [...hand.filter((card) => !given.includes(card)), ...got];
  });
  const told = (taker: number | null): Imagined => ({
    taker,
    views: views.map((view, seat) => ({
      ...view,
      public: deal,
      own: { ...view.own, hand: hands[seat]! },
    })),
  });
  const found = [told(null)];
  line.plays.forEach((card, place) => {
    const seat = line.seats[place]!;
    if (deal.trick.length === players) deal = taken(rules, deal);
    if (deal.leader === null || deal.trick.length === 0) deal = { ...deal, leader: seat };
    const played = { type: 'card_played', seat, card, was_down: false } as DealEvent;
    deal = evolvePublic(rules, deal, played);
    hands = hands.map((hand) => hand.filter((held) => held !== card));
    found.push(told(deal.trick.length === players ? takerOf(deal) : null));
  });
  return found;
}

function takerOf(deal: Public): number {
  const players = deal.captured.length;
  return ((deal.leader ?? 0) + (winningPlace(deal.trick) ?? 0)) % players;
}

function taken(rules: RuleSet, deal: Public): Public {
  const event = { type: 'trick_taken', seat: takerOf(deal) } as DealEvent;
  return evolvePublic(rules, deal, event);
}
