import { beforeEach, describe, expect, test } from 'vitest';
import {
  Browser,
  evidence,
  FakeShelf,
  given,
  locked,
  now,
  SEAT,
  settle,
  vectors,
  withMine,
} from '../../tests/fair-browser';
import type { FairNow } from './checker';
import type { Evidence } from './evidence';
import { FairMemory } from './memory';
import { FRESH } from './state';
import type { Play } from './state';

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('told by the memory', () => {
  async function playThrough(): Promise<void> {
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    player.follow(now('settled'));
  }

  test('a number that was shown and is said not to have come', async () => {
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    player.follow(now('settled', { contributions: withMine(locked[SEAT]!) }));
    expect(browser.said().breaches).toContain('number_denied');
  });

  test('other rules, another hand and other numbers in the evidence', async () => {
    await playThrough();
    const kept = [...browser.shelf.held];
    const again = (changes: Partial<Evidence>) => {
      browser.shelf = new FakeShelf();
      browser.shelf.held = new Map(kept);
      return browser.said(browser.page(), { ...evidence, ...changes }).breaches;
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
    expect(browser.said(browser.page(), shown)).toMatchObject({
      fairness: 'breach',
      breaches: ['unreadable'],
    });
    expect(browser.page().standing(browser.page().judge(evidence, null)).fairness).toBe('breach');
  });

  test('two versions of the same evidence', async () => {
    await playThrough();
    expect(browser.said().fairness).toBe('fair');
    expect(browser.said(browser.page(), { ...evidence, ended: 'aborted' }).breaches).toContain(
      'evidence_changed',
    );
  });

  test('another chain, or another secret than the chain has', async () => {
    await playThrough();
    browser.said();
    const player = browser.page();
    player.follow(now('committing', { count: 2, previous: 'cd'.repeat(32) }));
    expect(browser.said(player).breaches).toEqual(['previous_changed']);
    browser.numbers = ['ef'.repeat(32)];
    const chain = { ...evidence.chain, anchor: 'cd'.repeat(32) };
    player.follow(now('committing', { count: 3, chain }));
    expect(browser.said(player).breaches).toContain('second_chain');
  });

  test('cards that were played and not dealt', () => {
    const seen = { tricks: [], dealt: evidence.hands, passed: null, passing: 0 };
    const trick = evidence.hands.map((hand) => hand[0]!);
    const played = (leader: number) => {
      browser.shelf = new FakeShelf();
      const player = browser.page();
      const verdict = player.judge(evidence, { ...seen, tricks: [{ leader, cards: trick }] });
      return player.standing(verdict).breaches;
    };
    expect(played(0)).toEqual([]);
    expect(played(1)).toEqual([{ count: 1, breach: 'cards_differ' }]);
  });
});

describe('a deal that was called', () => {
  test('has to be shown before a later one is fair', async () => {
    const player = browser.page();
    browser.numbers = ['ab'.repeat(32), given.reveal];
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
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    const hand = evidence.hands[SEAT]!;
    player.follow(now(step, { hand }));
    player.follow(now('idle', { hand, scored: [1] }));
    browser.said(player);
    const next = player.judge(vectors.deals[1]!.evidence, null);
    expect(player.standing(next).dropped).toEqual(dropped);
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
    browser.page().follow(now('committing'));
    await settle();
    browser.page().follow(now('revealing'));
    await settle();
    for (const [step, hand, seen] of steps) browser.page().follow(now(step, { hand, play: seen }));
    browser
      .page()
      .follow(now('settled', { hand: steps.at(-1)![1], play: steps.at(-1)![2], scored: [1] }));
    return browser.said();
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
    browser.shelf = new FakeShelf();
    browser.numbers = [given.reveal];
    const stolen = { ...after, received: evidence.hands[3]!.slice(0, 3) };
    expect((await shown(['settled', mine, play(stolen)])).breaches).toEqual(['cards_differ']);
  });

  test('that no browser saw prove nothing', async () => {
    const found = await shown(['settled', null, null]);
    expect(found).toMatchObject({ fairness: 'unproven', breaches: [], seen: false });
  });
});

test('what is not of the form of the protocol is neither kept nor answered', async () => {
  browser.page().follow(now('committing'));
  await settle();
  const huge = withMine({ kind: 'withheld', commitment: given.commitment + 'x'.repeat(1000) });
  browser.page().follow(now('revealing', { contributions: huge }));
  expect(browser.sent.filter(({ type }) => type === 'reveal')).toEqual([]);
  expect([...browser.shelf.held.values()].join().length).toBeLessThan(2000);
  expect(browser.said().breaches).toContain('unreadable');
});

test('a memory that is full is not rolled back', async () => {
  const player = browser.page();
  player.follow(now('committing'));
  await settle();
  browser.shelf.setItem = (key, text) => {
    if (text.length > 10) throw new DOMException('full', 'QuotaExceededError');
    browser.shelf.held.set(key, text);
  };
  player.follow(now('revealing'));
  await settle();
  browser.shelf.setItem = FakeShelf.prototype.setItem;
  browser.numbers = [given.reveal];
  for (const step of ['committing', 'revealing', 'settled'] as const) {
    browser.page().follow(now(step));
    await settle();
  }
  expect(browser.said()).toMatchObject({ fairness: 'unproven', numbers: 'mine' });
});
