/** What the server is asked for: what it answered last, whether it is asked now, what went wrong. */

import { faultText } from './api';

export class Asked<T = unknown> {
  answer: T | null = $state.raw(null);
  busy = $state(false);
  /** In words, until it is asked again; empty: nothing. */
  fault = $state('');
  readonly #told: (error: unknown) => string;
  /** The number of the question whose answer counts. */
  #newest = 0;

  constructor(told: (error: unknown) => string = faultText) {
    this.#told = told;
  }

  /** Ask for something to be done, unless the last question is under way; true once it is. */
  async ask(question: () => Promise<T>): Promise<boolean> {
    return !this.busy && this.look(question);
  }

  /**
   * Look at what there is. Whatever an older question comes to is out of date and ignored; true once
   * there is an answer, unless a newer question overtook it.
   */
  async look(question: () => Promise<T>): Promise<boolean> {
    const number = ++this.#newest;
    this.busy = true;
    this.fault = '';
    try {
      const answer = await question();
      if (number !== this.#newest) return false;
      this.answer = answer;
      return true;
    } catch (error) {
      if (number === this.#newest) this.fault = this.#told(error);
      return false;
    } finally {
      if (number === this.#newest) this.busy = false;
    }
  }

  /** Take what is known without a question; one that is under way is out of date. */
  know(answer: T | null): void {
    this.#newest += 1;
    this.answer = answer;
    this.busy = false;
    this.fault = '';
  }
}
