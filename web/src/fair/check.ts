/** Evidence checked step by step: what does not match, as data that can be said. */

import {
  readEvidence,
  EvidenceError,
  type Chain,
  type Contribution,
  type Evidence,
  type Unreadable,
} from './evidence';
import { faultyOptions } from '../scoring/checks';
import {
  commitment,
  dealerSeed,
  dealHands,
  placeOf,
  previousSecret,
  rulesHash,
  type Call,
} from './sums';

export const STEPS = [
  'rules',
  'contributions',
  'place',
  'link',
  'anchor',
  'commitment',
  'seed',
  'hands',
  'count',
  'chain',
  'continued',
  'public',
] as const;

/** What is checked, as docs/fair-deals.md lists it. */
export type Step = (typeof STEPS)[number];

/** A step that does not match; `details` fill the sentence about it. */
export interface FairFault {
  table: string;
  deal: number;
  step: Step;
  seat: number | null;
  details: Record<string, string | number>;
}

/** The deals of one table in a file. */
export interface TableSummary {
  table: string;
  first: number;
  last: number;
  deals: number;
  aborted: number;
  /** Deals with no player's number in them: they rest on the dealer alone. */
  alone: number;
}

/** What a file of evidence comes to. */
export type Report =
  | { kind: 'unreadable'; fault: Unreadable }
  | { kind: 'checked'; deals: Evidence[]; faults: FairFault[]; tables: TableSummary[] };

/** Read and check a file of evidence. */
export function checkEvidence(file: string): Report {
  try {
    const deals = readEvidence(file);
    return { kind: 'checked', deals, faults: checkDeals(deals), tables: summary(deals) };
  } catch (error) {
    if (error instanceof EvidenceError) return { kind: 'unreadable', fault: error.fault };
    throw error;
  }
}

/** What the deal of some evidence was called as. */
export function callOf(deal: Evidence): Call {
  return {
    table: deal.table,
    chain: deal.chain,
    deal: deal.deal,
    rulesHash: rulesHash(deal.rules),
  };
}

/** The number that each seat has shown, null where it has not. */
export function numbersOf(contributions: readonly Contribution[]): (string | null)[] {
  return contributions.map((given) => (given.kind === 'revealed' ? given.reveal : null));
}

export function sameChain(one: Chain, other: Chain): boolean {
  return (
    one.anchor === other.anchor &&
    one.length === other.length &&
    one.first_deal === other.first_deal
  );
}

const checked = new WeakMap<Evidence, FairFault[]>();

/** What does not match in the evidence of one deal, by itself; worked out once for each object. */
export function checkDeal(deal: Evidence): FairFault[] {
  const known = checked.get(deal);
  if (known !== undefined) return known;
  const faults = [...chainFaults(deal), ...sumFaults(deal)];
  checked.set(deal, faults);
  return faults;
}

/** What does not match in each deal, and from each to the next one of its table. */
export function checkDeals(deals: readonly Evidence[]): FairFault[] {
  const faults: FairFault[] = [];
  const last = new Map<string, Evidence>();
  const shown = new Map<string, Evidence>();
  for (const deal of deals) {
    faults.push(...checkDeal(deal));
    const before = last.get(deal.table);
    if (before) faults.push(...followingFaults(deal, before));
    const by = shown.get(deal.secret);
    if (by) faults.push(fault(deal, 'public', null, { by_table: by.table, by_deal: by.deal }));
    for (const number of knownWith(deal)) {
      if (shown.has(number)) break;
      shown.set(number, deal);
    }
    last.set(deal.table, deal);
  }
  return faults;
}

/** All that everybody knows who knows the deal's secret, down to the anchor of its chain. */
function* knownWith(deal: Evidence): Generator<string> {
  let number = deal.secret;
  yield number;
  for (let step = placeOf(deal.chain, deal.deal) ?? 0; step > 0; step -= 1) {
    number = previousSecret(number);
    yield number;
  }
}

function* chainFaults(deal: Evidence): Generator<FairFault> {
  const { first_deal: first, length, anchor } = deal.chain;
  const place = placeOf(deal.chain, deal.deal);
  if (place === null) yield fault(deal, 'place', null, { first, last: first + length - 1 });
  const link = previousSecret(deal.secret);
  if (link !== deal.previous)
    yield fault(deal, 'link', null, { expected: link, found: deal.previous });
  if (place === null) return;
  const lowest = previousSecret(link, place - 1);
  if (lowest !== anchor)
    yield fault(deal, 'anchor', null, { place, expected: lowest, found: anchor });
}

/** From the rules and the numbers to the hands. */
function* sumFaults(deal: Evidence): Generator<FairFault> {
  const faulty = faultyOptions(deal.rules);
  if (faulty.length > 0) {
    for (const option of faulty) yield fault(deal, 'rules', null, { option });
    return;
  }
  const players = deal.rules['players'] as number;
  const found = deal.contributions.length;
  if (found === players || (players === 4 && isEntrants(found))) yield* seedFaults(deal);
  else yield fault(deal, 'contributions', null, { expected: players, found });
  const dealt = dealHands(players, deal.rules['removed'] as string[], deal.dealer_seed);
  for (let seat = 0; seat < Math.max(players, deal.hands.length); seat += 1) {
    const expected = shownCards(dealt[seat]);
    const given = shownCards(deal.hands[seat]);
    if (expected !== given)
      yield fault(deal, 'hands', seat, { expected: expected || '–', found: given || '–' });
  }
}

/** A deal that all tables of a tournament play has a contribution from each place in it. */
const isEntrants = (found: number) => found >= 8 && found <= 64 && found % 4 === 0;

function* seedFaults(deal: Evidence): Generator<FairFault> {
  const call = callOf(deal);
  for (const [seat, given] of deal.contributions.entries()) {
    if (given.kind !== 'revealed') continue;
    const expected = commitment(call, seat, given.reveal);
    if (expected !== given.commitment)
      yield fault(deal, 'commitment', seat, { expected, found: given.commitment });
  }
  const seed = dealerSeed(deal.secret, call, numbersOf(deal.contributions));
  if (seed !== deal.dealer_seed)
    yield fault(deal, 'seed', null, { expected: seed, found: deal.dealer_seed });
}

function* followingFaults(deal: Evidence, before: Evidence): Generator<FairFault> {
  const follows = deal.deal === before.deal + 1;
  if (!follows)
    yield fault(deal, 'count', null, { before: before.deal, expected: before.deal + 1 });
  if (!sameChain(deal.chain, before.chain)) {
    const usedUp = before.chain.first_deal + before.chain.length;
    if (deal.chain.first_deal !== usedUp)
      yield fault(deal, 'chain', null, { before: before.deal, last: usedUp - 1 });
  } else if (follows && deal.previous !== before.secret)
    yield fault(deal, 'continued', null, {
      before: before.deal,
      expected: before.secret,
      found: deal.previous,
    });
}

function summary(deals: readonly Evidence[]): TableSummary[] {
  const tables = new Map<string, TableSummary>();
  for (const deal of deals) {
    const known = tables.get(deal.table);
    const entry = known ?? {
      table: deal.table,
      first: deal.deal,
      last: deal.deal,
      deals: 0,
      aborted: 0,
      alone: 0,
    };
    if (!known) tables.set(deal.table, entry);
    entry.last = deal.deal;
    entry.deals += 1;
    if (deal.ended === 'aborted') entry.aborted += 1;
    if (numbersOf(deal.contributions).every((number) => number === null)) entry.alone += 1;
  }
  return [...tables.values()];
}

function fault(
  deal: Evidence,
  step: Step,
  seat: number | null,
  details: FairFault['details'],
): FairFault {
  return { table: deal.table, deal: deal.deal, step, seat, details };
}

const SYMBOLS: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

function shownCards(hand: readonly string[] | undefined): string {
  return (hand ?? [])
    .map((card) => card[0]!.replace('T', '10') + (SYMBOLS[card[1]!] ?? ''))
    .join(' ');
}
