/** A player's browser, and the server that it asks; the deal is the first of the vectors. */

import { readFileSync } from 'node:fs';
import type { FairMessage, FairNow, Outcome } from '../src/fair/checker';
import type { Contribution, Evidence } from '../src/fair/evidence';
import { FairMemory, type Shelf } from '../src/fair/memory';
import { FairPlayer } from '../src/fair/player';

export const vectors = JSON.parse(readFileSync('../tests/dealing/vectors/gzh1.json', 'utf8')) as {
  deals: { evidence: Evidence }[];
};
export const evidence = vectors.deals[0]!.evidence;
export const SEAT = 1;
export const given = evidence.contributions[SEAT] as Extract<Contribution, { kind: 'revealed' }>;
export const locked: Contribution[] = evidence.contributions.map((each) =>
  each.kind === 'revealed' ? { kind: 'withheld', commitment: each.commitment } : each,
);

export class FakeShelf implements Shelf {
  held = new Map<string, string>();
  getItem = (key: string): string | null => this.held.get(key) ?? null;
  setItem(key: string, text: string): void {
    this.held.set(key, text);
  }
  removeItem = (key: string): void => void this.held.delete(key);
}

export class Browser {
  shelf = new FakeShelf();
  /** What the server was asked, oldest first. */
  sent: FairMessage[] = [];
  /** What the server answers. */
  outcome: Outcome = 'done';
  /** The numbers that chance will give. */
  numbers = [given.reveal, 'ab'.repeat(32)];
  /** Milliseconds; each look at it is a second later. */
  #clock = 0;

  /** A page of the player; another call of it is a reload. */
  page(): FairPlayer {
    return new FairPlayer(evidence.table, new FairMemory(evidence.table, this.shelf), {
      send: (message) => {
        this.sent.push(message);
        return Promise.resolve(this.outcome);
      },
      random: () =>
        Uint8Array.from(this.numbers.shift()!.match(/../g)!, (pair) => parseInt(pair, 16)),
      now: () => (this.#clock += 1000),
    });
  }

  /** What a page says of the deal, whose evidence it has just been shown. */
  said(player = this.page(), shown = evidence) {
    const verdict = player.judge(shown, null);
    const standing = player.standing(verdict);
    return { ...verdict, ...standing, breaches: standing.breaches.map(({ breach }) => breach) };
  }
}

export function now(step: FairNow['step'], more: Partial<FairNow> = {}): FairNow {
  return {
    table: evidence.table,
    chain: evidence.chain,
    count: evidence.deal,
    previous: evidence.previous,
    step,
    heard: [false, false, false, false],
    contributions:
      step === 'committing' ? null : step === 'revealing' ? locked : evidence.contributions,
    rules: evidence.rules,
    seat: SEAT,
    hand: step === 'settled' ? evidence.hands[SEAT]! : null,
    play: { passing: 0, passed: null, received: null, left: null, plays: [] },
    present: true,
    scored: [],
    ...more,
  };
}

export function withMine(mine: Contribution): Contribution[] {
  return locked.map((each, seat) => (seat === SEAT ? mine : each));
}

export const settle = () => new Promise((resolve) => setTimeout(resolve));
