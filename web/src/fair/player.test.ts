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
  withMine,
} from '../../tests/fair-browser';
import { evidenceCode } from './conclusion';
import type { FairPlayer } from './player';

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('a deal', () => {
  test('is committed to, opened after the lock, and found to be fair', async () => {
    const player = browser.page();
    player.follow(now('committing'));
    expect(browser.sent).toEqual([{ type: 'commit', count: 1, commitment: given.commitment }]);
    await settle();
    player.follow(now('revealing'));
    expect(browser.sent[1]).toEqual({ type: 'reveal', count: 1, number: given.reveal });
    await settle();
    player.follow(now('settled'));
    expect(browser.said()).toMatchObject({ fairness: 'fair', breaches: [], numbers: 'mine' });
    expect(browser.said()).toMatchObject({ fairness: 'fair', numbers: 'mine' });
  });

  test('is asked about once, however often something else happens', () => {
    const player = browser.page();
    player.follow(now('committing'));
    player.follow(now('committing'));
    expect(browser.sent).toHaveLength(1);
  });

  test('goes on with the same number after a reload', async () => {
    browser.page().follow(now('committing'));
    await settle();
    browser.page().follow(now('committing'));
    expect(browser.sent[1]).toEqual(browser.sent[0]);
    browser.page().follow(now('revealing'));
    expect(browser.sent[2]).toMatchObject({ number: given.reveal });
  });

  test('of which another device takes part is left to it', async () => {
    const player = browser.page();
    player.follow(now('committing', { heard: [false, true, false, false] }));
    player.follow(now('revealing'));
    await settle();
    expect(browser.sent).toEqual([]);
    player.follow(now('settled'));
    expect(browser.said()).toMatchObject({
      fairness: 'unproven',
      breaches: [],
      unused: { what: 'elsewhere' },
    });
  });

  test('to which another device was quicker gets no second number', async () => {
    browser.outcome = { refused: 'committed_already' };
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(
      now('revealing', {
        contributions: withMine({ kind: 'withheld', commitment: 'ab'.repeat(32) }),
      }),
    );
    expect(browser.sent).toHaveLength(1);
    expect(browser.said().breaches).not.toContain('left_out');
  });
});

test('two tabs of a player do not take each other for a cheat', async () => {
  const first = browser.page();
  first.follow(now('committing'));
  const kept = browser.shelf;
  browser.shelf = new FakeShelf();
  browser.outcome = { refused: 'committed_already' };
  const second = browser.page();
  second.follow(now('committing'));
  await settle();
  for (const step of ['revealing', 'settled'] as const) {
    first.follow(now(step));
    second.follow(now(step));
    await settle();
  }
  expect(browser.sent.filter(({ type }) => type === 'reveal')).toHaveLength(1);
  expect(browser.said(second)).toMatchObject({ breaches: [], unused: { what: 'elsewhere' } });
  browser.shelf = kept;
  expect(browser.said(first)).toMatchObject({ fairness: 'fair', numbers: 'mine' });
});

describe('a number is kept back', () => {
  test('from a lock without its commitment, and that is told', async () => {
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing', { contributions: withMine({ kind: 'absent' }) }));
    expect(browser.sent).toHaveLength(1);
    expect(browser.said().breaches).toContain('left_out');
  });

  test('without ado where a bot had taken over, since its promise was dropped', async () => {
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    const contributions = withMine({ kind: 'bot' });
    player.follow(now('revealing', { contributions, present: false }));
    expect(browser.sent).toHaveLength(1);
    expect(browser.said().breaches).not.toContain('left_out');
  });

  test('from a second lock of the same deal, and that is told', async () => {
    browser.outcome = 'lost';
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing', { contributions: withMine({ kind: 'absent' }) }));
    player.follow(now('revealing'));
    expect(browser.sent.filter(({ type }) => type === 'reveal')).toEqual([]);
    expect(browser.said().breaches).toContain('lock_changed');
  });
});

describe('a number is used once', () => {
  async function shown(): Promise<FairPlayer> {
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('revealing'));
    await settle();
    return player;
  }

  test('and not again in another seat of the same deal', async () => {
    const player = await shown();
    const before = browser.sent.length;
    player.follow(now('committing', { seat: 2 }));
    expect(browser.sent).toHaveLength(before);
    expect(browser.said(player).breaches).toEqual(['stepped_back']);
  });

  test('and a player who is moved while numbers come in keeps it back', async () => {
    const player = browser.page();
    player.follow(now('committing'));
    await settle();
    player.follow(now('committing', { seat: 2 }));
    player.follow(now('revealing', { seat: 2 }));
    expect(browser.sent).toHaveLength(1);
    expect(browser.said(player).breaches).toContain('seat_changed');
  });

  test('and a breach stays with the table', async () => {
    const player = await shown();
    player.follow(now('committing'));
    player.follow(now('committing', { count: 2, previous: evidence.secret }));
    browser.said(player);
    expect(browser.page().standing(browser.page().judge(evidence, null)).fairness).toBe('breach');
  });

  test('and for each deal there is another one', async () => {
    const player = await shown();
    player.follow(now('committing', { count: 2, previous: evidence.secret }));
    await settle();
    const commits = browser.sent.filter(({ type }) => type === 'commit');
    expect(commits).toHaveLength(2);
    expect(JSON.stringify(commits[0])).not.toContain(JSON.stringify(commits[1]));
  });
});

test('a number that was sent and not counted is told, with how long before the end', async () => {
  browser.outcome = 'lost';
  const player = browser.page();
  player.follow(now('committing'));
  await settle();
  player.follow(now('revealing'));
  await settle();
  player.follow(now('settled', { contributions: withMine(locked[SEAT]!) }));
  const contributions = withMine(locked[SEAT]!);
  expect(browser.said(player, { ...evidence, contributions }).unused).toEqual({
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
