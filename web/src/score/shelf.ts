/** The score books that are kept on this device. Nothing of them is sent anywhere. */

import type { Book } from './book';
import { isDraft, type Draft } from './draft';
import { decodeBook, encodeBook } from './form';

export interface Kept {
  id: string;
  /** Milliseconds since 1970. */
  changed: number;
  book: Book;
  /** The deal that is being entered. */
  draft: Draft | null;
}

const PREFIX = 'gongzhu.score.';

/** What is needed of `localStorage`. */
export type Storage = Pick<
  globalThis.Storage,
  'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'
>;

/** All books, the one that was changed last first; what cannot be read is passed over. */
export function keptBooks(storage: Storage): Kept[] {
  const ids = Array.from({ length: storage.length }, (_, place) => storage.key(place))
    .filter((key) => key?.startsWith(PREFIX))
    .map((key) => key!.slice(PREFIX.length));
  return ids
    .flatMap((id) => loadKept(storage, id) ?? [])
    .sort((one, other) => other.changed - one.changed);
}

/** A book by its id; null where there is none that can be read. */
export function loadKept(storage: Storage, id: string): Kept | null {
  try {
    const value = JSON.parse(storage.getItem(PREFIX + id) ?? 'null') as {
      changed: number;
      book: string;
      draft: unknown;
    } | null;
    if (!value) return null;
    const book = decodeBook(value.book);
    const draft = isDraft(book.rules.rules, value.draft) ? value.draft : null;
    return { id, changed: Number(value.changed) || 0, book, draft };
  } catch {
    return null;
  }
}

/** Keep a book; false where the storage is full or switched off. */
export function keep(storage: Storage, { id, changed, book, draft }: Kept): boolean {
  try {
    storage.setItem(PREFIX + id, JSON.stringify({ changed, book: encodeBook(book), draft }));
    return true;
  } catch {
    return false;
  }
}

/** Let go of a book. */
export function forget(storage: Storage, id: string): void {
  storage.removeItem(PREFIX + id);
}

/** An id that no book has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The place of an id's book, for a listener that waits for changes by another tab. */
export function keyOf(id: string): string {
  return PREFIX + id;
}
