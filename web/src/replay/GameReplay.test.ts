import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import { goto } from '../route.svelte';
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
  return {
    game: 'a1',
    title: 'A game',
    names,
    finished: 0,
    deals,
    count: COUNT,
    first,
    seat: null,
  };
}

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('scrollTo', () => undefined);
  history.replaceState(null, '', '/replay/a1');
});

afterEach(() => {
  vi.useRealTimers();
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

test('steps that are run through are written five times a second, and when the page is left', async () => {
  vi.useFakeTimers();
  render(GameReplay, { sheet: page(1) });
  vi.advanceTimersByTime(400);
  const written = vi.spyOn(history, 'replaceState');
  const places = () => written.mock.calls.map(([, , to]) => to);
  const run = async (steps: number) => {
    for (let step = 0; step < steps; step += 1)
      await fireEvent.keyDown(window, { key: 'ArrowRight' });
  };
  await run(29);
  vi.advanceTimersByTime(0);
  expect(places()).toEqual(['#1.28']);
  await run(1);
  vi.advanceTimersByTime(199);
  await run(1);
  expect(places()).toEqual(['#1.28']);
  vi.advanceTimersByTime(1);
  expect(places()).toEqual(['#1.28', '#1.30']);
  await run(1);
  goto('/learn');
  expect(places()).toEqual(['#1.28', '#1.30', '#1.31']);
  expect(location.pathname + location.hash).toBe('/learn');
  // Until the next page is there this one is shown: the address is not its own any more.
  await run(1);
  vi.advanceTimersByTime(200);
  expect(location.pathname + location.hash).toBe('/learn');
});

test('a browser that refuses an address shows the steps all the same', async () => {
  vi.useFakeTimers();
  render(GameReplay, { sheet: page(1) });
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('too many', 'SecurityError');
  });
  const at = () => screen.getByRole<HTMLInputElement>('slider').value;
  const before = at();
  await fireEvent.keyDown(window, { key: 'ArrowRight' });
  vi.advanceTimersByTime(200);
  expect(at()).not.toBe(before);
});
