/** A review as the server makes it: deals that are finished, the one under way, and how far it is. */

import { api, ApiError, faultText } from '../net/api';
import type { DealSheet, GameSheet } from '../wire/types';
import { firstMissing, goneOn, noThings, reviewsOf, withMore } from './known';
import type { DealUnderWay, GameReview, ToldDeal } from './wire';

/** What the page shows a review from. */
export interface Reviewed {
  /** Of the game on the server; empty for a file. */
  readonly game: string;
  readonly title: string;
  /** When the game ended, milliseconds since 1970; 0 where nobody knows. */
  readonly finished: number;
  readonly count: number;
  /** Whose review it is; null: nobody's that sat there. */
  readonly seat: number | null;
  /** Deals by number, from 1: as far as they are here. */
  readonly sheets: ReadonlyMap<number, DealSheet>;
  /** Reviews of deals by number, a part of the one under way too. */
  readonly reviews: ReadonlyMap<number, ToldDeal>;
  readonly progress: Progress;
  /** Have the cards of a deal here. */
  want(deal: number): void;
}

export interface Progress {
  state: GameReview['state'];
  /** Deals that are whole. */
  done: number;
  count: number;
  /** From 0 to 1, with what is known of the deal under way. */
  share: number;
  waiting: boolean;
  /** Why it does not go on; empty while it does. */
  fault: string;
}

const EMPTY: ReadonlyMap<number, never> = noThings();

/** Milliseconds between two questions how far it is. */
const EVERY = 900;

/** Where a review is asked for. */
interface Way {
  begin: () => Promise<GameReview>;
  look: (from: number, have: number) => Promise<GameReview>;
}

export class ReviewSession implements Reviewed {
  readonly game: string;
  readonly title: string;
  readonly finished: number;
  readonly count: number;
  readonly seat: number | null;
  sheets = $state.raw<ReadonlyMap<number, DealSheet>>(EMPTY);
  #whole = $state.raw<ReadonlyMap<number, ToldDeal>>(EMPTY);
  #part: DealUnderWay | null = $state.raw(null);
  #state: GameReview['state'] = $state('none');
  #waiting = $state(false);
  #fault = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #asked: number[] = [];
  readonly #way: Way;

  constructor(sheet: GameSheet, way: Way) {
    this.game = sheet.game;
    this.title = sheet.title;
    this.finished = sheet.finished;
    this.count = sheet.count;
    this.seat = sheet.seat;
    this.#way = way;
    this.#keep(sheet);
  }

  /** Of the deal under way what is known by now. */
  readonly reviews = $derived.by(() => reviewsOf(this.#whole, this.#part));

  readonly progress: Progress = $derived.by(() => {
    const part = this.#part;
    const within = part && part.of > 0 ? part.done / part.of : 0;
    return {
      state: this.#state,
      done: this.#whole.size,
      count: this.count,
      share: Math.min(1, (this.#whole.size + within) / Math.max(1, this.count)),
      waiting: this.#waiting,
      fault: this.#fault,
    };
  });

  /** Ask for the review, and then again and again how far it is, until it is done. */
  async start(): Promise<void> {
    this.#fault = '';
    clearTimeout(this.#timer);
    try {
      this.#take(await this.#way.begin());
      await this.#follow();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Ask no more. The server goes on. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  want(deal: number): void {
    if (this.sheets.has(deal) || this.game === '' || this.#asked.includes(deal)) return;
    this.#asked.push(deal);
    api.game(this.game, deal).then(
      (page) => this.#keep(page),
      (error: unknown) => {
        this.#asked.splice(this.#asked.indexOf(deal), 1);
        this.#fault = faultText(error);
      },
    );
  }

  #keep(page: GameSheet): void {
    this.sheets = withMore(this.sheets, page.first, page.deals);
  }

  async #follow(): Promise<void> {
    while (!this.#closed && (this.#state !== 'done' || this.#whole.size < this.count)) {
      const from = firstMissing(this.#whole, this.count);
      const before = this.#whole.size;
      const part = this.#part;
      const have = part && part.number === from ? part.decisions.length : 0;
      this.#take(await this.#way.look(from, have));
      if (this.#state === 'none') return;
      // Finished deals come ten at a time, without a pause between.
      const more = this.#state === 'done' && this.#whole.size > before;
      if (!more && this.#whole.size < this.count)
        await new Promise((resolve) => (this.#timer = setTimeout(resolve, EVERY)));
    }
  }

  #take(found: GameReview): void {
    this.#state = found.state;
    this.#waiting = found.waiting;
    this.#whole = withMore(this.#whole, found.first, found.deals);
    this.#part = goneOn(this.#part, found.under_way);
  }

  #failed(error: unknown): void {
    if (this.#closed) return;
    this.#fault = faultText(error);
    // A network that is away for a moment, or another review that has to be done first: on with it
    // by itself.
    if (!(error instanceof ApiError)) return;
    if (error.status === 0 || error.problem?.code === 'review_under_way')
      this.#timer = setTimeout(() => void this.start(), 5 * EVERY);
  }
}
