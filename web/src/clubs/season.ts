/** The columns of a season's table, and its order by any of them. */

import type { SeasonPart, SeasonRow } from '../wire/types';

const COLUMNS = [
  'games',
  'deals',
  'average',
  'pigs',
  'sheep',
  'slams',
  'strips',
  'round_points',
  'by_bot',
] as const;
export type Column = (typeof COLUMNS)[number];

export interface Order {
  by: Column | 'name';
  /** The most first. */
  down: boolean;
}

/** A figure of a row; null: there is none yet. */
export function figureOf(row: SeasonRow, column: Column): number | null {
  return column === 'average' ? row.average.mean : row[column];
}

/** The columns in which anybody has anything; games, deals and averages always. */
export function columnsOf(rows: readonly SeasonRow[]): Column[] {
  return COLUMNS.filter(
    (column, place) => place < 3 || rows.some((row) => figureOf(row, column) !== 0),
  );
}

/** The best average first. */
export function best({ aim }: SeasonPart): Order {
  return { by: 'average', down: aim === 'high' };
}

/** The rows in this order; who has no figure comes last either way. */
export function sorted(rows: readonly SeasonRow[], { by, down }: Order): SeasonRow[] {
  const sign = down ? -1 : 1;
  return [...rows].sort((one, other) => {
    const names = one.name.localeCompare(other.name);
    if (by === 'name') return sign * names;
    const [a, b] = [figureOf(one, by), figureOf(other, by)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b) || names;
  });
}

/** The order after a column's head was pressed: by it, or the other way round. */
export function pressed(order: Order, by: Order['by']): Order {
  if (order.by === by) return { by, down: !order.down };
  return { by, down: by !== 'name' };
}
