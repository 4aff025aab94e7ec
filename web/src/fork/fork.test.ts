/** What a fork takes back. */

import { expect, test } from 'vitest';
import type { Fork as Shown } from '../wire/types';
import { Fork } from './fork.svelte';

const ORIGIN = { game: 'a', record: '', deal: 0, ply: 44 };
const play = (seat: number, card: string) => ({ seat, action: { type: 'play', card } });
const ACTIONS = [play(0, '2C'), play(1, '3C'), play(1, '4C'), play(0, '5C')];

function fork(seat: number | null, over: boolean, events: { type: string }[] = []): Fork {
  const terms = { seat, hidden: 'kept', seed: 'a', levels: [] };
  const made = new Fork({ origin: ORIGIN, terms, actions: [] } as never);
  made.shown = { actions: ACTIONS, over: over ? {} : null, events } as unknown as Shown;
  return made;
}

test('the last card of a hand was no choice', () => {
  expect(fork(0, true).lastChoice).toBe(0);
  expect(fork(1, true).lastChoice).toBe(1);
});

test('before the end, after a claim and on the open board it was one', () => {
  expect(fork(0, false).lastChoice).toBe(3);
  expect(fork(0, true, [{ type: 'claimed' }]).lastChoice).toBe(3);
  expect(fork(null, true).lastChoice).toBe(3);
  expect(fork(2, true).lastChoice).toBe(-1);
});
