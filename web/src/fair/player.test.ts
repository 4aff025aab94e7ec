import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FairMessage, FairNow, Outcome } from './checker';
import { evidenceCode } from './conclusion';
import type { Contribution, Evidence } from './evidence';
import { FairMemory, type Shelf } from './memory';
import { FairPlayer } from './player';
import { FRESH, type Play } from './state';

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
  setItem(key: string, text: string): void {
    this.held.set(key, text);
  }
  removeItem = (key: string): void => void this.held.delete(key);
}

let shelf: FakeShelf;
let sent: FairMessage[];
let outcome: Outcome;
let numbers: string[];
/** Milliseconds; each look at it is a second later. */
let clock: number;

beforeEach(() => {
  shelf = new FakeShelf();
  sent = [];
  outcome = 'done';
  clock = 0;
  numbers = [given.reveal, 'ab'.repeat(32)];
});

/** A page of the player; another call of it is a reload. */
function page(): FairPlayer {
  return new FairPlayer(evidence.table, new FairMemory(evidence.table, shelf), {
    send: (message) => {
      sent.push(message);
      return Promise.resolve(outcome);
    },
    random: () => Uint8Array.from(numbers.shift()!.match(/../g)!, (pair) => parseInt(pair, 16)),
    now: () => (clock += 1000),
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
    play: { passing: 0, passed: null, received: null, left: null, plays: [] },
    present: true,
    scored: [],
    ...more,
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** What a page says of the deal, whose evidence it has just been shown. */
function said(player = page(), shown = evidence) {
  const verdict = player.judge(shown, null);
  const standing = player.standing(verdict);
  return { ...verdict, ...standing, breaches: standing.breaches.map(({ breach }) => breach) };
}

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
    expect(said()).toMatchObject({ fairness: 'fair', breaches: [], numbers: 'mine' });
    expect(said()).toMatchObject({ fairness: 'fair', numbers: 'mine' });
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
    expect(said()).toMatchObject({
      fairness: 'unproven',
      breaches: [],
      unused: { what: 'elsewhere' },
    });
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
    expect(said().breaches).not.toContain('left_out');
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
  expect(said(second)).toMatchObject({ breaches: [], unused: { what: 'elsewhere' } });
  shelf = kept;
  expect(said(first)).toMatchObject({ fairness: 'fair', numbers: 'mine' });
});

describe('a number is kept back', () => {
  test('from a lock without its commitment, and that is told', async () => {
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing', { contributions: withMine({ kind: 'absent' }) }));
    expect(sent).toHaveLength(1);
    expect(said().breaches).toContain('left_out');
  });

  test('without ado where a bot had taken over, since its promise was dropped', async () => {
    const player = page();
    player.follow(now('committing'));
    await settle();
    const contributions = withMine({ kind: 'bot' });
    player.follow(now('revealing', { contributions, present: false }));
    expect(sent).toHaveLength(1);
    expect(said().breaches).not.toContain('left_out');
  });

  test('from a second lock of the same deal, and that is told', async () => {
    outcome = 'lost';
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing', { contributions: withMine({ kind: 'absent' }) }));
    player.follow(now('revealing'));
    expect(sent.filter(({ type }) => type === 'reveal')).toEqual([]);
    expect(said().breaches).toContain('lock_changed');
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
    expect(said().breaches).toContain('number_denied');
  });

  test('other rules, another hand and other numbers in the evidence', async () => {
    await playThrough();
    const kept = [...shelf.held];
    const again = (changes: Partial<Evidence>) => {
      shelf = new FakeShelf();
      shelf.held = new Map(kept);
      return said(page(), { ...evidence, ...changes }).breaches;
    };
    expect(again({ rules: { ...evidence.rules, lower_limit: -500 } })).toContain('rules_changed');
    expect(again({ hands: [...evidence.hands].reverse() })).toContain('hand_differs');
    expect(again({ contributions: withMine(locked[SEAT]!) })).toEqual(
      expect.arrayContaining(['numbers_differ', 'number_denied', 'sums']),
    );
    expect(again({ table: 'other' })).toContain('other_table');
    expect(again({ previous: 'cd'.repeat(32) })).toContain('previous_changed');
    expect(again({ contributions: withMine({ kind: 'absent' }) })).toContain('lock_differs');
  });

  test('something that is no evidence', async () => {
    await playThrough();
    const shown = { ...evidence, secret: 'none' };
    expect(said(page(), shown)).toMatchObject({ fairness: 'breach', breaches: ['unreadable'] });
    expect(page().standing(page().judge(evidence, null)).fairness).toBe('breach');
  });

  test('two versions of the same evidence', async () => {
    await playThrough();
    expect(said().fairness).toBe('fair');
    expect(said(page(), { ...evidence, ended: 'aborted' }).breaches).toContain('evidence_changed');
  });

  test('another chain, or another secret than the chain has', async () => {
    await playThrough();
    said();
    const player = page();
    player.follow(now('committing', { count: 2, previous: 'cd'.repeat(32) }));
    expect(said(player).breaches).toEqual(['previous_changed']);
    numbers = ['ef'.repeat(32)];
    const chain = { ...evidence.chain, anchor: 'cd'.repeat(32) };
    player.follow(now('committing', { count: 3, chain }));
    expect(said(player).breaches).toContain('second_chain');
  });

  test('cards that were played and not dealt', () => {
    const seen = { tricks: [], dealt: evidence.hands, passed: null, passing: 0 };
    const trick = evidence.hands.map((hand) => hand[0]!);
    const played = (leader: number) => {
      shelf = new FakeShelf();
      const player = page();
      const verdict = player.judge(evidence, { ...seen, tricks: [{ leader, cards: trick }] });
      return player.standing(verdict).breaches;
    };
    expect(played(0)).toEqual([]);
    expect(played(1)).toEqual([{ count: 1, breach: 'cards_differ' }]);
  });
});

describe('a number is used once', () => {
  async function shown(): Promise<FairPlayer> {
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    return player;
  }

  test('and not again in another seat of the same deal', async () => {
    const player = await shown();
    const before = sent.length;
    player.follow(now('committing', { seat: 2 }));
    expect(sent).toHaveLength(before);
    expect(said(player).breaches).toEqual(['stepped_back']);
  });

  test('and a player who is moved while numbers come in keeps it back', async () => {
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('committing', { seat: 2 }));
    player.follow(now('revealing', { seat: 2 }));
    expect(sent).toHaveLength(1);
    expect(said(player).breaches).toContain('seat_changed');
  });

  test('and a breach stays with the table', async () => {
    const player = await shown();
    player.follow(now('committing'));
    player.follow(now('committing', { count: 2, previous: evidence.secret }));
    said(player);
    expect(page().standing(page().judge(evidence, null)).fairness).toBe('breach');
  });

  test('and for each deal there is another one', async () => {
    const player = await shown();
    player.follow(now('committing', { count: 2, previous: evidence.secret }));
    await settle();
    const commits = sent.filter(({ type }) => type === 'commit');
    expect(commits).toHaveLength(2);
    expect(JSON.stringify(commits[0])).not.toContain(JSON.stringify(commits[1]));
  });
});

describe('a deal that was called', () => {
  test('has to be shown before a later one is fair', async () => {
    const player = page();
    numbers = ['ab'.repeat(32), given.reveal];
    // The dealer calls a deal, hears the number, and calls the deal of the evidence instead.
    const first = { ...evidence.chain, first_deal: 1 };
    player.follow(now('committing', { chain: first }));
    await settle();
    player.follow(now('committing', { count: 3, previous: evidence.secret, chain: first }));
    expect(player.missing()).toEqual([1, 2]);
  });

  test.each([
    ['settled', []],
    ['revealing', [1]],
  ] as const)('and whose hand was shown while %s', async (step, dropped) => {
    const player = page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    const hand = evidence.hands[SEAT]!;
    player.follow(now(step, { hand }));
    player.follow(now('idle', { hand, scored: [1] }));
    said(player);
    const next = player.judge(vectors.deals[1]!.evidence, null);
    expect(player.standing(next).dropped).toEqual(dropped);
  });
});

test('a number that was sent and not counted is told, with how long before the end', async () => {
  outcome = 'lost';
  const player = page();
  player.follow(now('committing'));
  await settle();
  player.follow(now('revealing'));
  await settle();
  player.follow(now('settled', { contributions: withMine(locked[SEAT]!) }));
  const contributions = withMine(locked[SEAT]!);
  expect(said(player, { ...evidence, contributions }).unused).toEqual({
    what: 'number',
    before: 1000,
  });
});

test('players with different evidence have different codes', () => {
  const code = evidenceCode(evidence);
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(evidenceCode(structuredClone(evidence))).toBe(code);
  expect(evidenceCode({ ...evidence, ended: 'aborted' })).not.toBe(code);
});

test('without storage the page itself remembers', () => {
  const memory = new FairMemory('t', {
    getItem: () => {
      throw new Error('switched off');
    },
    setItem: () => {
      throw new Error('switched off');
    },
    removeItem: () => {
      throw new Error('switched off');
    },
  });
  memory.write({ ...FRESH, chain: evidence.chain });
  expect(memory.read().chain).toEqual(evidence.chain);
});

describe('the cards on the table', () => {
  const mine = evidence.hands[SEAT]!;
  const others = evidence.hands[0]!;
  const play = (more: Partial<Play> = {}): Play => ({
    ...{ passing: 0, passed: null, received: null, left: null, plays: [], ...more },
  });

  /** What is said of a deal of which a browser was shown these cards, step by step. */
  async function shown(...steps: [FairNow['step'], string[] | null, Play | null][]) {
    page().follow(now('committing'));
    await settle();
    page().follow(now('revealing'));
    await settle();
    for (const [step, hand, seen] of steps) page().follow(now(step, { hand, play: seen }));
    page().follow(now('settled', { hand: steps.at(-1)![1], play: steps.at(-1)![2], scored: [1] }));
    return said();
  }

  test('are those of the evidence', async () => {
    const plays = [`${SEAT}${mine[0]}`, `2${evidence.hands[2]![3]}`];
    const found = await shown(
      ['settled', mine, play()],
      ['settled', mine, play({ left: mine.slice(1), plays: plays.slice(0, 1) })],
      ['settled', mine, play({ left: mine.slice(1), plays })],
    );
    expect(found).toMatchObject({ fairness: 'fair', breaches: [], seen: true });
  });

  test('are kept at whatever step they are shown', async () => {
    const found = await shown(['revealing', others, play()], ['settled', mine, play()]);
    expect(found.breaches).toContain('hand_differs');
  });

  test('are not others than those that were dealt', async () => {
    const found = await shown(['settled', mine, play({ left: others })]);
    expect(found.breaches).toEqual(['hand_differs']);
  });

  test('are not taken back', async () => {
    const found = await shown(
      ['settled', mine, play({ plays: [`0${others[0]}`] })],
      ['settled', mine, play({ plays: [`0${others[1]}`] })],
    );
    expect(found.breaches).toContain('cards_differ');
  });

  test('come from hands of the evidence, though the end of the deal was never shown', async () => {
    const found = await shown(['settled', mine, play({ plays: [`2${others[0]}`] })]);
    expect(found.breaches).toEqual(['cards_differ']);
  });

  test('may have been passed', async () => {
    const passed = mine.slice(0, 3);
    const received = others.slice(0, 3);
    const after = { passing: 1, passed, received };
    const left = [...mine.slice(3), ...received.slice(1)];
    const plays = [`${SEAT}${received[0]}`, `2${passed[0]}`];
    const found = await shown(
      ['settled', mine, play({ passing: 1 })],
      ['settled', mine, play({ ...after, left, plays })],
    );
    expect(found).toMatchObject({ fairness: 'fair', breaches: [] });
    shelf = new FakeShelf();
    numbers = [given.reveal];
    const stolen = { ...after, received: evidence.hands[3]!.slice(0, 3) };
    expect((await shown(['settled', mine, play(stolen)])).breaches).toEqual(['cards_differ']);
  });

  test('that no browser saw prove nothing', async () => {
    const found = await shown(['settled', null, null]);
    expect(found).toMatchObject({ fairness: 'unproven', breaches: [], seen: false });
  });
});

test('what is not of the form of the protocol is neither kept nor answered', async () => {
  page().follow(now('committing'));
  await settle();
  const huge = withMine({ kind: 'withheld', commitment: given.commitment + 'x'.repeat(1000) });
  page().follow(now('revealing', { contributions: huge }));
  expect(sent.filter(({ type }) => type === 'reveal')).toEqual([]);
  expect([...shelf.held.values()].join().length).toBeLessThan(2000);
  expect(said().breaches).toContain('unreadable');
});

test('a memory that is full is not rolled back', async () => {
  const player = page();
  player.follow(now('committing'));
  await settle();
  shelf.setItem = (key, text) => {
    if (text.length > 10) throw new DOMException('full', 'QuotaExceededError');
    shelf.held.set(key, text);
  };
  player.follow(now('revealing'));
  await settle();
  shelf.setItem = FakeShelf.prototype.setItem;
  numbers = [given.reveal];
  for (const step of ['committing', 'revealing', 'settled'] as const) {
    page().follow(now(step));
    await settle();
  }
  expect(said()).toMatchObject({ fairness: 'unproven', numbers: 'mine' });
});
