/** A review that was written into a file, with all that its page shows. */

import { language, type Language } from '../i18n';
import { noThings, withMore } from '../review/known';
import type { Progress, Reviewed } from '../review/session.svelte';
import type { ToldDeal } from '../review/wire';
import type { DealSheet, GameSheet } from '../wire/types';

/** What `gongzhu review --html` writes into the page. */
export interface Written {
  /** The language that was asked for. */
  lang: Language;
  sheet: GameSheet;
  /** In that language. */
  reviews: ToldDeal[];
  /** By language: the sentences of each deal's decisions. */
  sentences: Record<Language, string[][]>;
}

export class ReviewedFile implements Reviewed {
  readonly game = '';
  readonly title: string;
  readonly finished = 0;
  readonly count: number;
  readonly seat = null;
  readonly sheets: ReadonlyMap<number, DealSheet>;
  readonly progress: Progress;
  readonly #written: Written;

  constructor(written: Written) {
    const { sheet } = written;
    this.#written = written;
    this.title = sheet.title;
    this.count = sheet.count;
    this.sheets = withMore(noThings<DealSheet>(), 1, sheet.deals);
    const { count } = sheet;
    this.progress = { state: 'done', done: count, count, share: 1, waiting: false, fault: '' };
  }

  readonly reviews = $derived.by(() => {
    const { reviews, sentences } = this.#written;
    const told = sentences[language()];
    const deals = reviews.map((review, deal) => ({
      ...review,
      decisions: review.decisions.map((decision, at) => ({
        ...decision,
        sentence: told[deal]?.[at] ?? decision.sentence,
      })),
    }));
    return withMore(noThings<ToldDeal>(), 1, deals);
  });

  want(): void {
    // All of it is here.
  }
}
