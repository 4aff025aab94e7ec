/** A deal that is played on: a table whose server answers each request and keeps nothing. */

import { api, faultText } from '../net/api';
import type { Answer, Command } from '../net/socket';
import { TableSession } from '../table/session.svelte';
import { fold } from '../table/fold';
import { PageTable } from '../table/page-table';
import { fullAsk, playerIn, type Fact, type TableView } from '../table/wire';
import type { Action, Fork as Shown, ForkAction, ForkEnd } from '../wire/types';
import { newSeed, type Address, type Origin, type Terms } from './address';

/** A fork that was played to its end. */
export interface Try {
  /** From 1. */
  number: number;
  terms: Terms;
  end: ForkEnd;
}

/** A table without hints: they are for running games. */
export class ForkSession extends TableSession {
  override get mayTakeBack(): boolean {
    return false;
  }

  override get mayHint(): boolean {
    return false;
  }
}

export class Fork extends PageTable {
  readonly origin: Origin;
  terms: Terms = $state.raw({ seat: null, hidden: 'kept', seed: '', levels: [] });
  /** The last answer. */
  shown: Shown | null = $state.raw(null);
  /** Something was asked and is not answered yet. */
  busy = $state(false);
  fault = $state('');
  tries: readonly Try[] = $state.raw([]);
  /** Taken back on the open board, the last one first. */
  undone: readonly ForkAction[] = $state.raw([]);

  /** The number of the request whose answer counts. */
  #asked = 0;
  #actions: readonly ForkAction[];

  /** `tries`: those of before, from the same moment. */
  constructor({ origin, terms, actions }: Address, tries: readonly Try[] = []) {
    super();
    this.tries = tries;
    this.origin = origin;
    this.terms = terms;
    this.#actions = actions;
  }

  get actions(): readonly ForkAction[] {
    return this.shown?.actions ?? this.#actions;
  }

  /** The last try of those that were played to the end, where this is one. */
  get ended(): Try | null {
    return this.shown?.over ? (this.tries.at(-1) ?? null) : null;
  }

  /** How many actions there were before the own choice that was made last; -1 where none was. */
  get lastChoice(): number {
    const { seat } = this.terms;
    const own = (each: ForkAction) => seat === null || each.seat === seat;
    const last = this.actions.findLastIndex(own);
    // The last card of a hand is played by the page, and was no choice.
    const forced = seat !== null && this.#playedOut && this.actions[last]?.action.type === 'play';
    return forced ? this.actions.slice(0, last).findLastIndex(own) : last;
  }

  /** True if all cards were played, and nobody claimed the rest. */
  get #playedOut(): boolean {
    return !!this.shown?.over && !this.shown.events.some(({ type }) => type === 'claimed');
  }

  start(): void {
    if (this.terms.seat !== null) this.events?.you(playerIn(this.terms.seat));
    this.events?.status('online', null);
    void this.go(this.#actions);
  }

  override stop(): void {
    super.stop();
    this.#asked += 1;
  }

  refresh(): void {
    void this.go(this.actions);
  }

  /** To the place after these actions. */
  async go(actions: readonly ForkAction[]): Promise<void> {
    this.#actions = actions;
    const shown = await this.#ask(actions);
    if (shown) this.#whole(shown);
  }

  /** Before the own choice that was made last. */
  back(): void {
    const at = this.lastChoice;
    if (at < 0) return;
    this.undone = [...this.undone, this.actions[at]!];
    void this.go(this.actions.slice(0, at));
  }

  /** The choice that was taken back, on the open board. */
  forward(): void {
    const next = this.undone.at(-1);
    if (!next) return;
    this.undone = this.undone.slice(0, -1);
    void this.go([...this.actions, next]);
  }

  restart(): void {
    this.undone = [];
    void this.go([]);
  }

  /** From the beginning, with other cards in the hidden hands. */
  redraw(): void {
    this.terms = { ...this.terms, seed: newSeed() };
    this.restart();
  }

  /** Do something in a seat. */
  async act(seat: number, action: Action): Promise<Answer> {
    const before = this.shown;
    if (!before || this.busy) return { kind: 'lost' };
    const shown = await this.#ask([...before.actions, { seat, action }]);
    if (!shown)
      return this.fault ? { kind: 'refused', code: '', text: this.fault } : { kind: 'lost' };
    this.undone = [];
    this.#further(before, shown);
    return { kind: 'done', seq: this.seq };
  }

  send(command: Command): Promise<Answer> {
    const action = actionIn(command);
    const { seat } = this.terms;
    if (!action || seat === null) return Promise.resolve({ kind: 'done', seq: this.seq });
    return this.act(seat, action);
  }

  async #ask(actions: readonly ForkAction[]): Promise<Shown | null> {
    this.#asked += 1;
    const number = this.#asked;
    this.busy = true;
    this.fault = '';
    try {
      const { game, record, deal, ply } = this.origin;
      const shown = await api.fork({
        game,
        record,
        deal,
        ply,
        ...this.terms,
        actions: [...actions],
      });
      return number === this.#asked ? shown : null;
    } catch (error) {
      if (number === this.#asked) this.fault = faultText(error);
      return null;
    } finally {
      if (number === this.#asked) this.busy = false;
    }
  }

  /** Show all at once; what bots did since the fork began is shown as it happens. */
  #whole(shown: Shown): void {
    const first = this.#actions.length === 0 ? shown.begun : shown.events.length;
    this.#keep(shown);
    if (this.terms.seat === null) return;
    let view: TableView = { state: shown.table, seat: this.terms.seat, deal: null };
    for (const event of shown.events.slice(0, first)) view = fold(view, happened(event));
    const all = first === shown.events.length;
    this.set(playerIn(this.terms.seat), view, all ? fullAsk(shown.ask) : null);
    if (!all) this.#update(shown, first);
  }

  #further(before: Shown, shown: Shown): void {
    this.#keep(shown);
    if (this.terms.seat !== null) this.#update(shown, before.events.length);
  }

  #update(shown: Shown, from: number): void {
    const facts = shown.events.slice(from).map(happened);
    const seq = (this.seq += 1);
    this.events?.update({ type: 'update', seq, at: Date.now(), facts, ask: fullAsk(shown.ask) });
  }

  #keep(shown: Shown): void {
    this.shown = shown;
    this.#actions = shown.actions;
    const { over } = shown;
    if (!over || this.tries.at(-1)?.end.jsonl === over.jsonl) return;
    this.tries = [...this.tries, { number: this.tries.length + 1, terms: this.terms, end: over }];
  }
}

function happened(event: Shown['events'][number]): Fact {
  return { type: 'happened', event };
}

/** The action of the game in a command; null for other commands. */
function actionIn(command: Command): Action | null {
  switch (command.type) {
    case 'play':
      return { type: 'play', card: command.card };
    case 'pass':
      return { type: 'pass', cards: command.cards };
    case 'expose':
      return { type: 'expose', modes: command.modes };
    case 'moon':
      return { type: 'moon', choice: command.choice };
    case 'claim':
      return { type: 'claim' };
    default:
      return null;
  }
}
