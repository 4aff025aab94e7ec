/** A first lesson: a scripted table that answers as a server would, and waits at each of its stops. */

import type { Answer, Command } from '../net/socket';
import { fold } from '../table/fold';
import { PageTable } from '../table/page-table';
import { playerIn, type Ask, type Fact, type TableView } from '../table/wire';

export type Mark = 'hand' | 'trick' | 'prompt' | 'nothing';

export interface Step {
  name: string;
  scene: number;
  /** The part of the table that the words are about. */
  mark: Mark;
  before: Fact[];
  ask: Ask | null;
  /** The cards of the right move; none where there is only something to read. */
  do: string[];
  after: Fact[];
  /** What point cards are worth now. */
  values: Record<string, string>;
}

export interface LessonData {
  scenes: TableView[];
  steps: Step[];
}

/** The words of a step; a wrong move has its own under `wrong` or `wrong_CARD`. */
export interface StepWords {
  title: string;
  say: string;
  then?: string;
  illegal: Record<string, string>;
  wrong?: string;
  [key: `wrong_${string}`]: string;
}

export type LessonWords = Record<string, StepWords>;

export class Lesson extends PageTable {
  /** The step, from 0. */
  at = $state(0);
  /** The right move has been made. */
  done = $state(false);
  /** The last move that was not the right one. */
  missed: readonly string[] = $state.raw([]);

  readonly #data: LessonData;
  readonly #you: () => string;

  /** `you` is the learner's name at the table. */
  constructor(data: LessonData, at: number, you: () => string) {
    super();
    this.#data = data;
    this.#you = you;
    this.at = Math.min(Math.max(at, 0), data.steps.length - 1);
  }

  get step(): Step {
    return this.#data.steps[this.at]!;
  }

  get length(): number {
    return this.#data.steps.length;
  }

  start(): void {
    this.events?.you(playerIn(0, this.#you()));
    this.events?.status('online', null);
    this.go(this.at);
  }

  refresh(): void {
    this.go(this.at);
  }

  /** Set the table up as it is at the beginning of a step. */
  go(at: number): void {
    this.at = at;
    const { scene } = this.step;
    let view = this.#named(this.#data.scenes[scene]!);
    for (const step of this.#data.steps.slice(0, at))
      if (step.scene === scene)
        for (const fact of [...step.before, ...step.after]) view = fold(view, fact);
    this.set(playerIn(0, this.#you()), view, null);
    this.#begin();
  }

  /** Go on: to the next step, or, where the move has not been made, by making it. */
  next(): void {
    if (this.step.ask && !this.done) this.#succeed();
    else if (this.at + 1 < this.length) {
      const { scene } = this.step;
      if (this.#data.steps[this.at + 1]!.scene !== scene) this.go(this.at + 1);
      else {
        this.at += 1;
        this.#begin();
      }
    }
  }

  /** To the beginning of this step, or of the one before. */
  back(): void {
    this.go(this.done ? this.at : Math.max(this.at - 1, 0));
  }

  send(command: Command): Promise<Answer> {
    const cards = cardsOf(command);
    if (cards === null) return Promise.resolve({ kind: 'done', seq: this.seq });
    if (!this.step.ask || this.done) return Promise.resolve({ kind: 'lost' });
    const wanted = this.step.do;
    if (cards.length === wanted.length && wanted.every((card) => cards.includes(card))) {
      this.#succeed();
      return Promise.resolve({ kind: 'done', seq: this.seq });
    }
    this.missed = cards;
    return Promise.resolve({ kind: 'lost' });
  }

  #begin(): void {
    this.done = false;
    this.missed = [];
    this.#update(this.step.before, this.step.ask);
  }

  #succeed(): void {
    this.done = true;
    this.missed = [];
    this.#update(this.step.after, null);
  }

  #update(facts: Fact[], ask: Ask | null): void {
    const seq = (this.seq += 1);
    this.events?.update({ type: 'update', seq, at: Date.now(), facts, ask });
  }

  #named(view: TableView): TableView {
    const seats = view.state.seats.map((seat, at) =>
      at === 0 ? { ...seat, name: this.#you() } : seat,
    );
    return { ...view, state: { ...view.state, seats } };
  }
}

/** What is said of a move that was not the right one: first of all why it is not allowed. */
export function reply(words: StepWords, missed: readonly string[]): string {
  for (const card of missed) {
    const told = words.illegal[card] ?? words[`wrong_${card}`];
    if (told) return told;
  }
  return words.wrong ?? '';
}

/** The cards of an action of the game; null for other commands. */
function cardsOf(command: Command): string[] | null {
  switch (command.type) {
    case 'play':
      return [command.card];
    case 'pass':
      return [...command.cards];
    case 'expose':
      return Object.keys(command.modes);
    default:
      return null;
  }
}
