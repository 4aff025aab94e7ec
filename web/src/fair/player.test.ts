import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { compare, conclude, isFair } from './compare';
import type { Contribution, Evidence } from './evidence';
import { FairMemory, type Shelf } from './memory';
import { FairPlayer, type FairMessage, type FairNow, type Outcome } from './player';

const vectors = JSON.parse(readFileSync('../tests/dealing/vectors/gzh1.json', 'utf8')) as {
  deals: { evidence: Evidence }[];
};
const evidence = vectors.deals[0]!.evidence;
const SEAT = 1;
const given = evidence.contributions[SEAT] as Extract<Contribution, { kind: 'revealed' }>;
const locked: Contribution[] = evidence.contributions.map((each) =>
  each.kind === 'revealed' ? { kind: 'withheld', commitment: each.commitment } : each,
);

class FakeShelf implements Shelf {
  held = new Map<string, string>();
  getItem = (key: string): string | null => this.held.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.held.set(key, text);
}

let shelf: FakeShelf;
let sent: FairMessage[];
let outcome: Outcome;
let numbers: string[];

beforeEach(() => {
  shelf = new FakeShelf();
  sent = [];
  outcome = 'done';
  numbers = [given.reveal, 'ab'.repeat(32)];
});

/** A page of the player; another call of it is a reload. */
function page(): FairPlayer {
  return new FairPlayer(new FairMemory(evidence.table, shelf), {
    send: (message) => {
      sent.push(message);
      return Promise.resolve(outcome);
    },
    random: () => Uint8Array.from(numbers.shift()!.match(/../g)!, (pair) => parseInt(pair, 16)),
  });
}

function now(step: FairNow['step'], more: Partial<FairNow> = {}): FairNow {
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
    present: true,
    ...more,
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const verdict = () => compare(evidence, new FairMemory(evidence.table, shelf), null);

describe('a deal', () => {
  test('is committed to, opened after the lock, and found to be fair', async () => {
    const player = page();
    player.follow(now('committing'));
    expect(sent).toEqual([{ type: 'commit', count: 1, commitment: given.commitment }]);
    await settle();
    player.follow(now('revealing'));
    expect(sent[1]).toEqual({ type: 'reveal', count: 1, number: given.reveal });
    await settle();
    player.follow(now('settled'));
    expect(verdict()).toMatchObject({ breaches: [], numbers: 'mine', remembered: true });
    expect(isFair(verdict())).toBe(true);
  });

  test('is asked about once, however often something else happens', () => {
    const player = page();
    player.follow(now('committing'));
    player.follow(now('committing'));
    expect(sent).toHaveLength(1);
  });

  test('goes on with the same number after a reload', async () => {
    page().follow(now('committing'));
    await settle();
    page().follow(now('committing'));
    expect(sent[1]).toEqual(sent[0]);
    page().follow(now('revealing'));
    expect(sent[2]).toMatchObject({ number: given.reveal });
  });

  test('of which another device takes part is left to it', async () => {
    const player = page();
    player.follow(now('committing', { heard: [false, true, false, false] }));
    player.follow(now('revealing'));
    await settle();
    expect(sent).toEqual([]);
    player.follow(now('settled'));
    expect(verdict()).toMatchObject({ breaches: [], numbers: 'others' });
  });

  test('to which another device was quicker gets no second number', async () => {
    outcome = { refused: 'committed_already' };
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(
      now('revealing', {
        contributions: withMine({ kind: 'withheld', commitment: 'ab'.repeat(32) }),
      }),
    );
    expect(sent).toHaveLength(1);
    expect(verdict().breaches).not.toContain('left_out');
  });
});

function withMine(mine: Contribution): Contribution[] {
  return locked.map((each, seat) => (seat === SEAT ? mine : each));
}

test('two tabs of a player do not take each other for a cheat', async () => {
  const first = page();
  first.follow(now('committing'));
  const kept = shelf;
  shelf = new FakeShelf();
  outcome = { refused: 'committed_already' };
  const second = page();
  second.follow(now('committing'));
  await settle();
  for (const step of ['revealing', 'settled'] as const) {
    first.follow(now(step));
    second.follow(now(step));
    await settle();
  }
  expect(sent.filter(({ type }) => type === 'reveal')).toHaveLength(1);
  expect(verdict()).toMatchObject({ breaches: [], numbers: 'others' });
  shelf = kept;
  expect(verdict()).toMatchObject({ breaches: [], numbers: 'mine' });
});

describe('a number is kept back', () => {
  test('from a lock without its commitment, and that is told', async () => {
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing', { contributions: withMine({ kind: 'absent' }) }));
    expect(sent).toHaveLength(1);
    expect(verdict().breaches).toContain('left_out');
  });

  test('without ado where a bot had taken over, since its promise was dropped', async () => {
    const player = page();
    player.follow(now('committing'));
    await settle();
    const contributions = withMine({ kind: 'bot' });
    player.follow(now('revealing', { contributions, present: false }));
    expect(sent).toHaveLength(1);
    expect(verdict().breaches).not.toContain('left_out');
  });

  test('from a second lock of the same deal, and that is told', async () => {
    outcome = 'lost';
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing', { contributions: withMine({ kind: 'absent' }) }));
    player.follow(now('revealing'));
    expect(sent.filter(({ type }) => type === 'reveal')).toEqual([]);
    expect(verdict().breaches).toContain('lock_changed');
  });
});

describe('told by the memory', () => {
  async function playThrough(): Promise<void> {
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    player.follow(now('settled'));
  }

  test('a number that was shown and is said not to have come', async () => {
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    player.follow(now('settled', { contributions: withMine(locked[SEAT]!) }));
    expect(verdict().breaches).toContain('number_denied');
  });

  test('other rules, another hand and other numbers in the evidence', async () => {
    await playThrough();
    const memory = new FairMemory(evidence.table, shelf);
    const rules = { ...evidence.rules, lower_limit: -500 };
    expect(compare({ ...evidence, rules }, memory, null).breaches).toContain('rules_changed');
    const hands = [...evidence.hands].reverse();
    expect(compare({ ...evidence, hands }, memory, null).breaches).toContain('hand_differs');
    const contributions = withMine(locked[SEAT]!);
    expect(compare({ ...evidence, contributions }, memory, null).breaches).toEqual(
      expect.arrayContaining(['numbers_differ', 'sums']),
    );
  });

  test('another chain, or another secret than the one that was shown', async () => {
    await playThrough();
    conclude(evidence, new FairMemory(evidence.table, shelf));
    const player = page();
    player.follow(now('committing', { count: 2, previous: 'cd'.repeat(32) }));
    const kept = new FairMemory(evidence.table, shelf).read();
    expect(kept.deal?.breaches).toEqual(['previous_changed']);
    numbers = ['ef'.repeat(32)];
    const chain = { ...evidence.chain, anchor: 'cd'.repeat(32) };
    player.follow(now('committing', { count: 3, chain }));
    expect(new FairMemory(evidence.table, shelf).read().deal?.breaches).toContain('second_chain');
  });

  test('cards that were played and not dealt', () => {
    const memory = new FairMemory(evidence.table, shelf);
    const seen = { tricks: [], dealt: evidence.hands, passed: null, passing: 0 };
    const trick = evidence.hands.map((hand) => hand[0]!);
    expect(
      compare(evidence, memory, { ...seen, tricks: [{ leader: 0, cards: trick }] }).breaches,
    ).toEqual([]);
    expect(
      compare(evidence, memory, { ...seen, tricks: [{ leader: 1, cards: trick }] }).breaches,
    ).toEqual(['cards_differ']);
  });
});

test('without storage the page itself remembers', () => {
  const memory = new FairMemory('t', {
    getItem: () => {
      throw new Error('switched off');
    },
    setItem: () => {
      throw new Error('switched off');
    },
  });
  memory.write({ chain: evidence.chain, last: null, deal: null });
  expect(memory.read().chain).toEqual(evidence.chain);
});
