import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import type { DealSheet, GameSheet } from '../wire/types';
import GameReplay from './GameReplay.svelte';

await addTopics('replay');

const [{ sheet: deal }] = JSON.parse(readFileSync('../tests/web/replay_vectors.json', 'utf8')) as [
  { sheet: DealSheet },
];
const names = deal.record.players;
const COUNT = 45;

/** The page of a game of 45 deals that begins with this one. */
function page(first: number): GameSheet {
  const deals = Array.from({ length: Math.min(20, COUNT - first + 1) }, (_, place) => ({
    ...deal,
    record: { ...deal.record, deal: first - 1 + place },
  }));
  return { game: 'a1', title: 'A game', names, finished: 0, deals, count: COUNT, first };
}

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  location.hash = '';
});

test('of a long game the deals are fetched as they are looked at, and once', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const first = Number(/from=(\d+)/.exec(path)![1]);
    return new Response(JSON.stringify(page(first)));
  });
  render(GameReplay, { sheet: page(1) });
  expect(screen.getByLabelText<HTMLSelectElement>('Deal').options.length).toBe(COUNT);
  const choose = async (number: number) => {
    location.hash = `#${number}`;
    await fireEvent(window, new HashChangeEvent('hashchange'));
    await screen.findByRole('slider');
  };
  await choose(20);
  expect(asked).toEqual([]);
  await choose(41);
  expect(asked).toEqual(['/api/games/a1?from=41&lang=en']);
  await choose(45);
  expect(location.hash).toBe('#45');
  await choose(1);
  expect(asked.length).toBe(1);
});

test('a page that does not come is said, and can be asked for again', async () => {
  let up = false;
  vi.stubGlobal('fetch', async () => {
    if (!up) throw new TypeError('no network');
    return new Response(JSON.stringify(page(21)));
  });
  location.hash = '#21';
  render(GameReplay, { sheet: page(1) });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('does not answer');
  up = true;
  again.click();
  await screen.findByRole('slider');
});
