/** The score of a deal as the lines of a sum; see the engine's `gongzhu.rules.score_lines`. */

import type { Card } from './cards';
import type { Mode } from './rules';

export type LineKind =
  | 'hearts'
  | 'all_hearts'
  | 'pig'
  | 'sheep'
  | 'cards'
  | 'doubler'
  | 'lone_doubler'
  | 'cancelled_doubler'
  | 'slam'
  | 'slam_of_partner'
  | 'slam_of_another'
  | 'all_tricks'
  | 'all_tricks_of_another'
  | 'queen_of_diamonds';

/** One line of a sum: points that are added, or a factor for all that stands above it. */
export interface ScoreLine {
  kind: LineKind;
  cards: readonly Card[];
  points: number;
  /** The factor of exposing that is in the points already; in a `doubler` line, what the sum above
   * is multiplied by; in a `queen_of_diamonds` line, the number of tricks. */
  times: number;
  /** The way in which the key card of the line was exposed; for hearts, that of A♥. */
  mode: Mode | null;
}

export interface PileScore {
  points: number;
  lines: ScoreLine[];
}

export interface DealScore {
  piles: PileScore[];
  /** The pile that wins the game outright. */
  instantWin: number | null;
  /** The pile that has made the slam. */
  slam: number | null;
}

export type Exposed = Readonly<Partial<Record<Card, Mode>>>;

/** A line of a sum. */
export function line(
  kind: LineKind,
  cards: readonly Card[] = [],
  points = 0,
  times = 1,
  mode: Mode | null = null,
): ScoreLine {
  // No minus zero: it would be written as such.
  return { kind, cards, points: points || 0, times, mode };
}

/** The lines added up in order; a doubler multiplies what stands above it. */
export function sumLines(lines: readonly ScoreLine[]): number {
  const total = lines.reduce(
    (sum, each) => (each.kind === 'doubler' ? sum * each.times : sum + each.points),
    0,
  );
  return total || 0;
}
