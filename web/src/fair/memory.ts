/** What this browser keeps of a table's deals: its own number, and all that it was told before. */

import type { Chain, Contribution } from './evidence';

/** A deal in which this browser has, or could have, a part. */
export interface KeptDeal {
  count: number;
  seat: number;
  /** Hash of the rules that the player was told. */
  rulesHash: string;
  previous: string;
  /** 64 digits; null where another device of the player has committed itself. */
  number: string | null;
  commitment: string | null;
  /** The table has acknowledged the commitment, the number. */
  committed: boolean;
  shown: boolean;
  locked: Contribution[] | null;
  settled: Contribution[] | null;
  hand: string[] | null;
  breaches: Breach[];
}

/** Something that an honest dealer does not do. */
export type Breach =
  | 'second_chain'
  | 'count_skipped'
  | 'previous_changed'
  | 'left_out'
  | 'lock_changed'
  | 'number_denied'
  | 'rules_changed'
  | 'lock_differs'
  | 'numbers_differ'
  | 'hand_differs'
  | 'cards_differ'
  | 'sums';

export interface Memory {
  chain: Chain | null;
  /** The deal before: its count and the secret that it showed. */
  last: { count: number; secret: string } | null;
  deal: KeptDeal | null;
}

/** The part of Storage that is used; its methods may throw. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const EMPTY: Memory = { chain: null, last: null, deal: null };

/** One table's memory in one tab, on the shelf; where the shelf does not work it lasts as long as the page. */
export class FairMemory {
  readonly #key: string;
  readonly #shelf: Shelf | null;
  #held: Memory | null = null;

  constructor(table: string, shelf: Shelf | null) {
    this.#key = `gongzhu.fair.${table}`;
    this.#shelf = shelf;
  }

  /** What is kept now. */
  read(): Memory {
    try {
      const text = this.#shelf?.getItem(this.#key);
      if (text) return JSON.parse(text) as Memory;
    } catch {
      // What cannot be read is as good as forgotten.
    }
    return this.#held ?? EMPTY;
  }

  write(memory: Memory): void {
    this.#held = memory;
    try {
      this.#shelf?.setItem(this.#key, JSON.stringify(memory));
    } catch {
      // Storage is switched off or full: the page itself remembers.
    }
  }
}
