/** One's turn where the page is not looked at: in the title and sign of its tab, and in the hand. */

import { settings } from '../settings.svelte';

const SIGN = '/icon.svg';
const TURN_SIGN = '/icon-turn.svg';
/** Milliseconds: felt, and no more. */
const TOUCH = 20;

export class Notice {
  /** What the tab says while it is one's turn and nobody looks; null: it is not. */
  #turn: string | null = null;
  /** The title that comes back. */
  #title: string | null = null;

  /** Watch whether the page is seen; returns how to stop. */
  start(): () => void {
    const changed = () => this.#show();
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      this.turn(null);
    };
  }

  /** It is one's turn, and this is what a tab in the background says; null: no more. */
  turn(text: string | null): void {
    // Browsers refuse to vibrate, and complain, before the page has been touched.
    const touched = navigator.userActivation?.hasBeenActive ?? true;
    if (text !== null && this.#turn === null && settings.vibrate && touched)
      navigator.vibrate?.(TOUCH);
    this.#turn = text;
    this.#show();
  }

  #show(): void {
    const title = document.hidden ? this.#turn : null;
    if (title !== null) {
      this.#title ??= document.title;
      document.title = title;
    } else if (this.#title !== null) {
      document.title = this.#title;
      this.#title = null;
    } else return;
    document
      .querySelector('link[rel="icon"]')
      ?.setAttribute('href', title === null ? SIGN : TURN_SIGN);
  }
}
