/** What the server is asked for: what it answered last, whether it is asked now, what went wrong. */

import { faultText } from './api';

export class Asked<T = unknown> {
  answer: T | null = $state.raw(null);
  busy = $state(false);
  /** In words, until it is asked again; empty: nothing. */
  fault = $state('');
  readonly #told: (error: unknown) => string;

  constructor(told: (error: unknown) => string = faultText) {
    this.#told = told;
  }

  /** Ask, unless the last question is under way; true once there is an answer. */
  async ask(question: () => Promise<T>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.fault = '';
    try {
      this.answer = await question();
      return true;
    } catch (error) {
      this.fault = this.#told(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
