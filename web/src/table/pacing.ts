/** When the page shows what has happened: one thing after the other, at the pace of the settings. */

import { turnOf } from './deal-fold';
import type { Ask, Fact, TableView } from './wire';

export interface Pace {
  pause: number;
  trick: number;
}

/** A fact, or the end of an update: what it asks is shown after all its facts. */
export type Step = Fact | { type: 'asked'; seq: number; ask: Ask | null };

/** Steps that wait beyond this many are shown quickly: nobody wants to sit through what is over. */
const PATIENCE = 20;
const HURRY = 60;

/**
 * Milliseconds to wait before a step is shown, given what is shown now.
 *
 * Nothing waits that is the player's own doing, or that does not happen on the table.
 */
export function waitBefore(step: Step, shown: TableView, waiting: number, pace: Pace): number {
  const wait = step.type === 'asked' ? 0 : calmWait(step, shown, pace);
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
 * Shows steps in order, each after its wait. It never holds input up: `flush` shows all at once.
 */
export class Queue {
  #steps: Step[] = [];
  #timer: number | null = null;
  readonly #show: (step: Step) => void;
  readonly #wait: (step: Step, waiting: number) => number;
  readonly #timers: Timers;

  constructor(
    show: (step: Step) => void,
    wait: (step: Step, waiting: number) => number,
    timers: Timers,
  ) {
    this.#show = show;
    this.#wait = wait;
    this.#timers = timers;
  }

  get empty(): boolean {
    return this.#steps.length === 0;
  }

  add(steps: readonly Step[]): void {
    this.#steps.push(...steps);
    if (this.#timer === null) this.#go();
  }

  /** Show everything now. */
  flush(): void {
    this.#stop();
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) this.#show(step);
  }

  /** Forget everything: a snapshot has come. */
  clear(): void {
    this.#stop();
    this.#steps = [];
  }

  #stop(): void {
    if (this.#timer !== null) this.#timers.cancel(this.#timer);
    this.#timer = null;
  }

  #go(): void {
    for (let next = this.#steps[0]; next; next = this.#steps[0]) {
      const wait = this.#wait(next, this.#steps.length);
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
    const step = this.#steps.shift();
    if (step) this.#show(step);
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
  if (choosingAtOnce(view))
    return state.seats.map((_, seat) => seat).filter((seat) => !deal.chosen[seat]);
  return [];
}

/** Whether everybody chooses now, hidden from the others: what to pass, or what to expose. */
export function choosingAtOnce({ state, deal }: TableView): boolean {
  const phase = state.stage === 'playing' ? deal?.public.phase : null;
  // Without exposing, that phase is over as soon as it begins.
  return phase === 'passing' || (phase === 'exposing' && state.settings.rules.sale !== 'none');
}
