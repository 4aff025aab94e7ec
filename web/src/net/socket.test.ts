import { beforeEach, describe, expect, test } from 'vitest';
import type * as Wire from '../wire/types';
import {
  CONNECT_WITHIN,
  PING_EVERY,
  PONG_WITHIN,
  socketUrl,
  TableLink,
  type LinkStatus,
  type SocketLike,
  type World,
} from './socket';

/** A network whose time is moved by hand. */
class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  time = 0;
  wake = (): void => undefined;
  #timers = new Map<number, { at: number; act: () => void }>();
  #last = 0;

  urls: string[] = [];

  open(url: string): SocketLike {
    const socket = new FakeSocket();
    this.urls.push(url);
    this.sockets.push(socket);
    return socket;
  }
  after(milliseconds: number, act: () => void): number {
    this.#timers.set((this.#last += 1), { at: this.time + milliseconds, act });
    return this.#last;
  }
  cancel(timer: number): void {
    this.#timers.delete(timer);
  }
  random = (): number => 1;
  unique = (): string => 'page';
  onWake(wake: () => void): () => void {
    this.wake = wake;
    return () => (this.wake = () => undefined);
  }
  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = [...this.#timers]
        .filter(([, timer]) => timer.at <= end)
        .sort((a, b) => a[1].at - b[1].at);
      if (!next) break;
      this.#timers.delete(next[0]);
      this.time = next[1].at;
      next[1].act();
    }
    this.time = end;
  }
  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  gets(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  commands(): unknown[] {
    return this.sent.filter((frame) => !['hello', 'ping'].includes(String(frame['type'])));
  }
}

let world: FakeWorld;
let link: TableLink;
let seen: string[];
let statuses: LinkStatus[];

beforeEach(() => {
  world = new FakeWorld();
  seen = [];
  statuses = [];
  const events = {
    snapshot: (message: Wire.Snapshot) => seen.push(`snapshot ${message.seq}`),
    update: (message: Wire.Update) => seen.push(`update ${message.seq}`),
    you: (you: Wire.You) => seen.push(`you ${you.name}`),
    lines: (lines: readonly Wire.Line[]) => seen.push(`lines ${lines.length}`),
    said: (line: Wire.Line) => seen.push(`said ${line.phrase}`),
    status: (status: LinkStatus) => statuses.push(status),
  };
  link = new TableLink(
    (server) => `ws://host${server ? `?server=${server}` : ''}`,
    () => 'zh',
    events,
    world,
  );
  link.start();
});

function online(seq = 5): void {
  world.socket.onopen?.();
  world.socket.gets({ type: 'snapshot', seq });
}

test('the address of the socket is beside that of the page', () => {
  expect(socketUrl('kite-7', { protocol: 'https:', host: 'a.example' }, '1f')).toBe(
    'wss://a.example/api/tables/kite-7/socket?session=1f',
  );
  expect(socketUrl('a', { protocol: 'http:', host: 'b' }, '1', 'two')).toBe(
    'ws://b/api/tables/a/socket?session=1&server=two',
  );
  expect(socketUrl('a b', { protocol: 'http:', host: 'b:1' }, 'none')).toBe(
    'ws://b:1/api/tables/a%20b/socket?session=none',
  );
});

describe('connecting', () => {
  test('says hello first, in its language, and asks for a snapshot', () => {
    world.socket.onopen?.();
    expect(world.socket.sent[0]).toEqual({
      type: 'hello',
      version: 1,
      since: null,
      lang: 'zh',
      talk: true,
    });
    expect(statuses).toEqual(['connecting']);
    world.socket.gets({ type: 'snapshot', seq: 5 });
    expect(statuses).toEqual(['connecting', 'online']);
    expect(seen).toEqual(['snapshot 5']);
  });

  test('comes back with the number of the last update', () => {
    online();
    world.socket.gets({ type: 'update', seq: 6, facts: [] });
    world.socket.onclose?.();
    expect(statuses.at(-1)).toBe('offline');
    world.pass(500);
    world.socket.onopen?.();
    expect(world.socket.sent[0]).toMatchObject({ type: 'hello', since: 6 });
  });

  test('waits longer after each failure, and not for ever', () => {
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const opened = world.sockets.length;
      world.socket.onclose?.();
      const start = world.time;
      while (world.sockets.length === opened) world.pass(100);
      waits.push(world.time - start);
    }
    expect(waits.slice(0, 4)).toEqual([500, 800, 1200, 1700]);
    expect(waits.slice(-2)).toEqual([15000, 15000]);
  });

  test('tries at once when the page or the network wakes', () => {
    for (let round = 0; round < 6; round += 1) {
      world.socket.onclose?.();
      world.pass(15_000);
    }
    world.socket.onclose?.();
    const opened = world.sockets.length;
    world.wake();
    expect(world.sockets.length).toBe(opened + 1);
  });

  test('gives a connection up that does not open', () => {
    world.pass(CONNECT_WITHIN);
    expect(world.socket.closed).toBe(true);
    expect(statuses.at(-1)).toBe('offline');
  });
});

describe('updates', () => {
  test('come out in order, each one once', () => {
    online();
    for (const seq of [6, 6, 5, 7]) world.socket.gets({ type: 'update', seq, facts: [] });
    expect(seen).toEqual(['snapshot 5', 'update 6', 'update 7']);
  });

  test('with a gap are thrown away for a snapshot', () => {
    online();
    world.socket.gets({ type: 'update', seq: 8, facts: [] });
    expect(seen).toEqual(['snapshot 5']);
    expect(world.sockets).toHaveLength(2);
    world.socket.onopen?.();
    expect(world.socket.sent[0]).toMatchObject({ since: null });
  });
});

describe('commands', () => {
  test('have ids of their own and are answered', async () => {
    online();
    const first = link.send({ type: 'ready', ready: true });
    const second = link.send({ type: 'leave' });
    expect(world.socket.commands()).toEqual([
      { type: 'request', id: 'page.1', do: { type: 'ready', ready: true } },
      { type: 'request', id: 'page.2', do: { type: 'leave' } },
    ]);
    world.socket.gets({ type: 'refused', id: 'page.2', code: 'no', text: 'No.' });
    world.socket.gets({ type: 'done', id: 'page.1', seq: 6 });
    expect(await first).toEqual({ kind: 'done', seq: 6 });
    expect(await second).toEqual({ kind: 'refused', code: 'no', text: 'No.' });
    expect(link.waiting).toBe(0);
  });

  test('are sent again, with the same id, until they are answered', async () => {
    online();
    const answer = link.send({ type: 'ready', ready: true });
    world.socket.onclose?.();
    world.pass(500);
    online(9);
    expect(world.socket.commands()).toEqual([
      { type: 'request', id: 'page.1', do: { type: 'ready', ready: true } },
    ]);
    world.socket.gets({ type: 'done', id: 'page.1', seq: 6 });
    expect(await answer).toEqual({ kind: 'done', seq: 6 });
    world.socket.onclose?.();
    world.pass(500);
    online(9);
    expect(world.socket.commands()).toEqual([]);
  });

  test('that could not be written down are tried again', async () => {
    online();
    const answer = link.send({ type: 'leave' });
    world.socket.gets({ type: 'refused', id: 'page.1', code: 'not_saved', text: 'Not saved.' });
    world.pass(500);
    expect(world.socket.commands()).toHaveLength(2);
    world.socket.gets({ type: 'done', id: 'page.1', seq: 6 });
    expect(await answer).toEqual({ kind: 'done', seq: 6 });
  });

  test('wait for the link where there is none', () => {
    void link.send({ type: 'leave' });
    expect(world.socket.sent).toEqual([]);
    online();
    expect(world.socket.commands()).toEqual([
      { type: 'request', id: 'page.1', do: { type: 'leave' } },
    ]);
  });
});

describe('a link that is silent', () => {
  test('is asked, and lives when it answers', () => {
    online();
    world.pass(PING_EVERY);
    expect(world.socket.sent.at(-1)).toMatchObject({ type: 'ping' });
    world.socket.gets({ type: 'pong', n: 2, at: 0 });
    world.pass(PONG_WITHIN);
    expect(world.sockets).toHaveLength(1);
  });

  test('is dead when it does not', () => {
    online();
    world.pass(PING_EVERY + PONG_WITHIN);
    expect(statuses.at(-1)).toBe('offline');
    expect(world.socket.closed).toBe(true);
    world.pass(500);
    expect(world.sockets).toHaveLength(2);
  });

  test('is asked at once on waking', () => {
    online();
    const before = world.socket.sent.length;
    world.wake();
    expect(world.socket.sent).toHaveLength(before + 1);
  });
});

describe('goodbye', () => {
  test('to come again later', () => {
    online();
    world.socket.gets({ type: 'goodbye', code: 'restarting', text: '', again: true });
    expect(statuses.at(-1)).toBe('offline');
    world.pass(500);
    expect(world.sockets).toHaveLength(2);
  });

  test('to go on at the server that has the table, twice at most without a pause', () => {
    online();
    const moved = { type: 'goodbye', code: 'moved', text: '', again: true };
    for (const server of ['two', 'one', 'two']) world.socket.gets({ ...moved, server });
    expect(world.urls).toEqual(['ws://host', 'ws://host?server=two', 'ws://host?server=one']);
    expect(statuses.at(-1)).toBe('offline');
    world.pass(500);
    expect(world.urls.at(-1)).toBe('ws://host');
    online();
    world.socket.gets({ ...moved, server: 'two' });
    expect(world.urls.at(-1)).toBe('ws://host?server=two');
  });

  test('for good: commands are lost and nothing is tried again', async () => {
    online();
    const answer = link.send({ type: 'leave' });
    world.socket.gets({ type: 'goodbye', code: 'closed', text: 'Closed.', again: false });
    expect(await answer).toEqual({ kind: 'lost' });
    expect(statuses.at(-1)).toBe('gone');
    world.wake();
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
    expect(await link.send({ type: 'leave' })).toEqual({ kind: 'lost' });
  });

  test('of the page itself', () => {
    online();
    link.stop();
    expect(world.socket.closed).toBe(true);
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
  });
});

test('a line that was said answers whoever said it, and is news to all', async () => {
  online();
  const answer = link.send({ type: 'say', phrase: 'nice' });
  const { id } = world.socket.sent.at(-1)!;
  const line = { number: 1, at: 0, seat: 0, name: 'Ann', phrase: 'nice' };
  world.socket.gets({ type: 'lines', lines: [] });
  world.socket.gets({ type: 'said', line: { ...line, phrase: 'hello' } });
  world.socket.gets({ type: 'said', line, id });
  expect(await answer).toEqual({ kind: 'said' });
  expect(seen.slice(-3)).toEqual(['lines 0', 'said hello', 'said nice']);
});
