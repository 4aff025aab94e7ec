import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../net/api';
import Invite from './Invite.svelte';

const NOW = Date.UTC(2026, 10, 26);
const HOUR = 3_600_000;
let until: number;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often the invitation is asked for, from now on, in as many milliseconds each. */
async function asked(lag: number, ...spans: number[]): Promise<number[]> {
  const ask = vi.spyOn(api, 'invitation').mockImplementation(async () => ({
    ...{ links: ['http://localhost/t/kite'], reach: 'network' as const, number_on: true },
    ...{ number: '123456', number_until: until },
  }));
  render(Invite, { table: 'kite', host: true, lag, free: 1 });
  await vi.advanceTimersByTimeAsync(0);
  const counts = [];
  for (const span of spans) {
    await vi.advanceTimersByTimeAsync(span);
    counts.push(ask.mock.calls.length);
  }
  return counts;
}

test('a number is asked for again when it ends by the server’s clock', async () => {
  // This clock is three hours ahead.
  until = NOW - 3 * HOUR + 2 * HOUR;
  expect(await asked(-3 * HOUR, 2 * HOUR - 1000, 2000)).toEqual([1, 2]);
});

test('the server is asked twice a minute at most, whatever the clocks say', async () => {
  until = NOW - HOUR;
  expect(await asked(0, 29_000, 2000, 29_000)).toEqual([1, 2, 3]);
});
