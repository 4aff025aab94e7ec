/** A score book that is open on the page: every change is kept at once, and can be taken back. */

import { withDeal, withEdited, withoutLast, type Book } from './book';
import { EMPTY, draftOf, isBegun, type Draft } from './draft';
import { keep, loadKept, keyOf, type Kept, type Storage } from './shelf';
import type { DealEntry } from '../scoring/standing';

export class Session {
  readonly id: string;
  readonly #storage: Storage;
  readonly #now: () => number;
  #book: Book = $state.raw()!;
  #draft: Draft = $state.raw(EMPTY);
  #past: Book[] = $state.raw([]);
  #future: Book[] = $state.raw([]);
  /** Whether the last change is on the device. */
  kept = $state(true);

  constructor(storage: Storage, opened: Kept, now: () => number = Date.now) {
    this.id = opened.id;
    this.#storage = storage;
    this.#now = now;
    this.#book = opened.book;
    this.#draft = opened.draft ?? EMPTY;
  }

  get book(): Book {
    return this.#book;
  }

  get draft(): Draft {
    return this.#draft;
  }

  set draft(draft: Draft) {
    this.#draft = draft;
    this.keep();
  }

  get canUndo(): boolean {
    return this.#past.length > 0 || this.#book.deals.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Put the entry into the book, as a new deal or in the place of the one that is put right. */
  enter(entry: DealEntry): void {
    const place = this.#draft.editing;
    this.#draft = EMPTY;
    this.#change(
      place === null ? withDeal(this.#book, entry) : withEdited(this.#book, place, entry),
    );
  }

  /** Begin to put a deal right, 0-based over the match. */
  edit(place: number): void {
    const entry = this.#book.deals[place];
    if (entry) this.draft = draftOf(entry, place);
  }

  /** Another book in the place of this one, such as one with other names. */
  change(book: Book): void {
    this.#change(book);
  }

  /** Take back the last change of this session, or else the last deal. */
  undo(): void {
    if (!this.canUndo) return;
    this.#future = [this.#book, ...this.#future];
    this.#book = this.#past.at(-1) ?? withoutLast(this.#book);
    this.#past = this.#past.slice(0, -1);
    this.#settle();
  }

  /** Bring back what was taken back last. */
  redo(): void {
    const [next, ...later] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.#book];
    this.#book = next;
    this.#future = later;
    this.#settle();
  }

  /** Take over what another tab has kept; `key` is the place in the storage that has changed. */
  follow(key: string | null): void {
    if (key !== keyOf(this.id)) return;
    const there = loadKept(this.#storage, this.id);
    if (!there) return;
    this.#book = there.book;
    this.#draft = there.draft ?? EMPTY;
    this.#past = [];
    this.#future = [];
  }

  #change(book: Book): void {
    this.#past = [...this.#past, this.#book];
    this.#future = [];
    this.#book = book;
    this.#settle();
  }

  /** A deal that is no more cannot be put right. */
  #settle(): void {
    const place = this.#draft.editing;
    if (place !== null && place >= this.#book.deals.length) this.#draft = EMPTY;
    this.keep();
  }

  /** Keep the book as it is now. */
  keep(): void {
    const draft = isBegun(this.#draft) || this.#draft.editing !== null ? this.#draft : null;
    const { id } = this;
    this.kept = keep(this.#storage, { id, changed: this.#now(), book: this.#book, draft });
  }
}
