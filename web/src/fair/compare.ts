/** The evidence of a deal, compared with what this browser kept of it. */

import { checkDeal, sameChain, type FairFault } from './check';
import type { Evidence } from './evidence';
import type { Breach, FairMemory } from './memory';
import { sameLock } from './player';
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
  /** What does not match within the evidence. */
  faults: FairFault[];
  /** What does not match what this browser kept. */
  breaches: Breach[];
  /**
   * `mine`: a number of this browser is in the deal. `others`: numbers of others only.
   * `dealer`: nobody's, the deal rests on the dealer alone.
   */
  numbers: 'mine' | 'others' | 'dealer';
  /** Whether this browser had anything of its own to compare with. */
  remembered: boolean;
}

export function isFair(verdict: Verdict): boolean {
  return verdict.faults.length === 0 && verdict.breaches.length === 0;
}

/** Check the evidence by itself, against the memory, and against what was played. */
export function compare(evidence: Evidence, memory: FairMemory, seen: Seen | null): Verdict {
  const kept = memory.read();
  const deal = kept.deal?.count === evidence.deal ? kept.deal : null;
  const faults = checkDeal(evidence);
  const breaches = new Set<Breach>(deal?.breaches ?? []);
  if (faults.length > 0) breaches.add('sums');
  if (deal) {
    if (kept.chain && !sameChain(kept.chain, evidence.chain)) breaches.add('second_chain');
    if (deal.previous !== evidence.previous) breaches.add('previous_changed');
    if (deal.rulesHash !== rulesHash(evidence.rules)) breaches.add('rules_changed');
    if (deal.locked && !sameLock(deal.locked, evidence.contributions)) breaches.add('lock_differs');
    if (
      deal.settled &&
      JSON.stringify(plain(deal.settled)) !== JSON.stringify(plain(evidence.contributions))
    )
      breaches.add('numbers_differ');
    if (deal.hand && !sameCards(deal.hand, evidence.hands[deal.seat])) breaches.add('hand_differs');
  }
  if (seen && !played(evidence, seen)) breaches.add('cards_differ');
  const shown = evidence.contributions.map((given) =>
    given.kind === 'revealed' ? given.reveal : null,
  );
  const mine = deal !== null && deal.number !== null && shown[deal.seat] === deal.number;
  return {
    evidence,
    faults,
    breaches: [...breaches],
    numbers: mine ? 'mine' : shown.some((number) => number !== null) ? 'others' : 'dealer',
    remembered: deal !== null,
  };
}

/** Keep the deal's secret, which the next call must name. */
export function conclude(evidence: Evidence, memory: FairMemory): void {
  const kept = memory.read();
  if (kept.last && kept.last.count >= evidence.deal) return;
  memory.write({ ...kept, last: { count: evidence.deal, secret: evidence.secret } });
}

/** Whether the evidence's hands are those of the table, and every card played came from them. */
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

function plain(contributions: Evidence['contributions']): string[][] {
  return contributions.map((given) => [
    given.kind,
    'commitment' in given ? given.commitment : '',
    'reveal' in given ? given.reveal : '',
  ]);
}

function sameCards(one: readonly string[], other: readonly string[] | undefined): boolean {
  return [...one].sort().join() === [...(other ?? [])].sort().join();
}
