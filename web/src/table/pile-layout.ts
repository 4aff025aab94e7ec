/** Where the small cards before a seat lie: in rows, over each other as far as room is short. */

export interface PileRoom {
  width: number;
  height: number;
  /** The width of a small card, and how much of one is seen at least where there is room. */
  card: number;
  step: number;
  /** How much of a row is seen under the next one. */
  rise: number;
}

/** The height of a small card, in widths of it. */
export const MINI_HIGH = 1.39;
/** How much of a row has to be seen: its ranks. */
const RANK = 0.5;
const APART = 8;

/** Whether a card stands whole, apart from the next, or over it. */
export type Lying = 'whole' | 'apart' | 'over';

/** From the left and the top of the room to each card, and the height that is used. */
export function layPile(
  lying: readonly Lying[],
  room: PileRoom,
  side: 'start' | 'center' | 'end',
): { spots: { x: number; y: number }[]; height: number } {
  const high = room.card * MINI_HIGH;
  const most = 1 + Math.floor(Math.max(0, room.height - high) / (room.card * RANK));
  const natural = { whole: room.card + APART, apart: room.step + APART, over: room.step };
  let rows: number[][] = [];
  // A step too many would only be seen by a pile that has no room for a single card.
  for (let share = 1; share > 0.05; share *= 0.9) {
    rows = wrap(lying.map((each) => natural[each] * share), room.width - room.card); // prettier-ignore
    if (rows.length <= most) break;
  }
  const rise = rows.length < 2 ? 0 : Math.min(room.rise, (room.height - high) / (rows.length - 1));
  return {
    spots: rows.flatMap((row, at) => {
      const free = room.width - room.card - row.at(-1)!;
      const left = side === 'start' ? 0 : side === 'center' ? free / 2 : free;
      return row.map((x) => ({ x: left + x, y: at * rise }));
    }),
    height: high + Math.max(0, rows.length - 1) * rise,
  };
}

/** Rows of distances from the left. */
function wrap(steps: readonly number[], longest: number): number[][] {
  const rows: number[][] = [];
  let next = Infinity;
  for (const step of steps) {
    if (next > longest + 0.01) {
      rows.push([]);
      next = 0;
    }
    rows.at(-1)!.push(next);
    next += step;
  }
  return rows;
}
