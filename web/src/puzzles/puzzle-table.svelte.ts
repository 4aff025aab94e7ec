/** The table of a puzzle: it asks one question, and looks back at what was played before. */

import { t } from '../i18n';
import type { Answer, Command } from '../net/socket';
import { PageTable } from '../table/page-table';
import { playerIn } from '../table/wire';
import type { PuzzleTry } from '../wire/types';
import { askOf, dealOf, tableOf } from './position';
import { solves, type Puzzle } from './puzzle';

export class PuzzleTable extends PageTable {
  /** The choices that were made, in order; the first one counts. */
  tried: readonly PuzzleTry['action'][] = $state.raw([]);
  /** The answer is shown: it was found, or asked for. */
  open = $state(false);
  /** Looking back: so many finished tricks; null: at the question. */
  at: number | null = $state(null);

  readonly puzzle: Puzzle;
  /** Finished tricks before the question. */
  readonly tricks: number;
  readonly #names: () => readonly string[];
  readonly #onfirst: (action: PuzzleTry['action']) => void;

  /** `onfirst` is told of the first choice, and of no other. */
  constructor(
    puzzle: Puzzle,
    names: () => readonly string[],
    onfirst: (action: PuzzleTry['action']) => void = () => undefined,
  ) {
    super();
    this.puzzle = puzzle;
    this.tricks = puzzle.request.history?.length ?? 0;
    this.#names = names;
    this.#onfirst = onfirst;
  }

  get solved(): boolean {
    const last = this.tried.at(-1);
    return last !== undefined && solves(this.puzzle, last);
  }

  /** The choice that was wrong, while another may be tried. */
  get missed(): PuzzleTry['action'] | null {
    return this.open ? null : (this.tried.at(-1) ?? null);
  }

  start(): void {
    this.events?.you(this.#you());
    this.events?.status('online', null);
    this.#show();
  }

  refresh(): void {
    this.#show();
  }

  /** Stand after so many finished tricks, or at the question again. */
  look(at: number | null): void {
    this.at = at === null || at > this.tricks ? null : Math.max(0, at);
    this.#show();
  }

  /** Show the answer without another try. */
  give(): void {
    this.open = true;
    this.look(null);
  }

  /** Ask again, as if nothing had been tried. */
  again(): void {
    this.tried = [];
    this.open = false;
    this.look(null);
  }

  send(command: Command): Promise<Answer> {
    if (command.type !== 'play' && command.type !== 'pass' && command.type !== 'expose')
      return Promise.resolve({ kind: 'done', seq: this.seq });
    const { legal } = this.puzzle.request;
    if (command.type === 'play' && !legal.includes(command.card as (typeof legal)[number]))
      return Promise.resolve({ kind: 'refused', code: 'illegal', text: t('puzzles.illegal') });
    if (this.open || this.at !== null) return Promise.resolve({ kind: 'lost' });
    if (this.tried.length === 0) this.#onfirst(command);
    this.tried = [...this.tried, command];
    if (this.solved) {
      this.open = true;
      this.#show();
    }
    return Promise.resolve({ kind: 'lost' });
  }

  #show(): void {
    const table = tableOf(this.puzzle, dealOf(this.puzzle, this.at), this.#names());
    this.set(this.#you(), table, this.open || this.at !== null ? null : askOf(this.puzzle));
  }

  #you() {
    const { seat } = this.puzzle.request;
    return playerIn(seat, this.#names()[seat]);
  }
}
