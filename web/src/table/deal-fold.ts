/**
 * What an event of a deal changes: the public half, and what one seat knows.
 *
 * The same as `gongzhu.rules.evolve`; a replay and the running table are both folded with it.
 */

import { sorted } from '../scoring/cards';
import { handSize, pointCards } from '../scoring/rules';
import { giverOf } from './running';
import type { Card, DealEvent, DealView, Own, Public, RuleSet, SeatDeal } from './wire';

const suitOf = (card: Card) => card.charAt(1) as Public['suits_led'][number];

type Began = Extract<DealEvent, { type: 'deal_began' }>;

/** The public half when the cards have been dealt. */
export function beginPublic(rules: RuleSet, event: Began): Public {
  const nobody = Array.from({ length: rules.players }, () => 0);
  return {
    number: event.number,
    totals: event.totals,
    passing: event.passing,
    phase: event.passing ? 'passing' : 'exposing',
    leader: event.leader,
    trick: [],
    tricks: [],
    captured: nobody.map(() => []),
    exposed: [],
    face_down: nobody,
    suits_led: [],
    hearts_broken: false,
    claimed: null,
    shooter: null,
    moon_choice: null,
    scores: null,
    dealt: null,
    passed: null,
  };
}

/** What a seat knows when it has seen its hand. */
export function beginOwn(event: Began, seat: number): Own {
  const hand = event.hands[seat] ?? [];
  return { hand, dealt: hand, passed: null, received: null, exposures: null };
}

/** The public half after an event. Only what everybody may see of the event is read. */
export function evolvePublic(rules: RuleSet, before: Public, event: DealEvent): Public {
  switch (event.type) {
    case 'deal_began':
      return beginPublic(rules, event);
    case 'pass_chosen':
    case 'exposure_chosen':
      return before;
    case 'cards_passed':
      return { ...before, phase: 'exposing' };
    case 'cards_exposed':
      return { ...before, exposed: event.shown, face_down: event.face_down };
    case 'play_began':
      return { ...before, phase: 'playing', leader: event.leader };
    case 'card_played':
      return cardPlayed(rules, before, event.seat, event.card, event.was_down);
    case 'trick_taken':
      return trickTaken(rules, before, event.seat);
    case 'claimed':
      return { ...before, claimed: event.seat };
    case 'moon_shot':
      return { ...before, phase: 'moon', shooter: event.seat };
    case 'moon_chosen':
      return { ...before, moon_choice: event.choice };
    case 'deal_ended':
      return {
        ...before,
        phase: 'ended',
        scores: event.scores,
        dealt: event.dealt,
        passed: event.passed,
      };
  }
}

function cardPlayed(
  rules: RuleSet,
  before: Public,
  seat: number,
  card: Card,
  wasDown: boolean,
): Public {
  const trick = [...before.trick, card];
  const discarded = suitOf(trick[0]!) !== suitOf(card);
  const breaks =
    (suitOf(card) === 'H' && discarded) || (card === 'QS' && rules.queen_breaks_hearts);
  const after: Public = { ...before, trick, hearts_broken: before.hearts_broken || breaks };
  if (!wasDown) return after;
  return {
    ...after,
    exposed: [...before.exposed, { seat, card, mode: 'down' }],
    face_down: before.face_down.map((count, at) => (at === seat ? count - 1 : count)),
  };
}

function trickTaken(rules: RuleSet, before: Public, seat: number): Public {
  const counting = pointCards(rules);
  const points = before.trick.filter((card) => counting.includes(card));
  const led = suitOf(before.trick[0]!);
  return {
    ...before,
    leader: seat,
    trick: [],
    tricks: [...before.tricks, { leader: before.leader!, cards: before.trick, winner: seat }],
    captured: before.captured.map((cards, at) => (at === seat ? [...cards, ...points] : cards)),
    suits_led: before.suits_led.includes(led) ? before.suits_led : [...before.suits_led, led],
  };
}

/** What `seat` knows after an event, of which it has seen its part. */
export function evolveOwn(players: number, own: Own, event: DealEvent, seat: number): Own {
  switch (event.type) {
    case 'deal_began':
      return beginOwn(event, seat);
    case 'pass_chosen':
      return event.seat === seat ? { ...own, passed: event.cards } : own;
    case 'cards_passed': {
      const given = event.cards[seat] ?? [];
      const received = event.cards[giverOf(seat, event.passing, players)] ?? [];
      const kept = own.hand.filter((card) => !given.includes(card));
      return { ...own, hand: sorted([...kept, ...received]), received };
    }
    case 'exposure_chosen':
      return event.seat === seat ? { ...own, exposures: event.exposures } : own;
    case 'card_played':
      if (event.seat !== seat) return own;
      return { ...own, hand: own.hand.filter((card) => card !== event.card) };
    default:
      return own;
  }
}

/** The view of the deal after an event of it, a seat's or, without one, a watcher's; null stays
 * null until hands are dealt. */
export function evolveDeal(
  rules: RuleSet,
  deal: SeatDeal | null,
  event: DealEvent,
  seat: number,
): SeatDeal | null;
export function evolveDeal(
  rules: RuleSet,
  deal: DealView | null,
  event: DealEvent,
  seat: number | null,
): DealView | null;
export function evolveDeal(
  rules: RuleSet,
  deal: DealView | null,
  event: DealEvent,
  seat: number | null,
): DealView | null {
  const nobody = Array.from({ length: rules.players }, () => false);
  if (event.type === 'deal_began')
    return {
      public: beginPublic(rules, event),
      own: seat === null ? null : beginOwn(event, seat),
      chosen: nobody,
    };
  if (!deal) return null;
  const over = event.type === 'cards_passed' || event.type === 'play_began';
  return {
    public: evolvePublic(rules, deal.public, event),
    own: deal.own && seat !== null ? evolveOwn(rules.players, deal.own, event, seat) : null,
    chosen: over ? nobody : deal.chosen,
  };
}

/** Whose turn it is to play a card or to choose for the moon; null when all choose at once. */
export function turnOf(deal: Public): number | null {
  if (deal.phase === 'playing' && deal.leader !== null)
    return (deal.leader + deal.trick.length) % deal.captured.length;
  if (deal.phase === 'moon') return deal.shooter;
  return null;
}

/** How many cards a seat holds. */
export function cardsLeft(rules: RuleSet, deal: Public, seat: number): number {
  const players = deal.captured.length;
  const played = (seat - (deal.leader ?? 0) + players) % players < deal.trick.length ? 1 : 0;
  return handSize(rules) - deal.tricks.length - played;
}
