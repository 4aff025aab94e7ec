/** What is said at a table, as this page hears it: nothing of it is kept but who is muted. */

import { t } from '../i18n';
import type { Answer, Command } from '../net/socket';
import { settings } from '../settings.svelte';
import { sound } from '../sound';
import { toast } from '../ui/announce.svelte';
import type { Line } from '../wire/types';
import { faceOf, lineText, spoken } from './words';

/** Milliseconds that a bubble stays at its seat. */
export const BUBBLE = 3500;
/** As on the server: one line in four seconds, three in thirty. */
const PAUSE = 4000;
const BURST = 3;
const WINDOW = 30_000;
const MOST = 50;

interface Table {
  send(command: Command): Promise<Answer>;
  /** True while the link stands: what is said late is better not said. */
  online(): boolean;
  /** The seat of this page's player. */
  seat(): number | null;
  tell(sentence: string): void;
}

export class Conversation {
  /** Every line that is remembered, those of muted players too. */
  #lines: readonly Line[] = $state.raw([]);
  /** The lines that stand at their seats now. */
  bubbles: readonly Line[] = $state.raw([]);
  /** The names of those who are not heard. */
  muted: readonly string[] = $state.raw([]);
  /** Nothing may be said for a moment. */
  resting = $state(false);
  readonly #key: string;
  readonly #table: Table;
  #said: number[] = [];

  constructor(table: string, at: Table) {
    this.#key = `gongzhu.muted.${table}`;
    this.#table = at;
    this.muted = remembered(this.#key);
  }

  /** The lines that are heard and that this page has words for. */
  get lines(): readonly Line[] {
    return this.#lines.filter((line) => this.#hears(line));
  }

  /** All that the server remembers: it is read, and not told again. */
  all(lines: readonly Line[]): void {
    this.#lines = lines;
    this.bubbles = [];
  }

  /** Somebody has said something. */
  heard(line: Line): void {
    if (line.number <= (this.#lines.at(-1)?.number ?? 0)) return;
    this.#lines = [...this.#lines, line].slice(-MOST);
    if (!this.#hears(line)) return;
    this.bubbles = [...this.bubbles.filter(({ seat }) => seat !== line.seat), line];
    setTimeout(() => (this.bubbles = this.bubbles.filter((other) => other !== line)), BUBBLE);
    if (settings.soundPhrases) sound('pop');
    const mine = line.seat === this.#table.seat();
    this.#table.tell(spoken(line, mine ? t('common.you') : line.name));
  }

  /** Say a phrase, or make a face. */
  say(phrase: string): Promise<boolean> {
    return this.#send({ type: 'say', phrase });
  }

  /** Write a line; whether it was sent. */
  write(text: string): Promise<boolean> {
    return this.#send({ type: 'write', text });
  }

  /** Hear a player no more, or again; it is remembered for this table. */
  mute(name: string): void {
    const others = this.muted.filter((other) => other !== name);
    this.muted = others.length < this.muted.length ? others : [...others, name];
    this.bubbles = this.bubbles.filter((line) => this.#hears(line));
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.muted));
    } catch {
      // Storage is switched off or full: it is remembered as long as the page.
    }
  }

  #hears(line: Line): boolean {
    return !this.muted.includes(line.name) && (faceOf(line) !== null || lineText(line) !== '');
  }

  async #send(command: Command): Promise<boolean> {
    if (this.resting) return false;
    if (!this.#table.online()) {
      toast(t('talk.offline'), 'fault');
      return false;
    }
    this.resting = true;
    const answer = await this.#table.send(command);
    // From the answer on: the server counts from when it hears of a line, which may take a while.
    this.#said = [...this.#said, Date.now()].slice(-BURST);
    this.#rest();
    return answer.kind === 'said';
  }

  #rest(): void {
    const now = Date.now();
    const first = this.#said.length === BURST ? this.#said[0]! + WINDOW - now : 0;
    this.resting = true;
    setTimeout(() => (this.resting = false), Math.max(PAUSE, first));
  }
}

function remembered(key: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
