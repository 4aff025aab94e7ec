import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ownSession as OwnSession } from './own-session.svelte';

let own: typeof OwnSession;
let me: object;

beforeEach(async () => {
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(me)))),
  );
  ({ ownSession: own } = await import('./own-session.svelte'));
});

afterEach(() => vi.unstubAllGlobals());

test('a session that the page was given is its own, also when it comes back', async () => {
  expect(own.claim).toBe('none');
  own.keep('1f');
  await own.known();
  expect(fetch).not.toHaveBeenCalled();
  expect(own.claim).toBe('1f');
  expect(localStorage.getItem('gongzhu.session')).toBe('1f');
  own.keep(null);
  expect(own.claim).toBe('none');
});

test('a session of which it knows nothing is asked about', async () => {
  me = { name: 'Eve', session: '2e', certain: false };
  for (const [mine, claim] of [
    [false, 'none'],
    [true, '2e'],
  ] as const) {
    vi.resetModules();
    ({ ownSession: own } = await import('./own-session.svelte'));
    const known = own.known();
    await vi.waitFor(() => expect(own.question?.name).toBe('Eve'));
    expect(own.claim).toBe('none');
    own.question?.answer(mine);
    await known;
    expect([own.question, own.claim]).toEqual([null, claim]);
  }
});

test('nobody is asked where nobody else can have put it there, or nobody is there', async () => {
  me = { name: 'Ann', session: '3d', certain: true };
  await own.known();
  expect(own.claim).toBe('3d');
  localStorage.clear();
  vi.resetModules();
  ({ ownSession: own } = await import('./own-session.svelte'));
  me = { name: null, session: null, certain: false };
  await own.known();
  expect([own.question, own.claim]).toEqual([null, 'none']);
});

test('without the server the page goes on', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError())),
  );
  await own.known();
  expect(own.claim).toBe('none');
});
