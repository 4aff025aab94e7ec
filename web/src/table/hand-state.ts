/**
 * What a touch of the hand does: pure, so that mouse, finger and keyboard come to the same.
 *
 * All of it is decided by the moment that lies on the felt, never by a newer one: a card goes only
 * into a trick that the player has seen.
 */

import type { Card, DealView } from './wire';

/** How a tap plays: at once, on a card that stands raised already, or not at all. */
export type Way = 'tap' | 'raise' | 'drag';

/** Milliseconds in which nothing is played after one's own play, or when cards have moved. */
export const REST = 350;

/** What lies on the felt and in the hand, as the player sees it. */
export interface Situation {
  hand: readonly Card[];
  /** The cards that may be played; null: none is asked for. */
  asked: readonly Card[] | null;
  /** More has happened than is shown. */
  behind: boolean;
  /** The suit led in a trick that still waits for one's own card. */
  led: string | null;
  /** Cards may be chosen before one's turn now. */
  mayChooseAhead: boolean;
  /** A card is on its way to the server. */
  sending: boolean;
}

/** A card chosen before one's turn, and the suit led that was seen then. */
export interface Ahead {
  card: Card;
  led: string | null;
}

export interface HandState {
  /** Stands out of the hand, ready to be played. */
  raised: Card | null;
  ahead: Ahead | null;
  /** When a card was last sent, or the hand changed, by the same clock as the inputs, in ms. */
  changed: number;
}

export const AT_REST: HandState = { raised: null, ahead: null, changed: -Infinity };

export type Input =
  | { type: 'tap'; card: Card; way: Way }
  /** Enter, or the main button; `card` has the focus, null: none. */
  | { type: 'enter'; card: Card | null }
  /** A card was dragged over the middle of the table. */
  | { type: 'drop'; card: Card }
  /** The player has come to a card by a key. */
  | { type: 'focus'; card: Card }
  | { type: 'felt' }
  | { type: 'escape' }
  /** The felt shows another situation. */
  | { type: 'shown' }
  /** Cards have come into the hand or left it: what lies below a finger is another card now. */
  | { type: 'changed' };

export type Effect =
  | { type: 'play'; card: Card }
  /** The card may not be played: ask for the rule that forbids it. */
  | { type: 'ask_why'; card: Card }
  /** Show at once what has happened. */
  | { type: 'hurry' }
  /** A card chosen ahead is so no longer: it is illegal, or another suit was led. */
  | { type: 'drop_ahead'; card: Card; why: 'illegal' | 'other_lead' }
  /** A card chosen before the lead was seen stands ready, and is not played by itself. */
  | { type: 'offer_ahead'; card: Card }
  | null;

type Step = readonly [HandState, Effect];

/** The state after an input at that time, and what the page is to do. */
export function step(state: HandState, situation: Situation, input: Input, at: number): Step {
  switch (input.type) {
    case 'shown':
      return arrive(lower(state, situation), situation, at);
    case 'felt':
      return [{ ...state, raised: null }, situation.behind ? { type: 'hurry' } : null];
    case 'escape':
      return [{ ...state, raised: null, ahead: null }, null];
    case 'changed':
      return [{ ...state, changed: at }, null];
    case 'focus':
      return mayPlay(situation, input.card) && !situation.sending
        ? [{ ...state, raised: input.card }, null]
        : [state, null];
    case 'tap':
    case 'enter':
    case 'drop':
      if (situation.sending || at - state.changed < REST) return [state, null];
      return asks(situation)
        ? choose(state, situation, input, at)
        : before(state, situation, input);
  }
}

/** The suit led in the shown trick, where `seat` has yet to play to it. */
export function ledFor(deal: DealView | null, seat: number | null): string | null {
  const { leader = null, trick = [], captured = [] } = deal?.public ?? {};
  if (seat === null || leader === null || trick.length === 0) return null;
  const place = (seat - leader + captured.length) % captured.length;
  return place >= trick.length ? trick[0]!.charAt(1) : null;
}

function asks(situation: Situation): boolean {
  return situation.asked !== null && !situation.behind;
}

function mayPlay(situation: Situation, card: Card): boolean {
  return asks(situation) && situation.asked!.includes(card);
}

/** One's turn, and seen to be. */
function choose(
  state: HandState,
  situation: Situation,
  input: Extract<Input, { type: 'tap' | 'enter' | 'drop' }>,
  at: number,
): Step {
  const card = input.card ?? state.raised;
  if (card === null) return [state, null];
  if (!mayPlay(situation, card)) return [state, { type: 'ask_why', card }];
  const ready = state.raised === card;
  const plays =
    input.type === 'drop' ||
    (input.type === 'enter' && ready) ||
    (input.type === 'tap' && (input.way === 'tap' || (input.way === 'raise' && ready)));
  if (!plays) return [{ ...state, raised: card }, null];
  return [
    { raised: null, ahead: null, changed: at },
    { type: 'play', card },
  ];
}

/** Not one's turn, or not seen to be: a card can be chosen ahead, or the others hurried. */
function before(
  state: HandState,
  situation: Situation,
  { card }: Extract<Input, { type: 'tap' | 'enter' | 'drop' }>,
): Step {
  if (card === null || !situation.mayChooseAhead || !situation.hand.includes(card))
    return [state, situation.behind ? { type: 'hurry' } : null];
  const ahead = state.ahead?.card === card ? null : { card, led: situation.led };
  return [{ ...state, ahead }, null];
}

/** What may not be played any more does not stand raised. */
function lower(state: HandState, situation: Situation): HandState {
  if (state.raised === null || mayPlay(situation, state.raised)) return state;
  return { ...state, raised: null };
}

/** What becomes of the card chosen ahead, now that another moment is shown. */
function arrive(state: HandState, situation: Situation, at: number): Step {
  const { ahead } = state;
  if (ahead === null || situation.sending) return [state, null];
  const { card } = ahead;
  const dropped = { ...state, ahead: null };
  if (!situation.hand.includes(card)) return [dropped, null];
  const mine = asks(situation);
  if (mine && !mayPlay(situation, card))
    return [dropped, { type: 'drop_ahead', card, why: 'illegal' }];
  if (situation.led !== null && ahead.led === null && situation.led !== card.charAt(1))
    return [dropped, { type: 'drop_ahead', card, why: 'other_lead' }];
  if (!mine) return [state, null];
  // To lead, or to a lead that had not been seen: the player has the last word.
  if (situation.led === null || ahead.led !== situation.led)
    return [
      { ...dropped, raised: card },
      { type: 'offer_ahead', card },
    ];
  return [
    { raised: null, ahead: null, changed: at },
    { type: 'play', card },
  ];
}
