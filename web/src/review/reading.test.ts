import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addTopics } from '../i18n';
import type { DealSheet } from '../wire/types';
import { Reading } from './reading.svelte';
import type { Reviewed } from './session.svelte';
import type { ToldDeal } from './wire';

await addTopics('replay', 'review');

const [{ sheet }] = JSON.parse(readFileSync('../tests/web/replay_vectors.json', 'utf8')) as [
  { sheet: DealSheet },
];

/** The review of a deal in which these seats made a mistake at these plies. */
function told(mistakes: [ply: number, seat: number][]): ToldDeal {
  const decisions = mistakes.map(([ply, seat]) => {
    const card = { type: 'play', card: '2C' };
    const loss = { mean: 20, low: 10, high: 30 };
    return { ply, seat, kind: 'play', aim: 'points', loss, class: 'mistake', action: card, best: card, lines: [] }; // prettier-ignore
  });
  return { decisions, ledger: [], expected: [], bins: [] } as unknown as ToldDeal;
}

function reading(seat: number | null, search: number | null = null): Reading {
  const reviews = [
    told([
      [20, 1],
      [25, 2],
      [30, 1],
    ]),
    told([[22, 3]]),
  ];
  const reviewed = {
    seat,
    count: 2,
    sheets: new Map([1, 2].map((number) => [number, sheet])),
    reviews: new Map(reviews.map((review, at) => [at + 1, review])),
  } as unknown as Reviewed;
  return new Reading(reviewed, { deal: 1, ply: 0, seat: search, eyes: false });
}

const visited = (page: Reading, times: number) =>
  Array.from({ length: times }, () => {
    page.visitMistake(1);
    return [page.deal, page.ply, page.bottom];
  });

test('a review begins with whoever asks for it, and goes from one own mistake to the next', () => {
  const mine = reading(1);
  expect(mine.bottom).toBe(1);
  expect(visited(mine, 3)).toEqual([
    [1, 20, 1],
    [1, 30, 1],
    [1, 20, 1],
  ]);
  expect(reading(1, 3).bottom).toBe(3);
  // In a deal without one it leads to the deal that has one.
  const third = reading(3);
  expect(visited(third, 1)).toEqual([[2, 22, 3]]);
  expect(reading(0).visitMistake(1)).toBe(false);
});

test('everybody’s mistakes are those of who did not sit there, and of who wants them', () => {
  const all = [
    [1, 20, 1],
    [1, 25, 2],
    [1, 30, 1],
  ];
  expect(visited(reading(null), 3)).toEqual(all);
  const mine = reading(2);
  mine.chosen = { ...mine.chosen, seat: null };
  expect(visited(mine, 3)).toEqual(all);
});

test('a place is told by its trick and card', () => {
  const mine = reading(null);
  const players = sheet.record.players.length;
  const at = mine.places.findIndex(({ play }) => play === 3 * players + 1);
  mine.go(at);
  const name = sheet.record.players[mine.place!.seat!];
  expect(mine.where).toBe(`Trick 4 of 13, card 2 · ${name}`);
});
