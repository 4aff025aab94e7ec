/** What of the side panel is open: beside the felt where there is room for it, else over it. */

import { MediaQuery } from 'svelte/reactivity';

export type Part = 'scores' | 'last' | 'hint' | 'phrases' | 'deals' | 'seats';

const KEY = 'gongzhu.panel';

interface Kept {
  folded: boolean;
  shut: Part[];
}

export class Panel {
  readonly #room = new MediaQuery('min-width: 1100px');
  /** A part, or all of them, that lies over the felt on a narrow screen. */
  over: Part | 'all' | '' = $state('');
  /** The trick before lies over the felt again. */
  last = $state(false);
  #kept: Kept = $state.raw(read());

  /** Whether there is room for it beside the felt. */
  get beside(): boolean {
    return this.#room.current;
  }

  /** Whether it stands beside the felt now. */
  get open(): boolean {
    return this.beside && !this.#kept.folded;
  }

  /** Whether a part of the open panel is folded. */
  shut(part: Part): boolean {
    return this.#kept.shut.includes(part);
  }

  /** Fold the panel away or out; on a narrow screen lay it over the felt. */
  toggle(): void {
    if (this.beside) this.#keep({ ...this.#kept, folded: !this.#kept.folded });
    else this.over = this.over === 'all' ? '' : 'all';
  }

  fold(part: Part, shut: boolean): void {
    const others = this.#kept.shut.filter((each) => each !== part);
    this.#keep({ ...this.#kept, shut: shut ? [...others, part] : others });
  }

  /** Bring a part into sight. */
  show(part: Part): void {
    if (!this.beside) this.over = part;
    else {
      this.#keep({ ...this.#kept, folded: false });
      this.fold(part, false);
    }
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Storage is switched off or full: what is folded is forgotten with the page.
    }
  }
}

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept> | null;
    const shut = Array.isArray(found?.shut) ? found.shut : [];
    return { folded: found?.folded === true, shut };
  } catch {
    return { folded: false, shut: [] };
  }
}
