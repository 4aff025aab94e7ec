/** Where things stand on the table: sums, so that nothing overlaps at any size. */

/** Where a seat stands, as seen from the one at the bottom. */
export type Place = 'bottom' | 'left' | 'right' | 'top' | 'topleft' | 'topright';

const FOUR: readonly Place[] = ['bottom', 'left', 'top', 'right'];
const FIVE: readonly Place[] = ['bottom', 'left', 'topleft', 'topright', 'right'];

/**
 * The place of each seat. Play goes round to the left where it is clockwise.
 *
 * `me` is the seat at the bottom; null: a watcher, who sees seat 0 there.
 */
export function placesOf(
  players: number,
  me: number | null,
  direction: 'clockwise' | 'anticlockwise',
): Place[] {
  const round = players === 5 ? FIVE : FOUR;
  return Array.from({ length: players }, (_, seat) => {
    const steps = (seat - (me ?? 0) + players) % players;
    return round[direction === 'clockwise' ? steps : (players - steps) % players]!;
  });
}

/** Which way cards go from the bottom: towards a place. */
export function arrowTo(place: Place): { x: number; y: number } {
  switch (place) {
    case 'bottom':
      return { x: 0, y: 1 };
    case 'left':
      return { x: -1, y: 0 };
    case 'right':
      return { x: 1, y: 0 };
    case 'top':
      return { x: 0, y: -1 };
    case 'topleft':
      return { x: -0.6, y: -0.8 };
    case 'topright':
      return { x: 0.6, y: -0.8 };
  }
}

export interface HandLayout {
  /** How many cards stand in each row, from the back. */
  rows: number[];
  /** Width of a card in pixels; its height is 7/5 of it. */
  card: number;
  /** From the left edge of a card to that of the next one. */
  step: number;
  /** How much of a card in the back row is seen. */
  rise: number;
}

/** No target is narrower or lower than a fingertip. */
export const TARGET = 44;
const NARROWEST = 48;
const GAP = 4;

/**
 * How a hand stands in a space of this width and height.
 *
 * One row where every card keeps a strip of 44 pixels to be touched, else two.
 */
export function handLayout(count: number, width: number, height: number): HandLayout {
  const cards = Math.max(count, 1);
  const inOneRow = width >= NARROWEST + (cards - 1) * TARGET;
  const rows = inOneRow ? [cards] : [Math.ceil(cards / 2), Math.floor(cards / 2)];
  const longest = rows[0]!;
  const rise = inOneRow ? 0 : TARGET + 6;
  const byHeight = ((height - rise) * 5) / 7;
  const byWidth = longest === 1 ? width : width - (longest - 1) * TARGET;
  const card = Math.max(Math.min(byHeight, byWidth, 112), Math.min(NARROWEST, byWidth));
  const spread = longest === 1 ? 0 : (width - card) / (longest - 1);
  return { rows, card, step: Math.min(card + GAP, spread), rise };
}
