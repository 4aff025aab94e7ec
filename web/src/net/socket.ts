/**
 * The link of a page to a table: it stays, whatever the network does.
 *
 * Updates come out in order and without gaps; a command is kept until it is answered, and sent
 * again after every reconnection (its id makes that harmless).
 */

import { VERSION } from '../wire/types';
import type * as Wire from '../wire/types';

export const PING_EVERY = 5_000;
/** How long a ping may go unanswered before the connection counts as dead. */
export const PONG_WITHIN = 3_000;
/** How long a new connection may take to be answered. */
export const CONNECT_WITHIN = 10_000;
/** How often in a row the link goes to the server that is said to have the table. */
const MOST_HOPS = 2;
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;

/** `gone`: the server has said not to come again. */
export type LinkStatus = 'connecting' | 'online' | 'offline' | 'gone';

/** A command of the table, the wish for a hint, or something to say; the link puts it into an envelope. */
export type Command = Wire.Command | Wire.AskHint | Wire.Say | Wire.Write;
type ToPlayer =
  | Wire.Snapshot
  | Wire.Update
  | Wire.YouAre
  | Wire.Done
  | Wire.Refused
  | Wire.HintGiven
  | Wire.Lines
  | Wire.Said
  | Wire.HostSays
  | Wire.Pong
  | Wire.Goodbye;

/** What became of a command. `lost`: the link was closed before it was answered. */
export type Answer =
  | { kind: 'done'; seq: number }
  | { kind: 'hint'; hint: Wire.HintGiven }
  | { kind: 'said' }
  | { kind: 'refused'; code: string; text: string }
  | { kind: 'lost' };

export interface LinkEvents {
  snapshot(message: Wire.Snapshot): void;
  update(message: Wire.Update): void;
  you(you: Wire.You): void;
  /** All that is remembered of what was said. */
  lines(lines: readonly Wire.Line[]): void;
  said(line: Wire.Line): void;
  /** Whoever runs the server says something to everybody. */
  hostSays?(notice: Wire.HostNotice): void;
  status(status: LinkStatus, goodbye: Wire.Goodbye | null): void;
}

/** What a page talks to: a table's server, or a lesson that is part of the page. */
export interface Connection {
  start(): void;
  stop(): void;
  /** Connect anew. */
  refresh(): void;
  send(command: Command, after?: number | null): Promise<Answer>;
}

/** The part of WebSocket that the link uses. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** What the link needs of the world; tests hand in their own. */
export interface World {
  open(url: string): SocketLike;
  after(milliseconds: number, act: () => void): number;
  cancel(timer: number): void;
  random(): number;
  /** A few letters that no other page has. */
  unique(): string;
  /** Call `wake` whenever the network or the page may have come back; returns the way to stop. */
  onWake(wake: () => void): () => void;
}

/** The browser. */
export const browser: World = {
  open: (url) => new WebSocket(url) as SocketLike,
  after: (milliseconds, act) => window.setTimeout(act, milliseconds),
  cancel: (timer) => window.clearTimeout(timer),
  random: () => Math.random(),
  unique: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
  onWake(wake) {
    const seen = () => document.visibilityState === 'visible' && wake();
    addEventListener('online', wake);
    addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', seen);
    return () => {
      removeEventListener('online', wake);
      removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', seen);
    };
  },
};

/** The address of a table's socket, beside the page's own. `session`: the one that it is for, since
 * a browser gives a socket no headers. `server`: the one that has the table, by the name that the
 * proxy knows. */
export function socketUrl(
  table: string,
  page: { protocol: string; host: string },
  session: string,
  server: string | null = null,
): string {
  const scheme = page.protocol === 'https:' ? 'wss:' : 'ws:';
  const path = `/api/tables/${encodeURIComponent(table)}/socket`;
  const there = server === null ? '' : `&server=${encodeURIComponent(server)}`;
  return `${scheme}//${page.host}${path}?session=${encodeURIComponent(session)}${there}`;
}

interface Kept {
  frame: string;
  answer: (answer: Answer) => void;
}

export class TableLink implements Connection {
  readonly #url: (server: string | null) => string;
  readonly #lang: () => 'en' | 'zh';
  readonly #events: LinkEvents;
  readonly #world: World;
  readonly #page: string;
  readonly #kept = new Map<string, Kept>();
  #count = 0;
  #socket: SocketLike | null = null;
  #open = false;
  #seq: number | null = null;
  #tries = 0;
  #hops = 0;
  #pings = 0;
  #retry: number | null = null;
  #pulse: number | null = null;
  #deadline: number | null = null;
  #status: LinkStatus = 'connecting';
  #unwake: (() => void) | null = null;

  /** `url` is asked for each time: somebody may sign in meanwhile, and another server have the
   * table. */
  constructor(
    url: (server: string | null) => string,
    lang: () => 'en' | 'zh',
    events: LinkEvents,
    world: World = browser,
  ) {
    this.#url = url;
    this.#lang = lang;
    this.#events = events;
    this.#world = world;
    this.#page = world.unique();
  }

  /** Connect, and stay connected until `stop`. */
  start(): void {
    this.#unwake = this.#world.onWake(() => this.wake());
    this.#connect();
  }

  /** Leave for good; commands without an answer are `lost`. */
  stop(): void {
    this.#unwake?.();
    this.#drop();
    this.#forget();
    this.#status = 'gone';
  }

  /**
   * Send a command, now or when the link is back. `after` is the last update that was known when it
   * was chosen: an action of the game is refused where the position is another one since.
   */
  send(command: Command, after: number | null = null): Promise<Answer> {
    if (this.#status === 'gone') return Promise.resolve({ kind: 'lost' });
    const id = `${this.#page}.${(this.#count += 1)}`;
    const request: Wire.Request = { type: 'request', id, do: command };
    const frame = JSON.stringify(after === null ? request : { ...request, after });
    return new Promise((answer) => {
      this.#kept.set(id, { frame, answer });
      if (this.#open) this.#socket?.send(frame);
    });
  }

  /** How many commands wait for their answer. */
  get waiting(): number {
    return this.#kept.size;
  }

  /** The page or the network may have slept: connect at once, or see whether the link lives. */
  wake(): void {
    if (this.#status === 'gone') return;
    if (this.#open) this.#ping();
    else if (this.#retry !== null) {
      this.#tries = 0;
      this.#connect();
    }
  }

  /** Begin anew from a whole snapshot. */
  refresh(): void {
    if (this.#status === 'gone') return;
    this.#seq = null;
    this.#drop();
    this.#connect();
  }

  #connect(server: string | null = null): void {
    this.#drop();
    this.#say('connecting');
    const socket = this.#world.open(this.#url(server));
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#received(String(event.data));
    socket.onclose = () => this.#lost();
    socket.onerror = () => undefined;
    this.#deadline = this.#world.after(CONNECT_WITHIN, () => this.#lost());
  }

  #opened(socket: SocketLike): void {
    this.#open = true;
    const hello: Wire.Hello = { type: 'hello', version: VERSION, since: this.#seq };
    socket.send(JSON.stringify({ ...hello, lang: this.#lang(), talk: true }));
    for (const { frame } of this.#kept.values()) socket.send(frame);
    this.#ping();
  }

  #ping(): void {
    this.#clear('pulse');
    this.#socket?.send(JSON.stringify({ type: 'ping', n: (this.#pings += 1) }));
    this.#deadline ??= this.#world.after(PONG_WITHIN, () => this.#lost());
  }

  #received(text: string): void {
    const message = JSON.parse(text) as ToPlayer;
    this.#clear('deadline');
    if (message.type !== 'goodbye') {
      this.#tries = this.#hops = 0;
      this.#say('online');
      this.#clear('pulse');
      this.#pulse = this.#world.after(PING_EVERY, () => this.#ping());
    }
    switch (message.type) {
      case 'snapshot':
        this.#seq = message.seq;
        this.#events.snapshot(message);
        break;
      case 'update':
        this.#update(message);
        break;
      case 'you':
        this.#events.you(message.you);
        break;
      case 'done':
        this.#answer(message.id, { kind: 'done', seq: message.seq });
        break;
      case 'refused':
        if (message.id !== null) this.#refused(message.id, message.code, message.text);
        break;
      case 'hint':
        this.#answer(message.id, { kind: 'hint', hint: message });
        break;
      case 'lines':
        this.#events.lines(message.lines);
        break;
      case 'host_says':
        this.#events.hostSays?.(message);
        break;
      case 'said':
        this.#events.said(message.line);
        if (message.id) this.#answer(message.id, { kind: 'said' });
        break;
      case 'pong':
        break;
      case 'goodbye':
        this.#goodbye(message);
        break;
    }
  }

  #update(message: Wire.Update): void {
    if (this.#seq === null || message.seq <= this.#seq) return;
    if (message.seq > this.#seq + 1) {
      this.refresh();
      return;
    }
    this.#seq = message.seq;
    this.#events.update(message);
  }

  #answer(id: string, answer: Answer): void {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    kept?.answer(answer);
  }

  #refused(id: string, code: string, text: string): void {
    const kept = this.#kept.get(id);
    // The server could not write it down: the same command may do better in a moment.
    if (kept && code === 'not_saved')
      this.#world.after(FIRST_RETRY, () => {
        if (this.#open && this.#kept.has(id)) this.#socket?.send(kept.frame);
      });
    else this.#answer(id, { kind: 'refused', code, text });
  }

  #goodbye(message: Wire.Goodbye): void {
    this.#drop();
    if (message.again) {
      if (message.server && this.#hops < MOST_HOPS) {
        this.#hops += 1;
        this.#connect(message.server);
      } else {
        this.#hops = 0;
        this.#again();
      }
      return;
    }
    this.#forget();
    this.#say('gone', message);
  }

  #lost(): void {
    this.#drop();
    this.#again();
  }

  #again(): void {
    this.#say('offline');
    const wait = Math.min(LAST_RETRY, FIRST_RETRY * 1.5 ** this.#tries);
    this.#tries += 1;
    this.#retry = this.#world.after(wait * (0.5 + this.#world.random() / 2), () => this.#connect());
  }

  /** Let the socket go without waiting for it: on a dead network it would take minutes to close. */
  #drop(): void {
    this.#clear('retry');
    this.#clear('pulse');
    this.#clear('deadline');
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #forget(): void {
    for (const { answer } of this.#kept.values()) answer({ kind: 'lost' });
    this.#kept.clear();
  }

  #clear(timer: 'retry' | 'pulse' | 'deadline'): void {
    const set = timer === 'retry' ? this.#retry : timer === 'pulse' ? this.#pulse : this.#deadline;
    if (set !== null) this.#world.cancel(set);
    if (timer === 'retry') this.#retry = null;
    else if (timer === 'pulse') this.#pulse = null;
    else this.#deadline = null;
  }

  #say(status: LinkStatus, goodbye: Wire.Goodbye | null = null): void {
    if (this.#status === status && status !== 'connecting') return;
    this.#status = status;
    this.#events.status(status, goodbye);
  }
}
