import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../plugins/worker.js'), 'utf8')
  .replace('__WIRE__', '2')
  .replace('__VERSION__', 'new')
  .replace("'__FILES__'", "['/', '/assets/a.js']");

type Handler = (event: object) => void;
let handlers: Record<string, Handler>;
let online: boolean;
let kept: Record<string, string>;
const dropped: string[] = [];
let builds: string[];
const navigate = vi.fn();

beforeEach(() => {
  handlers = {};
  online = true;
  kept = { '/': 'shell', '/assets/a.js': 'kept file' };
  dropped.length = 0;
  navigate.mockClear();
  const caches = {
    match: async (path: string) => kept[path],
    keys: async () => builds,
    delete: async (name: string) => dropped.push(name),
    open: async () => ({ addAll: vi.fn() }),
  };
  const names = [
    'addEventListener',
    'caches',
    'fetch',
    'location',
    'skipWaiting',
    'clients',
    'Response',
  ];
  new Function(...names, source)(
    (name: string, handler: Handler) => (handlers[name] = handler),
    caches,
    async () => (online ? 'from the network' : Promise.reject(new TypeError('offline'))),
    { origin: 'https://cards.example' },
    vi.fn(),
    { claim: vi.fn(), matchAll: async () => [{ url: '/t/abc', navigate }] },
    { error: () => 'error' },
  );
});

/** What the worker answers; undefined where it leaves a request to the browser. */
async function answer(path: string, request: object = {}): Promise<unknown> {
  let answered: unknown;
  handlers['fetch']!({
    request: { method: 'GET', mode: 'cors', url: `https://cards.example${path}`, ...request },
    respondWith: (promise: unknown) => (answered = promise),
  });
  return answered;
}

test.each(['/score', '/verify', '/', '/t/abc'])(
  'the page %s opens with and without a network',
  async (path) => {
    expect(await answer(path, { mode: 'navigate' })).toBe('from the network');
    online = false;
    expect(await answer(path, { mode: 'navigate' })).toBe('shell');
  },
);

test('files of the build come out of the cache, and from the network when it lost them', async () => {
  expect(await answer('/assets/a.js')).toBe('kept file');
  kept = {};
  expect(await answer('/assets/a.js')).toBe('from the network');
});

test.each([
  ['what the API says', '/api/lobby', {}],
  ['a record that is opened as a page', '/api/games/x.txt', { mode: 'navigate' }],
  ['what is sent', '/', { method: 'POST', mode: 'navigate' }],
  ['a file of another version', '/assets/b.js', {}],
  ['another site', '', { url: 'https://other.example/' }],
])('%s is left alone', async (_, path, request) => {
  expect(await answer(path, request)).toBeUndefined();
});

/** Another build takes over from those that were there. */
async function activated(...earlier: string[]): Promise<void> {
  builds = [...earlier, 'gongzhu-2-new'];
  let done: Promise<unknown> | undefined;
  handlers['activate']!({ waitUntil: (promise: Promise<unknown>) => (done = promise) });
  await done;
}

test('a new build drops the files of those before, and leaves open pages alone', async () => {
  await activated('gongzhu-2-old');
  expect(dropped).toEqual(['gongzhu-2-old']);
  expect(navigate).not.toHaveBeenCalled();
});

test('pages that speak an earlier version of the wire are reloaded', async () => {
  await activated('gongzhu-0123456789abcdef');
  expect(dropped).toEqual(['gongzhu-0123456789abcdef']);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/t/abc');
});
