/** The figures of a tournament, as they are written. */

import { t } from '../i18n';
import { decimal } from '../scoring/words';
import type { BoardBrief, BoardTable, TournamentPage } from '../wire/types';

type Scoring = TournamentPage['scoring'];

/** Points of a deal or of a whole tournament: `62.5%`, or `+12.3` over the mean of the others. */
export function pointsText(scoring: Scoring, points: number | null): string {
  if (points === null) return '–';
  return scoring === 'matchpoints'
    ? t('common.percent', { n: points.toFixed(1) })
    : decimal(points, 1, true);
}

/** How many places bots take so that every table is full, and so many places at least. */
export function botsFor(entrants: number, least: number): number {
  return 4 * Math.ceil(Math.max(least, entrants) / 4) - entrants;
}

/** Those who held one hand at all the tables, the best first. */
export interface Held {
  name: string;
  place: number;
  score: number;
  points: number;
  byBot: boolean;
  game: string;
}
export function heldAt(tables: readonly BoardTable[], seat: number): Held[] {
  return tables
    .map((table) => ({
      name: table.names[seat]!,
      place: table.places[seat]!,
      score: table.scores[seat]!,
      points: table.points[seat]!,
      byBot: table.by_bot[seat]!,
      game: table.game,
    }))
    .sort((one, other) => other.points - one.points);
}

/** The table at which somebody played a deal; the first for those who did not play. */
export const tableOf = (tables: readonly BoardTable[], place: number | null) =>
  tables.find(({ places }) => place !== null && places.includes(place)) ?? tables[0];

/** The seat at which somebody played a deal; 0 for those who did not play. */
export const seatOf = (tables: readonly BoardTable[], place: number | null) =>
  Math.max(0, tableOf(tables, place)?.places.indexOf(place ?? -1) ?? 0);

/** The deals, those first in which most was lost. */
export function worstFirst(boards: readonly BoardBrief[]): BoardBrief[] {
  const points = (board: BoardBrief) => board.points ?? Infinity;
  return [...boards].sort((one, other) => points(one) - points(other) || one.round - other.round);
}
