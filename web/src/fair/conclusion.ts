/** The evidence of a deal, held against what this browser kept: the verdict on it. */

import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { checkDeal, sameChain, type FairFault } from './check';
import { isMine, sameCards, sameContributions, sameLock } from './checker';
import { isEvidence, type Evidence } from './evidence';
import {
  withBreach,
  type Breach,
  type CheckerState,
  type NotedBreach,
  type Numbers,
  type Part,
  type Play,
  type Unused,
} from './state';
import { rulesHash } from './sums';

/** What everybody saw of the deal. */
export interface Seen {
  tricks: readonly { leader: number; cards: readonly string[] }[];
  dealt: readonly (readonly string[])[] | null;
  passed: readonly (readonly string[])[] | null;
  passing: number;
}

/** What the evidence of a deal came to. */
export interface Verdict {
  evidence: Evidence;
  /** As it came, to be taken away: what is no evidence is kept as well. */
  shown: Evidence;
  /** What does not match within the evidence. */
  faults: FairFault[];
  numbers: Numbers;
  unused: Unused | null;
  /** True if this browser had anything of its own to compare with. */
  remembered: boolean;
  /** True if it saw cards of the deal on the table. */
  seen: boolean;
  /** What two players read to each other: it is the same only if their evidence is. */
  code: string;
}

/** Take in the evidence of a deal, and judge it. `seen` is what was played, where that is known. */
export function conclude(
  state: CheckerState,
  table: string,
  evidence: Evidence,
  seen: Seen | null,
): { state: CheckerState; verdict: Verdict } {
  if (!isEvidence(evidence)) return unreadable(state, evidence);
  const count = evidence.deal;
  const faults = checkDeal(evidence);
  const owed = state.owed.find((one) => one.count === count);
  const part = owed?.part ?? null;
  const code = evidenceCode(evidence);
  const before = state.shown.find((one) => one.count === count);
  const breaches = new Set<Breach>();
  if (faults.length > 0) breaches.add('sums');
  if (evidence.table !== table) breaches.add('other_table');
  if (before && before.code !== code) breaches.add('evidence_changed');
  if (!fitsChains(state, part, evidence)) breaches.add('second_chain');
  if (part) for (const breach of comparisons(part, evidence)) breaches.add(breach);
  if (seen && !played(evidence, seen)) breaches.add('cards_differ');
  const compared = before?.seen ?? (seen !== null || (part !== null && part.hand !== null));
  const numbers = before?.numbers ?? numbersIn(part, evidence);
  const unused = before?.unused ?? unusedOf(part, evidence);
  let after = state;
  for (const breach of breaches) after = withBreach(after, count, breach);
  after = { ...after, owed: after.owed.filter((one) => one.count !== count) };
  if (!before) {
    const one = { count, code, numbers, unused, seen: compared };
    after = { ...after, shown: [...after.shown, one] };
  }
  if (count === state.called) after = { ...after, step: 'shown' };
  if (owed && !owed.played) {
    const exposed = part !== null && part.revealed !== null;
    after = { ...after, unplayed: [...after.unplayed, { count, exposed }] };
  }
  const remembered = part !== null || before !== undefined;
  return {
    state: after,
    verdict: {
      ...{ evidence, shown: evidence, faults, numbers, unused, remembered, code },
      seen: compared,
    },
  };
}

/** What comes in place of evidence and is none: no deal is accounted for by it. */
function unreadable(
  state: CheckerState,
  shown: Partial<Evidence>,
): { state: CheckerState; verdict: Verdict } {
  const deal = Number.isInteger(shown.deal) ? shown.deal! : state.called;
  const evidence = { ...shown, deal, contributions: [], hands: [] } as unknown as Evidence;
  return {
    state: withBreach(state, deal, 'unreadable'),
    verdict: {
      evidence,
      shown: shown as Evidence,
      faults: [],
      numbers: 'dealer',
      unused: null,
      remembered: false,
      seen: false,
      code: evidenceCode(shown),
    },
  };
}

/**
 * What the page says of a deal. `fair`: the dealer had fixed it before it knew this browser's
 * number, and every deal called before is accounted for. `unproven`: nothing is wrong, and that is
 * not known. `breach`: an honest dealer does not do this.
 */
export interface Standing {
  fairness: 'fair' | 'unproven' | 'breach';
  /** At this table, in this deal and in others. */
  breaches: readonly NotedBreach[];
  /** Deals called before this one whose evidence has not come. */
  missing: readonly number[];
  /** The deals just before this one that this browser did not see played, back to one for which it
   * had shown its number: the dealer may have wanted another deal. */
  dropped: readonly number[];
}

/** The standing of a deal among the others of its table. */
export function standingOf(state: CheckerState, verdict: Verdict): Standing {
  const count = verdict.evidence.deal;
  const missing = state.owed.map((owed) => owed.count).filter((other) => other < count);
  const dropped = droppedBefore(state, count);
  const breach = state.breaches.length > 0 || verdict.faults.length > 0;
  const known = verdict.numbers === 'mine' && verdict.seen && !state.lost;
  const proven = known && missing.length === 0 && dropped.length === 0;
  return {
    fairness: breach ? 'breach' : proven ? 'fair' : 'unproven',
    breaches: state.breaches,
    missing,
    dropped,
  };
}

function droppedBefore(state: CheckerState, count: number): number[] {
  const unplayed = new Map(state.unplayed.map((one) => [one.count, one.exposed]));
  const run: number[] = [];
  let exposed = 0;
  for (let before = count - 1; unplayed.has(before); before -= 1) {
    run.unshift(before);
    if (unplayed.get(before)) exposed = run.length;
  }
  return exposed > 0 ? run.slice(-exposed) : [];
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const codes = new WeakMap<Partial<Evidence>, string>();

/** Twelve letters of 5 bits, in fours, that stand for the whole evidence; worked out once for each
 * object. */
export function evidenceCode(evidence: Partial<Evidence>): string {
  const known = codes.get(evidence);
  if (known !== undefined) return known;
  const bytes = sha256(new TextEncoder().encode(canonical(evidence)));
  let bits = BigInt(`0x${bytesToHex(bytes.slice(0, 8))}`) >> 4n;
  let code = '';
  for (let place = 0; place < 12; place += 1) {
    code = LETTERS[Number(bits & 31n)]! + code;
    bits >>= 5n;
  }
  code = code.replace(/(.{4})(?=.)/g, '$1-');
  codes.set(evidence, code);
  return code;
}

/** JSON with its keys sorted, so that the same evidence has one text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`;
}

/** A deal belongs to the chain that it was called by; or, of a deal that was missed, to one that
 * does not overlap the chain known. */
function fitsChains(state: CheckerState, part: Part | null, evidence: Evidence): boolean {
  if (part) return sameChain(part.chain, evidence.chain);
  if (state.chain === null || sameChain(state.chain, evidence.chain)) return true;
  return evidence.chain.first_deal + evidence.chain.length <= state.chain.first_deal;
}

function* comparisons(part: Part, evidence: Evidence): Generator<Breach> {
  if (part.previous !== evidence.previous) yield 'previous_changed';
  if (part.rulesHash !== rulesHash(evidence.rules)) yield 'rules_changed';
  if (part.locked && !sameLock(part.locked, evidence.contributions)) yield 'lock_differs';
  if (part.settled && !sameContributions(part.settled, evidence.contributions))
    yield 'numbers_differ';
  if (part.revealed?.done && !isMine(part, evidence.contributions)) yield 'number_denied';
  if (part.hand && !sameCards(part.hand, evidence.hands[part.seat])) yield 'hand_differs';
  if (part.play && !cameFrom(evidence.hands, part.seat, part.play)) yield 'cards_differ';
}

/** True if the cards that were seen played, and received, came from these hands. What others passed
 * is not seen: they may have any cards of the seat that passed to them. */
function cameFrom(hands: readonly (readonly string[])[], seat: number, play: Play): boolean {
  const giver = (to: number) => hands[(to - play.passing + hands.length) % hands.length] ?? [];
  const { passed, received, plays } = play;
  if (received?.some((card) => !giver(seat).includes(card))) return false;
  const held = hands.map((hand, at) => {
    if (play.passing === 0) return new Set(hand);
    if (at !== seat || !passed || !received) return new Set([...hand, ...giver(at)]);
    return new Set([...hand.filter((card) => !passed.includes(card)), ...received]);
  });
  return plays.every((each) => held[Number(each[0])]?.delete(each.slice(1)));
}

function numbersIn(part: Part | null, evidence: Evidence): Numbers {
  const revealed = evidence.contributions.map((given) => given.kind === 'revealed');
  if (part && isMine(part, evidence.contributions)) return 'mine';
  return revealed.includes(true) ? 'others' : 'dealer';
}

function unusedOf(part: Part | null, evidence: Evidence): Unused | null {
  if (!part || isMine(part, evidence.contributions)) return null;
  if (part.elsewhere) return { what: 'elsewhere', before: 0 };
  const sent = part.revealed ?? part.committed;
  if (sent === null) return null;
  const before = part.settledAt > 0 ? part.settledAt - sent.at : 0;
  return { what: part.revealed ? 'number' : 'commitment', before };
}

/** True if the evidence's hands are those of the table, and every card played came from them. */
function played(evidence: Evidence, seen: Seen): boolean {
  const players = evidence.hands.length;
  if (seen.dealt && !seen.dealt.every((hand, seat) => sameCards(hand, evidence.hands[seat])))
    return false;
  const held = evidence.hands.map((hand, seat) => {
    const given = seen.passed?.[seat] ?? [];
    const received = seen.passed?.[(seat - seen.passing + players) % players] ?? [];
    return new Set([...hand.filter((card) => !given.includes(card)), ...received]);
  });
  return seen.tricks.every(({ leader, cards }) =>
    cards.every((card, place) => held[(leader + place) % players]?.delete(card)),
  );
}
