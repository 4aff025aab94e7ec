/** The expected points along a deal, as lines on a field. */

import { ticksOf } from '../ui/scale';
import { pointCards } from '../scoring/rules';
import type { RuleSet, Trick } from '../table/wire';
import type { ToldDeal } from './wire';

export interface CurvePoint {
  /** In tricks along the deal. */
  trick: number;
  mean: number;
  low: number;
  high: number;
}

export interface Curve {
  /** By seat, from before the first card to the result. */
  lines: CurvePoint[][];
  /** Whole steps of the scale, from the lowest up; zero is among them. */
  ticks: number[];
  tricks: number;
}

/** A key card that was captured: by whom, and after which trick. */
export interface Capture {
  card: string;
  seat: number;
  trick: number;
}

/** The cards beside hearts that count, as they were captured. */
export function capturesOf(rules: RuleSet, tricks: readonly Trick[]): Capture[] {
  const counting: readonly string[] = pointCards(rules);
  return tricks.flatMap(({ cards, winner }, nth) =>
    cards
      .filter((card) => !card.endsWith('H') && counting.includes(card))
      .map((card) => ({ card, seat: winner, trick: nth + 1 })),
  );
}

/** The curve of a deal. Of what comes before the first card the last value is taken. */
export function curveOf({ expected }: ToldDeal): Curve {
  const moments = expected.filter(
    ({ trick }, place) =>
      place === expected.length - 1 || (trick ?? 0) !== (expected[place + 1]!.trick ?? 0),
  );
  const seats = expected[0]?.points.length ?? 0;
  const lines = Array.from({ length: seats }, (_, seat) =>
    moments.map(({ trick, points }) => ({ trick: trick ?? 0, ...points[seat]! })),
  );
  const values = lines.flat().flatMap(({ low, high }) => [low, high]);
  return {
    lines,
    ticks: ticksOf(Math.min(0, ...values), Math.max(0, ...values)),
    tricks: moments.at(-1)?.trick ?? 0,
  };
}

/** The value of a line at a place in tricks, straight between its points. */
export function valueAt(line: readonly CurvePoint[], trick: number): number {
  const after = line.findIndex((point) => point.trick >= trick);
  if (after < 0) return line.at(-1)?.mean ?? 0;
  const [from, to] = [line[Math.max(0, after - 1)]!, line[after]!];
  const part = to.trick > from.trick ? (trick - from.trick) / (to.trick - from.trick) : 1;
  return from.mean + (to.mean - from.mean) * part;
}
