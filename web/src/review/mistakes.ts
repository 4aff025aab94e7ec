/** The mistakes of a game: chosen, put in order, and the way from one to the next. */

import { stakeOf, type Rules } from '../scoring/rules';
import type { LossClass, Matter, ToldDeal, ToldDecision } from './wire';

/** What a mistake may be about, in the order in which they are told. */
export const MATTERS = [
  'pig',
  'sheep',
  'doubler',
  'hearts',
  'slam',
  'partner',
  'game',
  'points',
] as const;

export interface Mistake {
  /** Of its deal, from 1. */
  deal: number;
  decision: ToldDecision & { class: LossClass };
}

/** What is listed; null: all. */
export interface Chosen {
  deal: number | null;
  seat: number | null;
  class: LossClass | null;
  matter: Matter | null;
}

/** From worst to least. */
export const CLASSES: readonly LossClass[] = ['blunder', 'mistake', 'inaccuracy'];

/** A loss in blunders, as the server measures them: losses of different units compare by it. */
export function badness(rules: Rules, { aim, loss }: ToldDecision): number {
  if (aim === 'game') return loss.mean / 0.1;
  const blunder = rules.aim === 'high' ? (40 * stakeOf(rules)) / 300 : (3 * stakeOf(rules)) / 26;
  return loss.mean / (blunder || 1);
}

/** All mistakes of the deals that are reviewed, in the order of the game. */
export function mistakesOf(reviews: ReadonlyMap<number, ToldDeal>): Mistake[] {
  return [...reviews]
    .sort(([one], [other]) => one - other)
    .flatMap(([deal, review]) =>
      review.decisions.flatMap((decision) =>
        decision.class === null ? [] : [{ deal, decision } as Mistake],
      ),
    );
}

/** Those that are chosen, in the order of the game. */
export function chosenOf(mistakes: readonly Mistake[], chosen: Chosen): Mistake[] {
  return mistakes.filter(
    ({ deal, decision }) =>
      (chosen.deal ?? deal) === deal &&
      (chosen.seat ?? decision.seat) === decision.seat &&
      (chosen.class ?? decision.class) === decision.class &&
      (chosen.matter ?? decision.matter) === decision.matter,
  );
}

/** The same, the worst first. */
export function bySize(rules: Rules, mistakes: readonly Mistake[]): Mistake[] {
  return [...mistakes].sort(
    (one, other) => badness(rules, other.decision) - badness(rules, one.decision),
  );
}

/** The mistake after a place, or before it; from the last to the first, and the other way. */
export function nextMistake(
  mistakes: readonly Mistake[],
  deal: number,
  ply: number,
  by: 1 | -1,
): Mistake | null {
  const place = (each: Mistake) => each.deal * 1000 + each.decision.ply;
  const here = deal * 1000 + ply;
  const sorted = [...mistakes].sort((one, other) => place(one) - place(other));
  if (by > 0) return sorted.find((each) => place(each) > here) ?? sorted[0] ?? null;
  return sorted.findLast((each) => place(each) < here) ?? sorted.at(-1) ?? null;
}

/** What a seat's decisions came to. */
export interface Record {
  decisions: number;
  /** Those where nothing was found to be better. */
  best: number;
  classes: Readonly<{ [Name in LossClass]: number }>;
  /** Points that the seat gave away, and its mean a decision; decisions about the game left out. */
  lost: number;
  average: number | null;
  /** Chance of the game that it gave away. */
  chance: number;
}

/** The record of each seat over some deals. */
export function recordsOf(reviews: Iterable<ToldDeal>, players: number): Record[] {
  const all = [...reviews].flatMap(({ decisions }) => decisions);
  return Array.from({ length: players }, (_, seat) => {
    const own = all.filter((decision) => decision.seat === seat);
    const points = own.filter(({ aim }) => aim === 'points');
    const sum = (some: readonly ToldDecision[]) =>
      some.reduce((total, { loss }) => total + Math.max(0, loss.mean), 0);
    const count = (name: LossClass) => own.filter((each) => each.class === name).length;
    return {
      decisions: own.length,
      best: own.filter(({ loss }) => loss.mean <= 0).length,
      classes: {
        inaccuracy: count('inaccuracy'),
        mistake: count('mistake'),
        blunder: count('blunder'),
      },
      lost: sum(points),
      average: points.length > 0 ? sum(points) / points.length : null,
      chance: sum(own.filter(({ aim }) => aim === 'game')),
    };
  });
}
