/**
 * A browser's part in GZH1: the checker of a table with its memory, its messages and its clock.
 */

import { bytesToHex } from '@noble/hashes/utils.js';
import { answered, follow, type FairMessage, type FairNow, type Outcome } from './checker';
import { conclude, standingOf, type Seen, type Standing, type Verdict } from './conclusion';
import type { Evidence } from './evidence';
import type { FairMemory } from './memory';

export interface FairWays {
  send(message: FairMessage): Promise<Outcome>;
  /** 32 random bytes. */
  random?(): Uint8Array;
  /** Milliseconds since 1970. */
  now?(): number;
}

export class FairPlayer {
  readonly #table: string;
  readonly #memory: FairMemory;
  readonly #ways: FairWays;
  /** Messages on their way, so that none is sent twice by this page. */
  readonly #sent = new Set<string>();
  /** What the table told last. */
  #now: FairNow | null = null;

  constructor(table: string, memory: FairMemory, ways: FairWays) {
    this.#table = table;
    this.#memory = memory;
    this.#ways = ways;
  }

  /** Do what is due now; called whenever something has changed. */
  follow(now: FairNow): void {
    this.#now = now;
    // What was promised is dropped while a bot plays, and has to be promised again.
    if (!now.present) this.#sent.clear();
    const draw = () =>
      bytesToHex(this.#ways.random?.() ?? crypto.getRandomValues(new Uint8Array(32)));
    const { state, send } = follow(
      this.#memory.read(),
      now,
      draw,
      this.#ways.now?.() ?? Date.now(),
    );
    // A number is kept before anybody hears of it.
    this.#memory.write(state);
    if (send) void this.#send(send);
  }

  /** True if a deal of this table was followed, in this page or in one before a reload. */
  get begun(): boolean {
    return this.#memory.read().called > 0;
  }

  /** Judge the evidence of a deal. */
  judge(evidence: Evidence, seen: Seen | null): Verdict {
    const { state, verdict } = conclude(this.#memory.read(), this.#table, evidence, seen);
    this.#memory.write(state);
    return verdict;
  }

  /** What is to be said of a deal, after all that has come to light since. */
  standing(verdict: Verdict): Standing {
    return standingOf(this.#memory.read(), verdict);
  }

  /** The deals that are over and whose evidence has not come: it is to be asked for. */
  missing(): number[] {
    const { owed, called } = this.#memory.read();
    const over = this.#now?.step === 'idle';
    return owed.map(({ count }) => count).filter((count) => count < called || over);
  }

  async #send(message: FairMessage): Promise<void> {
    const key = JSON.stringify(message);
    if (this.#sent.has(key)) return;
    this.#sent.add(key);
    const outcome = await this.#ways.send(message);
    if (outcome === 'lost') this.#sent.delete(key);
    this.#memory.write(answered(this.#memory.read(), message, outcome));
  }
}
