import { expect, test } from 'vitest';
import { ApiError } from './api';
import { Asked } from './asked.svelte';

const failed = () => Promise.reject(new ApiError(409, 'That seat is taken.'));

test('one thing is done at a time, and its fault stays until the next one', async () => {
  const asked = new Asked<number>();
  const first = asked.ask(failed);
  expect(asked.busy).toBe(true);
  expect(await asked.ask(async () => 7)).toBe(false);
  expect([await first, asked.busy, asked.fault, asked.answer]).toEqual([
    ...[false, false, 'That seat is taken.', null],
  ]);
  expect(await asked.ask(async () => 8)).toBe(true);
  expect([asked.fault, asked.answer]).toEqual(['', 8]);
});

test('the newest look wins, however late an older one is answered', async () => {
  const asked = new Asked<string>();
  let late: (answer: string) => void;
  const older = asked.look(() => new Promise((resolve) => (late = resolve)));
  expect(await asked.look(async () => 'new')).toBe(true);
  late!('old');
  expect([await older, asked.answer, asked.busy]).toEqual([false, 'new', false]);
});

test('a look that was overtaken neither fails nor ends the newer one', async () => {
  const asked = new Asked<string>();
  let come: (answer: string) => void;
  const older = asked.look(failed);
  const newer = asked.look(() => new Promise((resolve) => (come = resolve)));
  expect([await older, asked.fault, asked.busy]).toEqual([false, '', true]);
  come!('new');
  expect([await newer, asked.answer, asked.busy]).toEqual([true, 'new', false]);
});

test('after a failure it can be looked at again, and the last answer stays', async () => {
  const asked = new Asked<string>();
  await asked.look(async () => 'first');
  expect(await asked.look(failed)).toBe(false);
  expect([asked.fault, asked.answer]).toEqual(['That seat is taken.', 'first']);
  const again = asked.look(async () => 'second');
  expect(asked.fault).toBe('');
  expect([await again, asked.answer]).toEqual([true, 'second']);
});

test('what is known otherwise is newer than a look under way', async () => {
  const asked = new Asked<string>();
  const look = asked.look(async () => 'old');
  asked.know('done');
  expect([await look, asked.answer, asked.busy]).toEqual([false, 'done', false]);
});
