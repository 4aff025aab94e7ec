/**
 * A browser's part in GZH1: it commits itself, keeps its number, and shows it only after a lock
 * that holds its own commitment.
 */

import { bytesToHex } from '@noble/hashes/utils.js';
import { sameChain } from './check';
import type { Chain, Contribution, RuleValues } from './evidence';
import type { Breach, FairMemory, KeptDeal, Memory } from './memory';
import { commitment, rulesHash } from './sums';

/** Where the protocol stands, as the table tells it. */
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
  /** The cards dealt to it, once they are. */
  hand: string[] | null;
  /** Whether the player plays itself; what it promised is dropped when a bot takes over. */
  present: boolean;
}

export type FairMessage =
  | { type: 'commit'; count: number; commitment: string }
  | { type: 'reveal'; count: number; number: string };

/** What came of a message: acknowledged; refused with this code; or nothing is known. */
export type Outcome = 'done' | 'lost' | { refused: string };

export interface FairWays {
  send(message: FairMessage): Promise<Outcome>;
  random?(): Uint8Array;
}

export class FairPlayer {
  readonly #memory: FairMemory;
  readonly #ways: FairWays;
  /** Messages on their way, so that none is sent twice by this page. */
  readonly #sent = new Set<string>();

  constructor(memory: FairMemory, ways: FairWays) {
    this.#memory = memory;
    this.#ways = ways;
  }

  /** Do what is due now; called whenever something has changed. */
  follow(now: FairNow): void {
    if (!now.chain || now.count === 0 || now.step === 'idle') return;
    const memory = this.#told(now, now.chain);
    const deal = memory.deal;
    if (!deal || deal.count !== now.count) return;
    if (now.step === 'committing') this.#commit(now, deal);
    if (now.step === 'revealing') this.#reveal(now, memory, deal);
    if (now.step === 'settled') this.#settled(now, memory, deal);
  }

  /** The memory with what is new in `now`. */
  #told(now: FairNow, chain: Chain): Memory {
    let memory = this.#memory.read();
    const breaches: Breach[] = [];
    if (memory.chain && !sameChain(memory.chain, chain)) {
      const next = memory.chain.first_deal + memory.chain.length;
      if (chain.first_deal !== next) breaches.push('second_chain');
    }
    const known = memory.deal;
    if (known && known.count === now.count) {
      if (breaches.length > 0) memory = withBreaches(memory, breaches);
      if (known.seat !== now.seat && now.step === 'committing')
        memory = { ...memory, deal: this.#begin(now, chain, known.number) };
    } else if (now.step === 'committing') {
      const { last } = memory;
      if (last && now.count <= last.count) breaches.push('count_skipped');
      if (last && now.count === last.count + 1 && now.previous !== null) {
        const carried = memory.chain !== null && sameChain(memory.chain, chain);
        if (carried && now.previous !== last.secret) breaches.push('previous_changed');
      }
      memory = withBreaches({ ...memory, deal: this.#begin(now, chain, null) }, breaches);
    }
    memory = { ...memory, chain };
    this.#memory.write(memory);
    return memory;
  }

  #begin(now: FairNow, chain: Chain, kept: string | null): KeptDeal {
    const hash = rulesHash(now.rules);
    // Another device of the player has been quicker: there is no number here.
    const foreign = now.heard[now.seat] === true && kept === null;
    const number = foreign ? null : (kept ?? bytesToHex(this.#random()));
    const call = { table: now.table, chain, deal: now.count, rulesHash: hash };
    return {
      count: now.count,
      seat: now.seat,
      rulesHash: hash,
      previous: now.previous ?? chain.anchor,
      number,
      commitment: number === null ? null : commitment(call, now.seat, number),
      committed: false,
      shown: false,
      locked: null,
      settled: null,
      hand: null,
      breaches: [],
    };
  }

  #random(): Uint8Array {
    return this.#ways.random?.() ?? crypto.getRandomValues(new Uint8Array(32));
  }

  #commit(now: FairNow, deal: KeptDeal): void {
    if (deal.commitment === null || now.heard[now.seat]) return;
    const message = { type: 'commit', count: deal.count, commitment: deal.commitment } as const;
    void this.#send(message, `commit ${deal.count} ${deal.seat}`).then((outcome) => {
      if (outcome === 'done') this.#note(deal.count, { committed: true });
      // The seat has committed itself from elsewhere; the number that is here plays no part.
      if (typeof outcome === 'object' && outcome.refused === 'committed_already')
        this.#note(deal.count, { number: null, commitment: null });
    });
  }

  #reveal(now: FairNow, memory: Memory, deal: KeptDeal): void {
    if (!now.contributions) return;
    const mine = now.contributions[deal.seat];
    const held = mine && 'commitment' in mine ? mine.commitment : null;
    if (deal.locked === null) {
      const left = deal.committed && now.present && held !== deal.commitment;
      const locked = { ...memory, deal: { ...deal, locked: now.contributions } };
      this.#memory.write(left ? withBreaches(locked, ['left_out']) : locked);
    } else if (!sameLock(deal.locked, now.contributions)) {
      this.#memory.write(withBreaches(memory, ['lock_changed']));
      return;
    }
    if (deal.number === null || held !== deal.commitment || now.heard[deal.seat]) return;
    const message = { type: 'reveal', count: deal.count, number: deal.number } as const;
    void this.#send(message, `reveal ${deal.count}`).then((outcome) => {
      if (outcome === 'done') this.#note(deal.count, { shown: true });
    });
  }

  #settled(now: FairNow, memory: Memory, deal: KeptDeal): void {
    let after = memory;
    if (deal.settled === null && now.contributions) {
      after = { ...memory, deal: { ...deal, settled: now.contributions } };
      const mine = now.contributions[deal.seat];
      const denied = deal.shown && !(mine?.kind === 'revealed' && mine.reveal === deal.number);
      if (denied) after = withBreaches(after, ['number_denied']);
    }
    if (deal.hand === null && now.hand !== null && after.deal)
      after = { ...after, deal: { ...after.deal, hand: [...now.hand] } };
    if (after !== memory) this.#memory.write(after);
  }

  async #send(message: FairMessage, key: string): Promise<Outcome> {
    if (this.#sent.has(key)) return 'lost';
    this.#sent.add(key);
    const outcome = await this.#ways.send(message);
    if (outcome === 'lost') this.#sent.delete(key);
    return outcome;
  }

  #note(count: number, news: Partial<KeptDeal>): void {
    const memory = this.#memory.read();
    if (memory.deal?.count === count)
      this.#memory.write({ ...memory, deal: { ...memory.deal, ...news } });
  }
}

/** Whether two locks hold the same: a number that was shown leaves its commitment in place. */
export function sameLock(one: readonly Contribution[], other: readonly Contribution[]): boolean {
  return (
    one.length === other.length && one.every((given, seat) => held(given) === held(other[seat]!))
  );
}

/** The commitment that a seat is held to; or why there is none. */
function held(given: Contribution): string {
  return 'commitment' in given ? given.commitment : given.kind;
}

function withBreaches(memory: Memory, breaches: readonly Breach[]): Memory {
  if (!memory.deal) return memory;
  const all = [...new Set([...memory.deal.breaches, ...breaches])];
  return { ...memory, deal: { ...memory.deal, breaches: all } };
}
