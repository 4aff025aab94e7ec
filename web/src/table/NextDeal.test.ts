import { fireEvent, render } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../settings.svelte';
import NextDeal from './NextDeal.svelte';
import type { TableSession } from './session.svelte';
import type { TableView } from './wire';

interface Golden {
  observers: { after: [number, TableView][] }[];
}
const { observers } = JSON.parse(
  readFileSync('../tests/table/golden/gongzhu-exposing.json', 'utf8'),
) as Golden;
const [, scored] = observers[0]!.after.find(([, { state }]) => state.stage === 'scored')!;
const send = vi.fn(() => Promise.resolve({ kind: 'done', seq: 1 }));

function show(): void {
  const session = { present: scored, lag: 0, send } as unknown as TableSession;
  render(NextDeal, { session, text: 'Next deal' });
  flushSync();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  settings.goOn = 'forced';
  send.mockClear();
  vi.useRealTimers();
});

test('the next deal comes by itself for those who want that', async () => {
  settings.goOn = 'sheets';
  show();
  await vi.advanceTimersByTimeAsync(5900);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'ready', ready: true });
});

test('a touch keeps the sheet, and others are asked', async () => {
  settings.goOn = 'sheets';
  show();
  await vi.advanceTimersByTimeAsync(3000);
  await fireEvent.pointerDown(document.body);
  await vi.advanceTimersByTimeAsync(9000);
  settings.goOn = 'forced';
  show();
  await vi.advanceTimersByTimeAsync(9000);
  expect(send).not.toHaveBeenCalled();
});
