import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import { api } from '../net/api';
import type { Daily } from '../wire/types';
import DailyPage from './DailyPage.svelte';

await addTopics('daily', 'puzzles');

const day = '2026-11-26';
const deal = {
  ...{ day, game: 'gongzhu', preset: 'gongzhu-pagat', title: 'Gong Zhu', ends_ms: 1e9 },
  ...{ over: false, state: 'finished', table: null, played: null, players: 1 },
  proof: { table: 'kite', deal: 1, chain: { anchor: '' }, previous: '', secret: null },
};

beforeEach(() => {
  vi.useFakeTimers();
  // Nothing else comes.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.useRealTimers();
});

test('master is looked for until it has played', async () => {
  let master: number | null = null;
  const look = vi.spyOn(api, 'daily').mockImplementation(async () => {
    const result = { score: -100, master, mean: null, place: null, scores: [] };
    const page = { day, now_ms: 0, ends_ms: 1e9, first: day, streak: 0, best: 0 };
    return { ...page, deals: [{ ...deal, result }] } as unknown as Daily;
  });
  vi.spyOn(api, 'me').mockResolvedValue({
    name: 'Ann',
    recovery: false,
    session: null,
    certain: false,
  });
  render(DailyPage, { day: null });
  await vi.advanceTimersByTimeAsync(0);
  for (const looks of [1, 2, 3]) {
    expect(look).toHaveBeenCalledTimes(looks);
    await vi.advanceTimersByTimeAsync(4000);
  }
  master = 60;
  await vi.advanceTimersByTimeAsync(4000);
  expect(screen.getByText('+60')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(look).toHaveBeenCalledTimes(5);
});
