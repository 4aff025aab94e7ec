import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import type { Command, LinkEvents } from '../net/socket';
import type { TableView } from '../table/wire';
import { api } from '../net/api';
import { book, rowOf } from './book.svelte';
import { askOf, dealOf, namesOf, playedOut, rulesOf, winnerOf } from './position';
import { nextPuzzle, puzzleOfDay, read, solves, type Puzzle } from './puzzle';
import { PuzzleTable } from './puzzle-table.svelte';
import { actionText, ratingText, toldChoices } from './words';

await addTopics('puzzles');
const DATA = '../src/gongzhu/puzzles/data/';
const load = (game: string) => read(readFileSync(`${DATA}${game}.jsonl`, 'utf8'));
const all = { gongzhu: load('gongzhu'), hearts: load('hearts') };

/** Whether two lists name the same cards, in whatever order. */
const sameCards = (one: string, other: string) =>
  one.split(/,? /).sort().join() === other.split(/,? /).sort().join();

describe.each(['gongzhu', 'hearts'] as const)('the puzzles of %s', (game) => {
  test('stand on the table as they are written', () => {
    for (const puzzle of all[game]) {
      const { request } = puzzle;
      const { public: deal, own } = dealOf(puzzle);
      expect([...own.hand].sort(), puzzle.id).toEqual([...request.hand].sort());
      expect(deal.trick).toEqual((request.trick ?? []).map(([, card]) => card));
      expect(deal.tricks.length).toBe(request.history?.length ?? 0);
      const phase = { play: 'playing', pass: 'passing', expose: 'exposing' }[request.type];
      expect(deal.phase).toBe(phase);
      if (request.type === 'play')
        expect((deal.leader! + deal.trick.length) % namesOf(puzzle, '').length).toBe(request.seat);
      // Who took a trick leads the next one.
      (request.history ?? []).forEach((trick, place, tricks) => {
        const next = tricks[place + 1]?.[0]?.[0] ?? deal.leader;
        expect(winnerOf(trick)).toBe(next);
      });
      expect(solves(puzzle, puzzle.best)).toBe(true);
      const asked = askOf(puzzle);
      if (puzzle.best.type === 'play') expect(asked.cards).toContain(puzzle.best.card);
    }
  });

  test('tell every choice, and the reason, by how far it is behind the best', () => {
    for (const puzzle of all[game]) {
      const told = toldChoices(puzzle);
      const sizes = told.map(({ figure }) => parseFloat(figure.replace('−', '')) || 0);
      expect(sizes, puzzle.id).toEqual(sizes.toSorted((one, other) => one - other));
      const { en, zh } = puzzle.sentence;
      const [, figure, card] =
        /about ([\d.]+) points better than (?:passing |exposing )?(.*?)[.:]/.exec(en)!;
      const other = puzzle.choices.findIndex(({ actions }) =>
        actions.some((action) => sameCards(actionText(action), card!.replace(' and ', ', '))),
      );
      expect(told[other]!.figure, en).toBe(`−${figure}`);
      expect(/大约好 ([\d.]+) 分/.exec(zh)![1], zh).toBe(figure);
      // No other number of points stands beside it.
      expect(en.replaceAll(/[\d.]+%/g, '').match(/[\d.]+ points/g)).toHaveLength(1);
    }
  });

  test('can be looked back at, trick by trick', () => {
    const puzzle = all[game].find(({ request }) => (request.history?.length ?? 0) > 3)!;
    const deal = dealOf(puzzle, 2);
    expect(deal.public.tricks.length).toBe(2);
    expect(deal.public.trick).toEqual([]);
    expect(deal.own.hand.length).toBe(11);
  });

  test('are played out from the choice to the last card', () => {
    for (const puzzle of all[game]) {
      const frames = playedOut(puzzle);
      const { players } = rulesOf(puzzle);
      const whole = frames[0]!.views.map(({ own }) => own.hand.length);
      const last = frames.at(-1)!.views;
      expect(
        last.flatMap(({ own }) => own.hand),
        puzzle.id,
      ).toEqual([]);
      expect(frames).toHaveLength(whole.reduce((sum, hand) => sum + hand, 1));
      if (puzzle.best.type === 'play')
        expect(frames[1]!.views[0]!.public.trick.at(-1)).toBe(puzzle.best.card);
      expect(last[0]!.public.trick).toHaveLength(players);
    }
  });

  test('have one for every day', () => {
    const day = 86_400_000;
    const today = puzzleOfDay(all[game], 20_000 * day);
    expect(puzzleOfDay(all[game], 20_000 * day + day - 1)).toBe(today);
    expect(puzzleOfDay(all[game], 20_001 * day)).not.toBe(today);
  });
});

test('the day is counted as on the server', () => {
  // tests/puzzles/test_shipped.py has the same day.
  const number = 740_347;
  const list = Array.from({ length: 7 }, (_, id) => ({ id: `${id}` }) as Puzzle);
  expect(puzzleOfDay(list, Date.UTC(2028, 0, 1))!.id).toBe(`${number % 7}`);
});

test('the next puzzle is the nearest that was not tried', () => {
  const list = [1300, 1480, 1530, 1900].map(
    (rating) => ({ id: `${rating}`, rating, theme: rating > 1500 ? 'pig' : 'slam' }) as Puzzle,
  );
  const next = (tried: string[], theme: string | null = null) =>
    nextPuzzle(list, 1500, (id) => tried.includes(id), theme)?.id;
  expect(next([])).toBe('1480');
  expect(next(['1480'])).toBe('1530');
  expect(next([], 'pig')).toBe('1530');
  expect(next(['1530', '1900'], 'pig')).toBeUndefined();
});

describe('a table of a puzzle', () => {
  const puzzle = all.gongzhu.find(
    ({ request, choices }) => request.type === 'play' && choices.length > 2,
  )!;
  const wrong = puzzle.choices[1]!.actions[0] as Command;
  const right = puzzle.best as Command;

  function open() {
    const first = vi.fn();
    const table = new PuzzleTable(puzzle, () => namesOf(puzzle, 'You'), first);
    const page: { view: TableView | null; ask: unknown } = { view: null, ask: null };
    table.connect({
      snapshot: (message) => {
        page.view = message.table;
        page.ask = message.ask;
      },
      update: () => undefined,
      you: () => undefined,
      lines: () => undefined,
      said: () => undefined,
      status: () => undefined,
    } satisfies LinkEvents);
    table.start();
    return { table, page, first };
  }

  test('asks until the best choice is made; the first try counts', async () => {
    const { table, page, first } = open();
    expect(page.ask).toEqual(askOf(puzzle));
    await table.send(wrong);
    expect(table.open).toBe(false);
    expect(table.missed).toEqual(wrong);
    await table.send(right);
    expect(table.open).toBe(true);
    expect(table.solved).toBe(true);
    expect(page.ask).toBeNull();
    expect(first).toHaveBeenCalledExactlyOnceWith(wrong);
  });

  test('says when the rules forbid a card', async () => {
    const { table, first } = open();
    const answer = await table.send({ type: 'play', card: 'XX' } as unknown as Command);
    expect(answer.kind).toBe('refused');
    expect(first).not.toHaveBeenCalled();
  });

  test('takes no choice while one looks back', async () => {
    const { table, page } = open();
    table.look(0);
    expect(page.ask).toBeNull();
    await table.send(right);
    expect(table.tried).toEqual([]);
    table.look(null);
    expect(page.ask).toEqual(askOf(puzzle));
  });
});

test('days in a row end today or yesterday', () => {
  const now = 20_780 * 86_400_000 + 5;
  expect(rowOf([20_778, 20_779, 20_780], now)).toBe(3);
  expect(rowOf([20_778, 20_779], now)).toBe(2);
  expect(rowOf([20_778], now)).toBe(0);
  expect(rowOf([], now)).toBe(0);
});

describe('the book', () => {
  beforeEach(() => vi.restoreAllMocks());

  test('counts a first try here, and tells the server once it is reached', async () => {
    const [one, two] = all.hearts as [Puzzle, Puzzle];
    vi.spyOn(api, 'me').mockRejectedValue(new Error('no network'));
    book.add(one, one.best);
    book.add(one, one.best);
    expect(book.count).toBe(1);
    expect(book.streak).toBe(1);
    expect(book.rating('hearts').rating).toBeGreaterThan(1500);
    book.add(two, one.best);
    expect(book.result(two.id)).toBe(false);
    expect(ratingText('hearts', all.hearts)).toMatch(/^\d+\?$/);
    expect(ratingText('hearts', Array(10).fill(one))).toMatch(/^\d+$/);
    expect(book.streak).toBe(0);
    await book.sync();
    vi.spyOn(api, 'me').mockResolvedValue({ name: 'Ann' } as never);
    const told = vi.spyOn(api, 'tryPuzzles').mockResolvedValue({
      ratings: { hearts: { rating: 1450, deviation: 200, volatility: 0.06 } },
      tried: { [one.id]: true, [two.id]: false },
      streak: 0,
      best: 1,
    });
    await book.sync();
    expect(told).toHaveBeenCalledExactlyOnceWith({
      tries: [
        { id: one.id, action: one.best },
        { id: two.id, action: one.best },
      ],
    });
    expect(book.rating('hearts').rating).toBe(1450);
    // Nothing is left to be told.
    vi.spyOn(api, 'puzzles').mockResolvedValue({ ratings: {}, tried: {}, streak: 0, best: 0 });
    await book.sync();
    expect(told).toHaveBeenCalledTimes(1);
  });

  test('keeps what another tab has counted meanwhile', () => {
    const KEY = 'gongzhu.puzzles';
    const [, , three, four, five] = all.hearts as [Puzzle, Puzzle, Puzzle, Puzzle, Puzzle];
    vi.spyOn(api, 'me').mockRejectedValue(new Error('no network'));
    const there = () =>
      JSON.parse(localStorage.getItem(KEY)!) as { tried: object; waiting: { id: string }[] };
    const elsewhere = (id: string) => {
      const { tried, waiting, ...more } = there();
      const now = { tried: { ...tried, [id]: true }, waiting: [...waiting, { id }], ...more };
      localStorage.setItem(KEY, JSON.stringify(now));
    };
    elsewhere(three.id);
    book.add(four, four.best);
    expect(there().tried).toMatchObject({ [three.id]: true, [four.id]: true });
    expect(there().waiting.map(({ id }) => id)).toEqual([three.id, four.id]);
    elsewhere(five.id);
    expect(book.result(five.id)).toBeUndefined();
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(book.result(five.id)).toBe(true);
  });
});
