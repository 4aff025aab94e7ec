import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileLost, lostFile } from './lost-file.svelte';

let kept: Map<string, string>;
const storage = () => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
const reload = vi.fn();
const answer = vi.fn<typeof fetch>();

beforeEach(() => {
  kept = new Map();
  lostFile.close();
  reload.mockClear();
  answer.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page reloads itself where the server answers, and asks if that did not help', async () => {
  vi.useFakeTimers();
  await fileLost(storage, reload);
  expect([reload.mock.calls.length, lostFile.open]).toEqual([1, false]);
  vi.setSystemTime(Date.now() + 59_000);
  await fileLost(storage, reload);
  expect([reload.mock.calls.length, lostFile.open]).toEqual([1, true]);
  lostFile.close();
  vi.setSystemTime(Date.now() + 2000);
  await fileLost(storage, reload);
  expect([reload.mock.calls.length, lostFile.open]).toEqual([2, false]);
});

test.each([
  ['is out of reach', () => Promise.reject(new TypeError('offline'))],
  ['is in trouble', () => Promise.resolve(new Response(null, { status: 429 }))],
])('a page stays where the server %s', async (_, said) => {
  answer.mockImplementation(said);
  await fileLost(storage, reload);
  expect([reload.mock.calls.length, lostFile.open]).toEqual([0, true]);
});

test('a page that can keep nothing stays as it is', async () => {
  const refuse = (): never => {
    throw new DOMException('denied');
  };
  await fileLost(refuse, reload);
  expect([reload.mock.calls.length, lostFile.open]).toEqual([0, true]);
});
