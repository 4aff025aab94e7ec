/** What the player has picked out of the hand, and what of it is on its way to the server. */

import { cardName, suitName, t } from '../i18n';
import type { Answer, Command } from '../net/socket';
import { settings } from '../settings.svelte';
import { announce } from '../ui/announce.svelte';
import type { Action } from '../wire/types';
import { AT_REST, ledFor, REST, step } from './hand-state';
import type { Effect, Input, Situation } from './hand-state';
import { cycleMode, forcedCard, stillChosen, togglePass } from './selection';
import type { Ask, Card, Mode, TableView } from './wire';

/** What is done to one card of the hand. */
export type Touch = Extract<Input, { type: 'tap' | 'enter' | 'drop' | 'focus' }> & { card: Card };

interface Table {
  readonly scene: TableView | null;
  readonly ask: Ask | null;
  readonly seq: number;
  /** More has happened than is shown. */
  readonly behind: boolean;
  /** Nobody else plays but bots. */
  readonly alone: boolean;
  send(command: Command, after: number): Promise<Answer>;
  /** Show at once what has happened. */
  hurry(): void;
  /** Let nothing move any longer. */
  settle(): void;
}

/** For how long it is told why something cannot be done. */
const TOLD = 5000;

export class Choosing {
  /** The card that was played and is not acknowledged yet. */
  sending: Card | null = $state(null);
  /** A choice was sent and is not acknowledged yet. */
  busy = $state(false);
  /** Marked for passing. */
  marked: Card[] = $state.raw([]);
  /** To be exposed, and how. */
  modes: Partial<Record<Card, Mode>> = $state.raw({});
  /** One more card was to be marked than are passed. */
  full = $state(false);
  /** Passed to the player, who has not gone on since. */
  received: readonly Card[] = $state.raw([]);
  /** Why what was just chosen cannot be done, for a while; it stands where the prompt does. */
  refusal = $state('');
  /** A card is dragged: over the felt, where it may be let go of, or away from it. */
  drag: 'over' | 'away' | null = $state(null);
  readonly #table: Table;
  #hand = $state.raw(AT_REST);
  /** The card that was sent is played in the update of this number, if not before. */
  #sendingUntil = Infinity;
  #telling = 0;
  /** The received cards that the player has gone on from. */
  #seen = '';

  constructor(table: Table) {
    this.#table = table;
  }

  /** The card that stands out of the hand, ready to be played. */
  get raised(): Card | null {
    return this.#hand.raised;
  }

  /** The card chosen before one's turn. */
  get ahead(): Card | null {
    return this.#hand.ahead?.card ?? null;
  }

  /** The suit led in the shown trick, where one has yet to play to it. */
  get led(): string | null {
    const { scene } = this.#table;
    return ledFor(scene?.deal ?? null, scene?.seat ?? null);
  }

  /** The felt was tapped: what stands raised is lowered. */
  lower(): void {
    this.goOn();
    this.#input({ type: 'felt' });
  }

  /** A card of the hand was tapped, dragged to the table, or chosen or come to by keyboard. */
  touch(input: Touch): void {
    const { ask } = this.#table;
    if (input.type !== 'focus') {
      this.refusal = '';
      this.goOn();
    }
    if (ask?.kind !== 'pass' && ask?.kind !== 'expose') this.#input(input);
    else if (this.busy || input.type === 'focus' || this.#soon) return;
    else if (ask.kind === 'pass') this.#mark(input.card, ask.count);
    else {
      const modes = ask.modes[input.card];
      if (modes) this.modes = cycleMode(this.modes, input.card, modes);
    }
  }

  #mark(card: Card, count: number): void {
    const marked = togglePass(this.marked, card, count);
    this.full = marked === null;
    if (marked) this.marked = marked;
    else announce(t('table.pass_full', { n: count }));
  }

  /** Expose a card in a way, or not at all. */
  setMode(card: Card, mode: Mode | null): void {
    const { [card]: _, ...others } = this.modes;
    this.modes = mode === null ? others : { ...others, [card]: mode };
  }

  /** Play the raised card. */
  playRaised(): void {
    this.#input({ type: 'enter', card: this.raised });
  }

  /** Send what was marked for passing or exposing. */
  async confirm(): Promise<void> {
    const { ask } = this.#table;
    if (this.busy || !ask) return;
    if (ask.kind === 'pass' && this.marked.length === ask.count)
      await this.#choose({ type: 'pass', cards: this.marked });
    if (ask.kind === 'expose') await this.#choose({ type: 'expose', modes: this.modes });
  }

  async claim(): Promise<void> {
    if (this.#table.ask?.claim && !this.#table.behind && !this.#soon)
      await this.#choose({ type: 'claim' });
  }

  async chooseMoon(choice: 'others' | 'self'): Promise<void> {
    await this.#choose({ type: 'moon', choice });
  }

  /** Tell why something cannot be done, until it is read or something else is done. */
  refused(text: string): void {
    announce(text, 'assertive');
    this.refusal = text;
    window.clearTimeout(this.#telling);
    this.#telling = window.setTimeout(() => (this.refusal = ''), TOLD);
  }

  /** Take back what was picked and not sent. */
  cancel(): void {
    this.goOn();
    this.marked = [];
    this.modes = {};
    this.full = false;
    this.#input({ type: 'escape' });
  }

  /** Something else is asked than before, or the same again. */
  asked(before: Ask | null): void {
    const { ask } = this.#table;
    if (ask?.kind !== before?.kind) {
      this.modes = {};
      this.full = false;
    }
    this.marked = stillChosen(this.marked, ask);
    this.#input({ type: 'shown' });
  }

  /** All up to the update of this number is shown. */
  reached(seq: number): void {
    if (seq < this.#sendingUntil) return;
    this.#sendingUntil = Infinity;
    this.sending = null;
  }

  /** A card is shown to be played. */
  played(card: string): void {
    if (card === this.sending) this.sending = null;
  }

  /** Cards have come into the hand, or left it. */
  changed(): void {
    this.#input({ type: 'changed' });
  }

  /** Mark what was passed to the player, until the first own card at the latest. */
  receive(): void {
    const own = this.#table.scene?.deal?.own;
    const received = own?.hand.length === own?.dealt.length && own?.received;
    this.received = received && received.join() !== this.#seen ? received : [];
    if (settings.received === 'tap' || this.received.length === 0) return;
    const shown = this.received;
    window.setTimeout(
      () => {
        if (this.received === shown) this.#putAway();
      },
      Number(settings.received) * 1000,
    );
  }

  /** The player has seen what was received, and goes on. */
  goOn(): void {
    // A tap that was under way when the cards came has not seen them.
    if (!this.#soon) this.#putAway();
  }

  #putAway(): void {
    if (this.received.length > 0) this.#seen = this.received.join();
    this.received = [];
  }

  get #soon(): boolean {
    return performance.now() - this.#hand.changed < REST;
  }

  /** Do what leaves no choice, where the player wants that done. */
  goOnBySelf(): void {
    const { ask, scene, alone } = this.#table;
    if (this.sending !== null || this.busy || settings.goOn === 'never') return;
    const forced = forcedCard(ask, scene?.deal?.own?.hand ?? []);
    if (forced) void this.#play(forced);
    // Among people, how soon one is done would tell that one holds no key card.
    else if (alone && ask?.kind === 'expose' && Object.keys(ask.modes).length === 0)
      void this.confirm();
  }

  #input(input: Input): void {
    const [state, effect] = step(this.#hand, this.#situation(), input, performance.now());
    if (input.type === 'enter' && state.raised && state.raised !== this.raised)
      announce(t('table.card_raised', { card: cardName(state.raised) }));
    this.#hand = state;
    if (effect) this.#carryOut(effect);
  }

  #situation(): Situation {
    const { scene, ask, behind } = this.#table;
    return {
      hand: scene?.deal?.own?.hand ?? [],
      asked: ask?.kind === 'play' ? (ask.cards as Card[]) : null,
      behind,
      led: this.led,
      mayChooseAhead: settings.preselect && scene?.deal?.public.phase === 'playing',
      sending: this.sending !== null,
    };
  }

  #carryOut(effect: NonNullable<Effect>): void {
    switch (effect.type) {
      case 'play':
        return void this.#play(effect.card);
      case 'ask_why':
        return void this.#act({ type: 'play', card: effect.card });
      case 'hurry':
        return this.#table.hurry();
      case 'drop_ahead': {
        const card = cardName(effect.card);
        return this.refused(
          effect.why === 'illegal'
            ? t('table.ahead_dropped', { card })
            : t('table.ahead_other_lead', { card, suit: suitName(this.led ?? '') }),
        );
      }
      case 'offer_ahead':
        return announce(t('table.ahead_offered', { card: cardName(effect.card) }));
    }
  }

  async #play(card: Card): Promise<void> {
    this.refusal = '';
    this.#table.hurry();
    this.#putAway();
    this.#table.settle();
    this.sending = card;
    this.#sendingUntil = Infinity;
    const answer = await this.#act({ type: 'play', card });
    // Until the card is seen to leave the hand it cannot be played again.
    if (this.sending !== card) return;
    if (answer.kind === 'done' && answer.seq > this.#table.seq) this.#sendingUntil = answer.seq;
    else this.sending = null;
  }

  async #choose(action: Action): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.#act(action);
    this.busy = false;
  }

  /** Act in the position that is shown, and in no other. */
  #act(action: Action): Promise<Answer> {
    return this.#table.send(action, this.#table.seq);
  }
}
