/** What the checker of fair deals keeps of a table's deals; times are milliseconds since 1970. */

import type { Chain, Contribution } from './evidence';

/** What a browser is shown of the play. */
export interface Play {
  /** Seats from each one to that which it passes to; 0: nothing is passed. */
  passing: number;
  /** What the player's own seat passed and received; null: nothing yet. */
  passed: readonly string[] | null;
  received: readonly string[] | null;
  /** What it holds while cards are played; null before and after. */
  left: readonly string[] | null;
  /** The cards played, in order, each behind its seat: `0QS`. */
  plays: readonly string[];
}

/** Something that an honest dealer does not do. */
export const BREACHES = [
  'second_chain',
  'count_back',
  'too_many_missing',
  'stepped_back',
  'seat_changed',
  'previous_changed',
  'left_out',
  'lock_changed',
  'number_denied',
  'rules_changed',
  'lock_differs',
  'numbers_differ',
  'hand_differs',
  'cards_differ',
  'evidence_changed',
  'other_table',
  'unreadable',
  'sums',
] as const;
export type Breach = (typeof BREACHES)[number];

/** A breach, kept for the table's life. */
export interface NotedBreach {
  count: number;
  breach: Breach;
}

/** A message of this browser: when it went first, and whether the table has acknowledged it. */
export interface Sent {
  at: number;
  done: boolean;
}

/** This browser's part in a deal. */
export interface Part {
  seat: number;
  chain: Chain;
  /** Hash of the rules that the player was told. */
  rulesHash: string;
  previous: string;
  /** 64 digits; null where this browser has none in the deal. */
  number: string | null;
  commitment: string | null;
  /** The table said that another device of the player has committed itself. */
  elsewhere: boolean;
  committed: Sent | null;
  revealed: Sent | null;
  locked: Contribution[] | null;
  settled: Contribution[] | null;
  settledAt: number;
  /** As they were shown first; of the play, as far as it was seen. */
  hand: readonly string[] | null;
  play: Play | null;
}

/** A deal that was called and whose evidence has not come; without a part where this browser
 * was away. */
export interface OwedDeal {
  count: number;
  part: Part | null;
  /** Null until it is seen on the score sheet; then whether this browser had been dealt its hand. */
  played: boolean | null;
}

/** A deal whose evidence has come. */
export interface ShownDeal {
  count: number;
  /** Of its evidence; the same count has only one. */
  code: string;
  numbers: Numbers;
  unused: Unused | null;
  /** This browser saw cards of it on the table. */
  seen: boolean;
}

/** Whose numbers are in a deal: this browser's; of others only; nobody's. */
export type Numbers = 'mine' | 'others' | 'dealer';

/**
 * What this browser sent and does not find in the deal, and how many milliseconds before the end.
 * `elsewhere`: it was told that another device of the player had been quicker.
 */
export interface Unused {
  what: 'commitment' | 'number' | 'elsewhere';
  before: number;
}

/** A deal that this browser did not see played; `exposed`: it had shown its number for it. */
export interface UnplayedDeal {
  count: number;
  exposed: boolean;
}

export interface CheckerState {
  chain: Chain | null;
  /** The count of the deal called last, 0 before the first, and how far it has come. */
  called: number;
  step: 'committing' | 'revealing' | 'settled' | 'shown';
  owed: readonly OwedDeal[];
  shown: readonly ShownDeal[];
  /** Deals that were called, and that this browser did not see played. */
  unplayed: readonly UnplayedDeal[];
  breaches: readonly NotedBreach[];
  /** Something that was kept could not be read again after a reload. */
  lost: boolean;
}

export const FRESH: CheckerState = {
  chain: null,
  called: 0,
  step: 'shown',
  owed: [],
  shown: [],
  unplayed: [],
  breaches: [],
  lost: false,
};

/** Breaches, and deals whose evidence was seen, that are kept. */
const MOST_KEPT = 500;

/** The state with a breach; each is noted once for a deal. */
export function withBreach(state: CheckerState, count: number, breach: Breach): CheckerState {
  const known = state.breaches.some((one) => one.count === count && one.breach === breach);
  if (known || state.breaches.length >= MOST_KEPT) return state;
  return { ...state, breaches: [...state.breaches, { count, breach }] };
}

/** The part in a deal whose evidence has not come. */
export function partOf(state: CheckerState, count: number): Part | null {
  return state.owed.find((owed) => owed.count === count)?.part ?? null;
}

/** The state with news of the part in a deal. */
export function withPart(state: CheckerState, count: number, news: Partial<Part>): CheckerState {
  const owed = state.owed.map((one) =>
    one.count === count && one.part ? { ...one, part: { ...one.part, ...news } } : one,
  );
  return { ...state, owed };
}
