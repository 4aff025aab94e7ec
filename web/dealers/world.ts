/**
 * The world in which a dishonest dealer plays with a browser: both of them, and what is true of
 * their deals, which neither can say.
 */

import type { Evidence } from '../src/fair/evidence';
import { FRESH, type CheckerState } from '../src/fair/state';
import type { Deal } from './deal';

/** The ways in which a deal that is called fair is not. */
export const BIASES = ['denied', 'chosen', 'dropped'] as const;
export type Bias = (typeof BIASES)[number];

export interface World {
  page: CheckerState;
  draws: number;
  deal: Deal | null;
  /** Deals that were called and ended otherwise than by being played, as the dealer left them. */
  left: readonly Deal[];
  /** Counts that the browser was told of, or that lie between such. */
  called: readonly number[];
  /** Counts whose evidence it was given. */
  given: readonly number[];
  /** Counts on the score sheet, and those of them that were dealt to the browser before. */
  sheet: readonly number[];
  played: readonly number[];
  /** Numbers of this browser that the dealer knows, and the deals that they were shown for. */
  known: readonly string[];
  exposed: readonly number[];
  fork: boolean;
  /** What the act just done came to: the verdict, and what was wrong with it. */
  fair: boolean;
  biased: Bias | null;
  honest: boolean;
  /** The browser showed its number to a lock that does not hold its commitment. */
  careless: boolean;
}

export function opened(): World {
  return {
    page: FRESH,
    draws: 0,
    deal: null,
    left: [],
    called: [],
    given: [],
    sheet: [],
    played: [],
    known: [],
    exposed: [],
    fork: false,
    fair: false,
    biased: null,
    careless: false,
    honest: true,
  };
}

/** True if the dealer knows the number that the browser has for this deal. */
export function isKnown(world: World, deal: Deal): boolean {
  const part = world.page.owed.find((owed) => owed.count === deal.count)?.part;
  return (
    part !== null && part !== undefined && part.number !== null && world.known.includes(part.number)
  );
}

/** What the browser committed itself to, as the dealer heard it. */
export function committedBy(world: World, deal: Deal): string | null {
  return world.page.owed.find((owed) => owed.count === deal.count)?.part?.commitment ?? null;
}

/**
 * The way in which the dealer had its will of a deal: `denied`, the browser's number is not in it;
 * `chosen`, something in it was chosen when that number was known; `dropped`, a deal before it
 * was called and not shown, or not played though the number was known.
 */
export function biasOf(world: World, deal: Deal, evidence: Evidence): Bias | null {
  const mine = deal.shown;
  const used = evidence.contributions.some(
    (given) => given.kind === 'revealed' && given.reveal === mine,
  );
  if (mine === null || !used) return 'denied';
  if (deal.late || deal.misled) return 'chosen';
  const before = world.called.filter((count) => count < deal.count);
  if (before.some((count) => !world.given.includes(count))) return 'dropped';
  // A deal just before this one whose number was known, and that was never played.
  for (let at = before.length - 1; at >= 0 && !world.played.includes(before[at]!); at -= 1)
    if (world.exposed.includes(before[at]!)) return 'dropped';
  return null;
}
