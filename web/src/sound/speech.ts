/** Cards named aloud as they fall, never more than one card behind the table. */

import { settings } from '../settings.svelte';

/** Somewhat quicker than usual talk: a card has about a second. */
const RATE = 1.15;

/** True if this browser can read aloud. */
export function canSpeak(): boolean {
  return 'speechSynthesis' in globalThis;
}

/** Reads texts aloud; while one is read a newer text takes the place of the one that waits. */
export class Speaker {
  #busy = false;
  #next: { text: string; language: string } | null = null;

  say(text: string, language: string): void {
    if (!settings.speakCards || !canSpeak()) return;
    this.#next = { text, language };
    if (!this.#busy) this.#go();
  }

  /** Be quiet: the table is left. */
  stop(): void {
    this.#next = null;
    if (this.#busy) speechSynthesis.cancel();
    this.#busy = false;
  }

  #go(): void {
    const next = this.#next;
    this.#next = null;
    this.#busy = next !== null;
    if (!next) return;
    const utterance = new SpeechSynthesisUtterance(next.text);
    utterance.lang = next.language;
    utterance.rate = RATE;
    utterance.onend = utterance.onerror = () => this.#go();
    speechSynthesis.speak(utterance);
  }
}
