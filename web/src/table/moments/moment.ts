/** What in a game deserves a moment of its own: told from a fact and what was known around it. */

import { isHeart, sorted } from '../../scoring/cards';
import { pilesOf, pointCards, sidesOf, valuesOf } from '../../scoring/rules';
import type { DealScore, LineKind } from '../../scoring/score-lines';
import { pileOf, runningScore } from '../running';
import type { Card, Fact, Mode, Public, RuleSet, TableView } from '../wire';

/** A captured card that is more than a heart; Hearts has a queen where Gong Zhu has a pig, and any
 * rules may have cards without a name. */
export interface Prize {
  card: Card;
  role: 'pig' | 'queen' | 'sheep' | 'jack' | 'doubler' | 'card';
  /** What it adds to the captor's pile; 0 where it multiplies. */
  points: number;
  /** The factor of exposing in these points, or that of the doubler. */
  times: number;
}

/** Whether a prize comes out large on its way to the pile: it has a name. */
export const isGrand = ({ role }: Prize): boolean => role !== 'card';

/** All hearts, all point cards, or in Hearts the moon. */
export type Sweep = 'all_hearts' | 'all_point_cards' | 'moon';

export type Moment =
  | { kind: 'dealt' }
  | { kind: 'exposed'; cards: { seat: number; card: Card; times: number }[] }
  | { kind: 'captured'; seat: number; prizes: Prize[] }
  | {
      kind: 'swept';
      what: Sweep;
      seat: number;
      cards: Card[];
      /** The points of the captor's pile before and after. */
      from: number;
      to: number;
    }
  | { kind: 'scored' }
  | {
      kind: 'ended';
      /** The seats that are given a strip of paper; none where nobody is the pig. */
      pigs: number[];
    };

/** How an exposure multiplies. */
const FACTORS: Readonly<Record<Mode, number>> = { open: 2, down: 2, up: 4 };

const ROLES: Partial<Record<LineKind, Prize['role']>> = {
  pig: 'pig',
  sheep: 'sheep',
  doubler: 'doubler',
  lone_doubler: 'doubler',
  cancelled_doubler: 'doubler',
  cards: 'card',
};

/** The order in which the prizes of one trick are told. */
const RANKING: readonly Prize['role'][] = ['pig', 'queen', 'sheep', 'jack', 'doubler', 'card'];

/** The moment that a fact is, given the views before and after it; null for most. */
export function momentOf(fact: Fact, before: TableView, after: TableView): Moment | null {
  const { rules } = after.state.settings;
  if (fact.type === 'deal_scored') return { kind: 'scored' };
  if (fact.type === 'game_ended') {
    const pigs = namesPigs(rules) ? fact.losers.flatMap((side) => sidesOf(rules)[side] ?? []) : [];
    return { kind: 'ended', pigs };
  }
  if (fact.type !== 'happened' || !after.deal) return null;
  const { event } = fact;
  switch (event.type) {
    case 'deal_began':
      return { kind: 'dealt' };
    case 'cards_exposed':
      if (event.shown.length === 0) return null;
      return {
        kind: 'exposed',
        cards: event.shown.map(({ seat, card, mode }) => ({ seat, card, times: FACTORS[mode] })),
      };
    case 'card_played':
      if (!event.was_down) return null;
      return {
        kind: 'exposed',
        cards: [{ seat: event.seat, card: event.card, times: FACTORS.down }],
      };
    case 'trick_taken':
      return before.deal && taken(rules, before.deal.public, after.deal.public, event.seat);
    default:
      return null;
  }
}

/** True if the losers of a game are its pigs. */
function namesPigs(rules: RuleSet): boolean {
  return rules.family === 'gongzhu' && rules.all_point_cards !== 'instant-win';
}

function taken(rules: RuleSet, before: Public, after: Public, seat: number): Moment | null {
  const pile = pileOf(rules, seat);
  const [earlier, now] = [runningScore(rules, before), runningScore(rules, after)];
  const what = sweepOf(rules, now, pile);
  if (what !== null && what !== sweepOf(rules, earlier, pile)) {
    const captured = pilesOf(rules)[pile]!.flatMap((each) => after.captured[each] ?? []);
    const wanted = pointCards(rules).filter((card) => what !== 'all_hearts' || isHeart(card));
    return {
      kind: 'swept',
      what,
      seat,
      cards: sorted(captured.filter((card) => wanted.includes(card))),
      from: earlier.piles[pile]!.points,
      to: now.piles[pile]!.points,
    };
  }
  const fresh = new Set<string>(before.trick);
  const values = valuesOf(rules);
  const prizes = now.piles[pile]!.lines.flatMap(({ kind, cards, points, times }): Prize[] => {
    const role = roleOf(rules, kind);
    if (!role) return [];
    return cards
      .filter((card) => fresh.has(card))
      .map((card) => ({
        card,
        role,
        points: role === 'card' ? values.get(card)! : points,
        times,
      }));
  });
  prizes.sort((one, other) => RANKING.indexOf(one.role) - RANKING.indexOf(other.role));
  return prizes.length > 0 ? { kind: 'captured', seat, prizes } : null;
}

function roleOf(rules: RuleSet, kind: LineKind): Prize['role'] | undefined {
  const role = ROLES[kind];
  if (rules.family === 'gongzhu') return role;
  return role === 'pig' ? 'queen' : role === 'sheep' ? 'jack' : role;
}

/** What a pile has swept so far. */
function sweepOf(rules: RuleSet, score: DealScore, pile: number): Sweep | null {
  if (score.slam === pile) {
    return rules.family === 'hearts' ? 'moon' : 'all_point_cards';
  }
  const all = score.piles[pile]!.lines.some(({ kind }) => kind === 'all_hearts');
  return all ? 'all_hearts' : null;
}
