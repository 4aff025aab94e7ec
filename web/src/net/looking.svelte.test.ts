import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../i18n';
import { keepLooking } from './looking.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await chooseLanguage('en');
});

test('time waits for a look that is under way, another language does not', async () => {
  const answers: (() => void)[] = [];
  const look = () => new Promise<void>((resolve) => answers.push(resolve));
  const stop = $effect.root(() => keepLooking(look, () => 1000));
  flushSync();
  await vi.advanceTimersByTimeAsync(5000);
  expect(answers.length).toBe(1);
  await chooseLanguage('zh');
  flushSync();
  expect(answers.length).toBe(2);
  answers.forEach((answer) => answer());
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers.length).toBe(3);
  stop();
});
