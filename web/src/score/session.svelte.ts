/** A score book that is open on the page: every change is kept at once, and can be taken back. */

import { withDeal, withEdited, withoutLast, type Book } from './book';
import { EMPTY, draftOf, isBegun, type Draft } from './draft';
import { keep, loadKept, keyOf, type Kept, type Storage } from './shelf';
import type { DealEntry } from '../scoring/standing';

/** What a change leads from, and what it leads to. */
interface Moment {
  book: Book;
  draft: Draft;
}

export class Session {
  readonly id: string;
  readonly #storage: Storage;
  readonly #now: () => number;
  #at: Moment = $state.raw()!;
  #past: Moment[] = $state.raw([]);
  #future: Moment[] = $state.raw([]);
  /** Whether the last change is on the device. */
  kept = $state(true);

  constructor(storage: Storage, opened: Kept, now: () => number = Date.now) {
    this.id = opened.id;
    this.#storage = storage;
    this.#now = now;
    this.#at = { book: opened.book, draft: opened.draft ?? EMPTY };
  }

  get book(): Book {
    return this.#at.book;
  }

  get draft(): Draft {
    return this.#at.draft;
  }

  set draft(draft: Draft) {
    this.#change({ book: this.book, draft });
  }

  get canUndo(): boolean {
    return this.#before !== undefined;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Put the entry into the book, as a new deal or in the place of the one that is put right. */
  enter(entry: DealEntry): void {
    const { editing, aside = EMPTY } = this.draft;
    const { book } = this;
    // Once it is entered, a deal is taken back whole and not card by card.
    this.#past = this.#past.filter((moment) => moment.book !== book);
    this.#change({
      book: editing === null ? withDeal(book, entry) : withEdited(book, editing, entry),
      draft: aside,
    });
  }

  /** Begin to put a deal right, 0-based over the match. The new one that is half entered waits. */
  edit(place: number): void {
    const entry = this.book.deals[place];
    if (!entry) return;
    const aside = this.draft.editing === null ? this.draft : this.draft.aside;
    this.draft = { ...draftOf(entry, place), ...(aside && isBegun(aside) ? { aside } : {}) };
  }

  /** Leave the deal that is put right as it was. */
  stopEditing(): void {
    this.draft = this.draft.aside ?? EMPTY;
  }

  /** Another book in the place of this one, such as one with other names. */
  change(book: Book): void {
    this.#change({ book, draft: this.draft });
  }

  /** Take back the last change, be it one card; before those of this session, a deal at a time. */
  undo(): void {
    const before = this.#before;
    if (!before) return;
    this.#future = [this.#at, ...this.#future];
    this.#past = this.#past.slice(0, -1);
    this.#at = before;
    this.keep();
  }

  /** Bring back what was taken back last. */
  redo(): void {
    const [next, ...later] = this.#future;
    if (!next) return;
    this.#change(next);
    this.#future = later;
  }

  /** Take over what another tab has kept; `key` is the place in the storage that has changed. */
  follow(key: string | null): void {
    if (key !== keyOf(this.id)) return;
    const there = loadKept(this.#storage, this.id);
    if (!there) return;
    this.#at = { book: there.book, draft: there.draft ?? EMPTY };
    this.#past = [];
    this.#future = [];
  }

  get #before(): Moment | undefined {
    const { book, draft } = this;
    if (this.#past.length > 0) return this.#past.at(-1);
    if (isBegun(draft)) return { book, draft: draft.aside ?? EMPTY };
    const last = book.deals.at(-1);
    return last && { book: withoutLast(book), draft: draftOf(last, null) };
  }

  #change(next: Moment): void {
    this.#past = [...this.#past, this.#at];
    this.#future = [];
    this.#at = next;
    this.keep();
  }

  /** Keep the book as it is now. */
  keep(): void {
    const { id, book, draft } = this;
    const begun = isBegun(draft) ? draft : null;
    this.kept = keep(this.#storage, { id, changed: this.#now(), book, draft: begun });
  }
}
