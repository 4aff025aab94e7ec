/** A fork as its address has it, behind the `#`: all of it, so that whoever has the link sees the same. */

import type { Action, ForkAction } from '../wire/types';

/** The deal and the moment that a fork comes from. */
export interface Origin {
  /** A game of the server; or else: */
  game: string;
  /** The record of the deal. */
  record: string;
  /** From 1. */
  deal: number;
  ply: number;
}

export interface Terms {
  /** Who plays; null: every seat is moved on an open board. */
  seat: number | null;
  hidden: 'kept' | 'redrawn';
  seed: string;
  /** Of the bots, by seat. */
  levels: string[];
}

export interface Address {
  origin: Origin;
  /** What it is to be played on as; without a seed it is still to be chosen. */
  terms: Terms;
  actions: ForkAction[];
}

/** A new seed. */
export function newSeed(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(2));
  return [...numbers].map((number) => number.toString(36)).join('');
}

/** The address of a fork, or of the choice how to play one. */
export function addressOf({ origin, terms, actions }: Address, packed = ''): string {
  const parts = [`deal=${origin.deal}`, `ply=${origin.ply}`];
  if (terms.seat !== null) parts.push(`seat=${terms.seat}`);
  if (terms.hidden === 'redrawn') parts.push('hands=redrawn');
  if (terms.seed) parts.push(`seed=${terms.seed}`);
  if (terms.levels.length > 0) parts.push(`levels=${terms.levels.join('.')}`);
  if (actions.length > 0) parts.push(`moves=${actions.map(written).join('-')}`);
  if (packed) parts.push(`record=${packed}`);
  return `/fork${origin.game ? `/${encodeURIComponent(origin.game)}` : ''}#${parts.join('&')}`;
}

/** The fork that an address means; what is missing or wrong is left out. */
export async function readAddress(game: string | null, hash: string): Promise<Address> {
  const found = new URLSearchParams(hash.replace(/^#/, ''));
  const count = (name: string) => {
    const value = found.get(name) ?? '';
    return /^\d{1,5}$/.test(value) ? Number(value) : null;
  };
  const seed = found.get('seed') ?? '';
  const moves = found.get('moves') ?? '';
  return {
    origin: {
      game: game ?? '',
      record: game === null ? await unpacked(found.get('record') ?? '') : '',
      deal: Math.max(1, count('deal') ?? 1),
      ply: count('ply') ?? 0,
    },
    terms: {
      seat: count('seat'),
      hidden: found.get('hands') === 'redrawn' ? 'redrawn' : 'kept',
      seed: /^\w{1,32}$/.test(seed) ? seed : '',
      levels: (found.get('levels') ?? '').split('.').filter((level) => /^[a-z]+$/.test(level)),
    },
    actions: moves.split('-').flatMap((move) => read(move) ?? []),
  };
}

const MODES = { o: 'open', d: 'down', u: 'up' } as const;

/** A move in a few letters: its kind, the seat, its cards. */
function written({ seat, action }: ForkAction): string {
  switch (action.type) {
    case 'play':
      return `${seat}${action.card}`;
    case 'pass':
      return `p${seat}${action.cards.join('')}`;
    case 'expose': {
      const shown = Object.entries(action.modes).map(([card, mode]) => card + mode.charAt(0));
      return `e${seat}${shown.join('')}`;
    }
    case 'moon':
      return `m${seat}${action.choice}`;
    case 'claim':
      return `c${seat}`;
  }
}

function read(move: string): ForkAction | null {
  const [, kind, at, rest = ''] = /^([pemc]?)(\d)(\w*)$/.exec(move) ?? [];
  // What is no card or no choice, the server refuses.
  return kind === undefined ? null : { seat: Number(at), action: actionOf(kind, rest) as Action };
}

function actionOf(kind: string, rest: string): unknown {
  switch (kind) {
    case '':
      return { type: 'play', card: rest };
    case 'p':
      return { type: 'pass', cards: rest.match(/../g) ?? [] };
    case 'e': {
      const shown = (rest.match(/..[odu]/g) ?? []).map((each) => [
        each.slice(0, 2),
        MODES[each.charAt(2) as keyof typeof MODES],
      ]);
      return { type: 'expose', modes: Object.fromEntries(shown) };
    }
    case 'm':
      return { type: 'moon', choice: rest };
    default:
      return { type: 'claim' };
  }
}

/** A record made short for an address. */
export async function packed(record: string): Promise<string> {
  const bytes = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(record),
  );
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The record that an address holds; empty where it holds none. */
async function unpacked(text: string): Promise<string> {
  if (text === '') return '';
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const plain = await through(new DecompressionStream('deflate-raw'), bytes);
    return new TextDecoder().decode(plain);
  } catch {
    return '';
  }
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What goes wrong is told where the other end is read.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}
