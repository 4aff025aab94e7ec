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
