/** When the page shows what has happened: one thing after the other, at the pace of the settings. */

import { turnOf } from './deal-fold';
import type { Fact, TableView } from './wire';

export interface Pace {
  flight: number;
  pause: number;
  trick: number;
}

/** Facts that wait beyond this many are shown quickly: nobody wants to sit through what is over. */
const PATIENCE = 12;
const HURRY = 60;

/**
 * Milliseconds to wait before a fact is shown, given what is shown now.
 *
 * Nothing waits that is the player's own doing, or that does not happen on the table.
 */
export function waitBefore(fact: Fact, shown: TableView, waiting: number, pace: Pace): number {
  const wait = calmWait(fact, shown, pace);
  return waiting > PATIENCE ? Math.min(wait, HURRY) : wait;
}

function calmWait(fact: Fact, shown: TableView, pace: Pace): number {
  if (fact.type === 'deal_scored') return pace.pause;
  if (fact.type !== 'happened') return 0;
  switch (fact.event.type) {
    case 'card_played':
      return fact.event.seat === shown.seat ? 0 : pace.pause;
    case 'trick_taken':
      return pace.trick;
    case 'cards_passed':
    case 'cards_exposed':
    case 'claimed':
      return pace.pause;
    default:
      return 0;
  }
}

interface Timers {
  after(milliseconds: number, act: () => void): number;
  cancel(timer: number): void;
}

/**
 * Shows facts in order, each after its wait. It never holds input up: `flush` shows all at once.
 */
export class Queue {
  #facts: Fact[] = [];
  #timer: number | null = null;
  readonly #show: (fact: Fact) => void;
  readonly #wait: (fact: Fact, waiting: number) => number;
  readonly #timers: Timers;

  constructor(
    show: (fact: Fact) => void,
    wait: (fact: Fact, waiting: number) => number,
    timers: Timers,
  ) {
    this.#show = show;
    this.#wait = wait;
    this.#timers = timers;
  }

  get empty(): boolean {
    return this.#facts.length === 0;
  }

  add(facts: readonly Fact[]): void {
    this.#facts.push(...facts);
    if (this.#timer === null) this.#go();
  }

  /** Show everything now. */
  flush(): void {
    this.#stop();
    for (let fact = this.#facts.shift(); fact; fact = this.#facts.shift()) this.#show(fact);
  }

  /** Forget everything: a snapshot has come. */
  clear(): void {
    this.#stop();
    this.#facts = [];
  }

  #stop(): void {
    if (this.#timer !== null) this.#timers.cancel(this.#timer);
    this.#timer = null;
  }

  #go(): void {
    for (let next = this.#facts[0]; next; next = this.#facts[0]) {
      const wait = this.#wait(next, this.#facts.length);
      if (wait > 0) {
        this.#timer = this.#timers.after(wait, () => {
          this.#timer = null;
          this.#next();
          this.#go();
        });
        return;
      }
      this.#next();
    }
  }

  #next(): void {
    const fact = this.#facts.shift();
    if (fact) this.#show(fact);
  }
}

/** Whose decision the table waits for, as far as a view of it tells. */
export function actingSeats(view: TableView): number[] {
  const { state, deal } = view;
  if (state.stage !== 'playing' || !deal) return [];
  // A full trick waits for nobody: it is about to be taken.
  if (deal.public.trick.length === state.seats.length) return [];
  const turn = turnOf(deal.public);
  if (turn !== null) return [turn];
  if (deal.public.phase === 'passing' || deal.public.phase === 'exposing')
    return state.seats.map((_, seat) => seat).filter((seat) => !deal.chosen[seat]);
  return [];
}
