/**
 * The checker of fair deals: what a browser does with all that it knows of a table's deals (state.ts).
 *
 * A pure state machine. Three things happen to it: the table tells how far a deal has come (`follow`),
 * a message of this browser is answered (`answered`), and the evidence of a deal arrives (`conclude`,
 * in conclusion.ts). docs/fair-deals.md lists its invariants; `make dealers` tries them.
 *
 * Times are milliseconds since 1970; randomness comes in as an argument.
 */

import { sameChain } from './check';
import { isCall, type Chain, type Contribution, type RuleValues } from './evidence';
import {
  partOf,
  withBreach,
  withPart,
  type CheckerState,
  type OwedDeal,
  type Part,
  type Play,
} from './state';
import { commitment, placeOf, previousSecret, rulesHash } from './sums';

/** The stand of a deal, as the table tells it. */
export interface FairNow {
  table: string;
  chain: Chain | null;
  count: number;
  previous: string | null;
  step: 'idle' | 'committing' | 'revealing' | 'settled';
  heard: readonly boolean[];
  contributions: Contribution[] | null;
  rules: RuleValues;
  /** The player's seat. */
  seat: number;
  /** The cards dealt to it, as soon as any are shown. */
  hand: string[] | null;
  /** What is shown of the play, from then on. */
  play: Play | null;
  /** True if the player plays itself; what it promised is dropped when a bot takes over. */
  present: boolean;
  /** The counts of the deals that stand on the score sheet of the running game. */
  scored: readonly number[];
}

export type FairMessage =
  | { type: 'commit'; count: number; commitment: string }
  | { type: 'reveal'; count: number; number: string };

/** What came of a message: acknowledged; refused with this code; or nothing is known. */
export type Outcome = 'done' | 'lost' | { refused: string };

/** Deals without evidence that are kept; an honest table never leaves so many. */
const MOST_OWED = 200;

const RANK = { committing: 1, revealing: 2, settled: 3, shown: 4 } as const;

/** What `follow` comes to: the state after it, and the message that is due, if any. */
export interface Turn {
  state: CheckerState;
  send: FairMessage | null;
}

/** Take in what the table tells, and say what is due. `draw` gives 64 random digits. */
export function follow(before: CheckerState, now: FairNow, draw: () => string, at: number): Turn {
  const state = seenPlayed(before, now.scored);
  if (now.chain === null || now.count === 0) return { state, send: null };
  // Nothing of it is kept, or it could fill the memory.
  if (!isCall(now)) return { state: withBreach(state, state.called, 'unreadable'), send: null };
  const { chain, count, step } = now;
  if (count < state.called) return { state: withBreach(state, count, 'count_back'), send: null };
  let after = state;
  if (count > state.called) {
    // A page that comes between two deals begins with the next one.
    if (state.called === 0 && step === 'idle') return { state, send: null };
    after = called(state, now, chain, draw);
  }
  after = looked(after, now);
  if (step === 'idle') return { state: after, send: null };
  after = stepped(after, now, chain);
  if (after.breaches.some((one) => one.count === count)) return { state: after, send: null };
  switch (step) {
    case 'committing':
      return committing(after, now, at);
    case 'revealing':
      return revealing(after, now, at);
    case 'settled':
      return { state: settled(after, now, at), send: null };
  }
}

/** Note which of the deals stand on the score sheet by now: there they count, whatever becomes of
 * their evidence. One that stood there before it was dealt was not seen played. */
function seenPlayed(state: CheckerState, scored: readonly number[]): CheckerState {
  const isNew = ({ count, played }: OwedDeal) => played === null && scored.includes(count);
  if (!state.owed.some(isNew)) return state;
  const owed = state.owed.map((one) =>
    isNew(one) ? { ...one, played: one.part !== null && wasDealt(one.part) } : one,
  );
  return { ...state, owed };
}

/** True if the numbers were settled and the hand shown: a dealer can show one before. */
const wasDealt = ({ settled, hand }: Part) => settled !== null && hand !== null;

/** A deal is called: every one between it and the last is owed. */
function called(state: CheckerState, now: FairNow, chain: Chain, draw: () => string): CheckerState {
  const { count } = now;
  const missed = state.called === 0 ? 0 : count - state.called - 1;
  const kept = Math.min(missed, MOST_OWED);
  const owed: OwedDeal[] = [...state.owed];
  for (let back = kept; back > 0; back -= 1)
    owed.push({ count: count - back, part: null, played: null });
  owed.push({ count, part: now.step === 'idle' ? null : begun(now, chain, draw), played: null });
  let after: CheckerState = { ...state, called: count, step: 'committing', chain, owed };
  if (missed > kept || owed.length > MOST_OWED) {
    after = withBreach({ ...after, owed: owed.slice(-MOST_OWED) }, count, 'too_many_missing');
  }
  if (state.chain && !sameChain(state.chain, chain)) {
    const next = state.chain.first_deal + state.chain.length;
    if (chain.first_deal < next || state.called >= chain.first_deal)
      after = withBreach(after, count, 'second_chain');
  }
  const place = placeOf(chain, count);
  if (place === null) return withBreach(after, count, 'second_chain');
  if (now.step === 'idle') return after;
  const before = now.previous ?? chain.anchor;
  const fits = previousSecret(before, place - 1) === chain.anchor;
  return fits ? after : withBreach(after, count, 'previous_changed');
}

function begun(now: FairNow, chain: Chain, draw: () => string): Part {
  const hash = rulesHash(now.rules);
  const elsewhere = now.step === 'committing' && now.heard[now.seat] === true;
  const number = elsewhere || now.step !== 'committing' ? null : draw();
  const call = { table: now.table, chain, deal: now.count, rulesHash: hash };
  return {
    seat: now.seat,
    chain,
    rulesHash: hash,
    previous: now.previous ?? chain.anchor,
    number,
    commitment: number === null ? null : commitment(call, now.seat, number),
    elsewhere,
    committed: null,
    revealed: null,
    locked: null,
    settled: null,
    settledAt: 0,
    hand: null,
    play: null,
  };
}

/** Keep the cards that are shown, at whatever step: what was shown once stays, and only grows. */
function looked(state: CheckerState, { count, hand, play }: FairNow): CheckerState {
  const part = partOf(state, count);
  if (!part || !hand || !play) return state;
  const fits = part.play === null || continues(part.play, play);
  let after = state;
  if ((part.hand && !sameCards(part.hand, hand)) || !holds(part.seat, hand, play))
    after = withBreach(after, count, 'hand_differs');
  if (!fits) after = withBreach(after, count, 'cards_differ');
  const isNew =
    part.hand === null || !part.play || JSON.stringify(part.play) !== JSON.stringify(play);
  return fits && isNew ? withPart(after, count, { hand: part.hand ?? hand, play }) : after;
}

/** True if the play goes on from how it was. */
function continues(before: Play, { passing, passed, received, plays }: Play): boolean {
  return (
    before.passing === passing &&
    (before.passed === null || sameCards(before.passed, passed)) &&
    (before.received === null || sameCards(before.received, received)) &&
    before.plays.every((card, place) => card === plays[place])
  );
}

/** True if a seat holds what it was dealt, but for what it has passed, received and played. */
function holds(seat: number, dealt: readonly string[], play: Play): boolean {
  const { passing, passed, received, left, plays } = play;
  if (left === null || (passing !== 0 && !(passed && received))) return true;
  const mine = plays.filter((each) => each.startsWith(`${seat}`)).map((each) => each.slice(1));
  return sameCards([...left, ...mine, ...(passed ?? [])], [...dealt, ...(received ?? [])]);
}

export function sameCards(
  one: readonly string[],
  other: readonly string[] | null | undefined,
): boolean {
  return [...one].sort().join() === [...(other ?? [])].sort().join();
}

/** The deal goes on: forward only, with everything as it was called. */
function stepped(state: CheckerState, now: FairNow, chain: Chain): CheckerState {
  const { count, step } = now;
  if (step === 'idle') return state;
  if (RANK[step] < RANK[state.step]) return withBreach(state, count, 'stepped_back');
  let after: CheckerState = state.step === 'shown' ? state : { ...state, step };
  const part = partOf(state, count);
  if (part === null) return after;
  if (part.seat !== now.seat) after = withBreach(after, count, 'seat_changed');
  if (!sameChain(part.chain, chain)) after = withBreach(after, count, 'second_chain');
  if (part.rulesHash !== rulesHash(now.rules)) after = withBreach(after, count, 'rules_changed');
  if ((now.previous ?? chain.anchor) !== part.previous)
    after = withBreach(after, count, 'previous_changed');
  return after;
}

function committing(state: CheckerState, now: FairNow, at: number): Turn {
  const part = partOf(state, now.count);
  if (!part?.commitment || now.heard[part.seat]) return { state, send: null };
  const committed = part.committed ?? { at, done: false };
  return {
    state: withPart(state, now.count, { committed }),
    send: { type: 'commit', count: now.count, commitment: part.commitment },
  };
}

function revealing(state: CheckerState, now: FairNow, at: number): Turn {
  const part = partOf(state, now.count);
  if (!part || !now.contributions) return { state, send: null };
  if (part.locked && !sameLock(part.locked, now.contributions))
    return { state: withBreach(state, now.count, 'lock_changed'), send: null };
  let after = withPart(state, now.count, { locked: now.contributions });
  const mine = held(now.contributions[part.seat]);
  if (part.number === null || part.commitment !== mine) {
    const promised = part.commitment !== null && part.committed?.done;
    if (promised && now.present) after = withBreach(after, now.count, 'left_out');
    return { state: after, send: null };
  }
  if (now.heard[part.seat]) return { state: after, send: null };
  after = withPart(after, now.count, { revealed: part.revealed ?? { at, done: false } });
  return { state: after, send: { type: 'reveal', count: now.count, number: part.number } };
}

function settled(state: CheckerState, now: FairNow, at: number): CheckerState {
  const { count, contributions } = now;
  const part = partOf(state, count);
  if (!part || !contributions) return state;
  let after = state;
  if (part.settled === null) {
    after = withPart(after, count, { settled: contributions, settledAt: at });
    if (part.locked && !sameLock(part.locked, contributions))
      after = withBreach(after, count, 'lock_changed');
    if (part.revealed?.done && !isMine(part, contributions))
      after = withBreach(after, count, 'number_denied');
  } else if (!sameContributions(part.settled, contributions)) {
    after = withBreach(after, count, 'numbers_differ');
  }
  return after;
}

/** Take in what came of a message. */
export function answered(
  state: CheckerState,
  message: FairMessage,
  outcome: Outcome,
): CheckerState {
  const part = partOf(state, message.count);
  if (!part) return state;
  if (outcome === 'done') {
    if (message.type === 'commit' && part.committed)
      return withPart(state, message.count, { committed: { ...part.committed, done: true } });
    if (message.type === 'reveal' && part.revealed)
      return withPart(state, message.count, { revealed: { ...part.revealed, done: true } });
  }
  // The seat has committed itself from elsewhere; the number that is here plays no part.
  const elsewhere = typeof outcome === 'object' && outcome.refused === 'committed_already';
  if (elsewhere && message.type === 'commit' && part.revealed === null && !part.committed?.done)
    return withPart(state, message.count, { number: null, commitment: null, elsewhere: true });
  return state;
}

/** True if the number of this browser is among the contributions. */
export function isMine(part: Part, contributions: readonly Contribution[]): boolean {
  const mine = contributions[part.seat];
  return part.number !== null && mine?.kind === 'revealed' && mine.reveal === part.number;
}

/** True if two locks hold the same: a number that was shown leaves its commitment in place. */
export function sameLock(one: readonly Contribution[], other: readonly Contribution[]): boolean {
  return (
    one.length === other.length && one.every((given, seat) => held(given) === held(other[seat]))
  );
}

export function sameContributions(
  one: readonly Contribution[],
  other: readonly Contribution[],
): boolean {
  const told = (given: Contribution | undefined) =>
    given?.kind === 'revealed' ? `${given.commitment} ${given.reveal}` : held(given);
  return (
    one.length === other.length && one.every((given, seat) => told(given) === told(other[seat]))
  );
}

/** The commitment that a seat is held to; or why there is none. */
function held(given: Contribution | undefined): string {
  if (given === undefined) return '';
  return 'commitment' in given ? given.commitment : given.kind;
}
