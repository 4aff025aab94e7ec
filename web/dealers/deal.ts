/**
 * A deal as a dishonest dealer runs it: what it is called by, who gives what to it, and the evidence
 * that it would have to show.
 */

import type { FairNow } from '../src/fair/checker';
import type { Chain, Contribution, Evidence, RuleValues } from '../src/fair/evidence';
import {
  commitment,
  dealerSeed,
  dealHands,
  placeOf,
  previousSecret,
  rulesHash,
} from '../src/fair/sums';

export const TABLE = 'kite-7';
export const ME = 1;
export const MOVED = 2;
export const ALLY = 0;

/** Thirty-two bytes: one that says whose they are, and a number. */
export const hex = (byte: number, index: number) =>
  byte.toString(16).padStart(2, '0').repeat(30) + index.toString(16).padStart(4, '0');

function chainOf(last: string, length: number, first: number): { chain: Chain; secrets: string[] } {
  const secrets = Array.from({ length: length + 1 }, (_, place) =>
    previousSecret(last, length - place),
  );
  return { chain: { anchor: secrets[0]!, length, first_deal: first }, secrets };
}

/** The chains that the dealer has: the first, the one that follows it, and one beside the first. */
export const CHAINS = [
  chainOf(hex(0x51, 1), 2, 1),
  chainOf(hex(0x52, 2), 40, 3),
  chainOf(hex(0x53, 3), 40, 1),
];
export const FORK = 2;

/** A deal as the dealer runs it. */
export interface Deal {
  count: number;
  chain: number;
  seat: number;
  rules: RuleValues;
  previous: string;
  step: FairNow['step'];
  deaf: boolean;
  heard: boolean;
  taken: boolean;
  present: boolean;
  lock: Contribution[] | null;
  settled: Contribution[] | null;
  ally: string;
  /** The ally's number was chosen when that of the browser for this deal was known. */
  late: boolean;
  /** The hand that the browser is shown: its own, or that of somebody else. */
  hand: 'none' | 'mine' | 'other';
  /** It was shown that of somebody else, now or before. */
  misled: boolean;
  /** The browser has shown its number for this deal. */
  shown: string | null;
  ended: boolean;
}

/** The contributions as they are settled: what was shown, unless the dealer denies it. */
export function contributions(deal: Deal, denied: boolean): Contribution[] {
  const locked = deal.lock ?? [
    { kind: 'absent' },
    { kind: 'absent' },
    { kind: 'bot' },
    { kind: 'bot' },
  ];
  return locked.map((given, seat): Contribution => {
    if (seat === ALLY && deal.lock)
      return { kind: 'revealed', commitment: promise(deal, ALLY, deal.ally), reveal: deal.ally };
    if (seat === deal.seat && given.kind === 'withheld' && deal.shown && !denied)
      return { ...given, kind: 'revealed', reveal: deal.shown };
    return given;
  });
}

const PROMISES = new Map<string, string>();

/** What a number in a seat of a deal is committed to by; each is worked out once. */
export function promise(deal: Deal, seat: number, number: string): string {
  const key = `${deal.chain} ${deal.count} ${deal.rules['lower_limit']} ${seat} ${number}`;
  const known = PROMISES.get(key) ?? commitment(callFor(deal), seat, number);
  PROMISES.set(key, known);
  return known;
}

function callFor(deal: Deal) {
  return {
    table: TABLE,
    chain: CHAINS[deal.chain]!.chain,
    deal: deal.count,
    rulesHash: rulesHash(deal.rules),
  };
}

const MADE = new Map<string, Evidence>();

/** The evidence of a deal, as it would have to be; each is worked out once. */
export function evidenceOf(deal: Deal, ended: Evidence['ended']): Evidence {
  const given = deal.settled ?? contributions(deal, false);
  const key = `${deal.chain} ${deal.count} ${ended} ${deal.rules['lower_limit']} ${JSON.stringify(given)}`;
  const made = MADE.get(key) ?? evidenceFor(deal, ended, given);
  MADE.set(key, made);
  return made;
}

function evidenceFor(deal: Deal, ended: Evidence['ended'], given: Contribution[]): Evidence {
  const { chain, secrets } = CHAINS[deal.chain]!;
  const place = placeOf(chain, deal.count)!;
  const secret = secrets[place]!;
  const numbers = given.map((each) => (each.kind === 'revealed' ? each.reveal : null));
  const seed = dealerSeed(secret, callFor(deal), numbers);
  return {
    protocol: 'GZH1',
    table: TABLE,
    chain,
    deal: deal.count,
    ended,
    previous: secrets[place - 1]!,
    secret,
    contributions: given,
    rules: deal.rules,
    dealer_seed: seed,
    hands: dealHands(4, [], seed),
  };
}

const OTHER_HANDS = new WeakMap<Evidence, Evidence>();

/** The same evidence with the hands of others: the same object each time. */
export function otherHands(evidence: Evidence): Evidence {
  const known = OTHER_HANDS.get(evidence) ?? { ...evidence, hands: [...evidence.hands].reverse() };
  OTHER_HANDS.set(evidence, known);
  return known;
}
