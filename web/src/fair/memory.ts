/** What this browser keeps of a table's deals, over reloads. */

import { FRESH, type CheckerState } from './state';

/** The part of Storage that is used; its methods may throw. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** In the place of a state that there was no room for. An older one is not to be read instead: the
 * number in it may have been shown since. */
const LOST = 'lost';

/** One table's memory in one tab, on the shelf; where the shelf does not work it lasts as long as the page. */
export class FairMemory {
  readonly #key: string;
  readonly #shelf: Shelf | null;
  #held: CheckerState | null = null;

  constructor(table: string, shelf: Shelf | null) {
    this.#key = `gongzhu.checker.${table}`;
    this.#shelf = shelf;
  }

  /** The state kept last. */
  read(): CheckerState {
    if (this.#held) return this.#held;
    try {
      const text = this.#shelf?.getItem(this.#key);
      if (text === LOST) return (this.#held = { ...FRESH, lost: true });
      if (text) return (this.#held = JSON.parse(text) as CheckerState);
    } catch {
      // What cannot be read is as good as forgotten.
    }
    return FRESH;
  }

  write(state: CheckerState): void {
    if (state === this.#held) return;
    this.#held = state;
    try {
      this.#shelf?.setItem(this.#key, JSON.stringify(state));
    } catch {
      // Storage is switched off or full: the page itself remembers.
      this.#forget();
    }
  }

  #forget(): void {
    try {
      this.#shelf?.removeItem(this.#key);
      this.#shelf?.setItem(this.#key, LOST);
    } catch {
      // Nothing can be kept.
    }
  }
}
