import { expect, test } from 'vitest';
import { ApiError } from './api';
import { Asked } from './asked.svelte';

test('one question is asked at a time, and its fault stays until the next one', async () => {
  const asked = new Asked<number>();
  const first = asked.ask(() => Promise.reject(new ApiError(409, 'That seat is taken.')));
  expect(asked.busy).toBe(true);
  expect(await asked.ask(async () => 7)).toBe(false);
  expect([await first, asked.busy, asked.fault, asked.answer]).toEqual([
    ...[false, false, 'That seat is taken.', null],
  ]);
  expect(await asked.ask(async () => 8)).toBe(true);
  expect([asked.fault, asked.answer]).toEqual(['', 8]);
});
