/** The hands of a board: how their cards are exposed, and the rows of the one that is judged, each card with the strip
 * that is seen of it. */

import type { Mode, SeatDeal } from '../table/wire';

export interface Laid {
  card: string;
  /** Pixels: the card's width, and how much of it the next one leaves free. */
  width: number;
  step: number;
}

/** The widest hand cards, and their steps, as shares of the width; on a phone wider ones. */
const APART = 0.82;

/**
 * The rows of a hand in so many pixels. `big`: the width of a card where there is room. Where the
 * cards that could be played are few and the room is narrow, the others lie small beside them.
 */
export function handRows(
  hand: readonly string[],
  legal: ReadonlySet<string> | null,
  width: number,
  big: number,
): Laid[][] {
  if (hand.length === 0 || width <= 0) return [];
  const room = (cards: number) => (cards < 2 ? big : (width - big) / (cards - 1));
  const wide = big * APART;
  if (room(hand.length) >= 46) return [laid(hand, big, Math.min(wide, room(hand.length)))];
  const open = legal ? hand.filter((card) => legal.has(card)) : hand;
  if (open.length <= 5 && open.length < hand.length) {
    const small = Math.round(big * 0.58);
    const least = big * 0.7;
    const strip = (width - open.length * least - small) / Math.max(1, hand.length - open.length);
    const step = Math.max(13, Math.min(24, strip));
    const rest = width - (hand.length - open.length) * step - (small - step);
    const free = Math.min(wide, rest / open.length);
    return [
      hand.map((card) =>
        open.includes(card)
          ? { card, width: big, step: Math.max(free, 30) }
          : { card, width: small, step },
      ),
    ];
  }
  const first = Math.ceil(hand.length / 2);
  const cut = bySuit(hand, first);
  const rows = [hand.slice(0, cut), hand.slice(cut)];
  const step = Math.min(wide, room(Math.max(...rows.map(({ length }) => length))));
  return rows.map((row) => laid(row, big, step));
}

/** The place to part two rows: between two suits where one lies within a card of the middle. */
function bySuit(hand: readonly string[], middle: number): number {
  const parts = (at: number) => hand[at - 1]?.charAt(1) !== hand[at]?.charAt(1);
  return [middle, middle - 1, middle + 1].find(parts) ?? middle;
}

function laid(cards: readonly string[], width: number, step: number): Laid[] {
  return cards.map((card, place) => ({
    card,
    width,
    step: place === cards.length - 1 ? width : step,
  }));
}

/** How the cards of a seat are exposed; with its hand open, also those of which nobody else knows. */
export function modesOf(view: SeatDeal, seat: number, open: boolean): Map<string, Mode> {
  const known = view.public.exposed.filter((exposure) => exposure.seat === seat);
  const own = open && view.public.phase !== 'passing' ? (view.own.exposures ?? []) : [];
  return new Map([...own, ...known].map(({ card, mode }) => [card, mode]));
}
