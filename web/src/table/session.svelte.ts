/** A page's part in a table: what it knows, what it is asked, what has been picked and sent. */

import { compare, conclude, FairMemory, FairPlayer, type Evidence, type Verdict } from '../fair';
import { cardName, language, t } from '../i18n';
import { reloadOnce } from '../net/reload';
import { socketUrl, TableLink, type Answer, type Command, type LinkStatus } from '../net/socket';
import { pace, settings } from '../settings.svelte';
import { announce, toast } from '../ui/announce.svelte';
import type { Action, Goodbye, HintGiven } from '../wire/types';
import { tellAsk, tellFact, tellMoment } from './announce';
import { fold } from './fold';
import { momentOf, type Moment } from './moments/moment';
import { Queue, waitBefore } from './pacing';
import { ahead, cycleMode, forcedCard, stillChosen, togglePass } from './selection';
import {
  fullAsk,
  type Ask,
  type Card,
  type Fact,
  type Mode,
  type Snapshot,
  type TableView,
  type Update,
  type You,
} from './wire';

/** A fact at the time when the screen is about to show it. */
export interface Showing {
  fact: Fact;
  before: TableView;
  after: TableView;
  moment: Moment | null;
  /** Everything is shown at once: there is no time for motion. */
  hurried: boolean;
}

/** What is said within this time is said in one breath. */
const BREATH = 120;

export class TableSession {
  /** The truth, as far as it may be known. */
  view: TableView | null = $state.raw(null);
  /** What is on the screen: the truth, a few cards ago. */
  shown: TableView | null = $state.raw(null);
  ask: Ask | null = $state.raw(null);
  you: You | null = $state.raw(null);
  status: LinkStatus = $state('connecting');
  goodbye: Goodbye | null = $state.raw(null);
  /** The card that was played and is not acknowledged yet. */
  sending: Card | null = $state(null);
  /** A choice was sent and is not acknowledged yet. */
  busy = $state(false);
  /** Marked for passing. */
  marked: Card[] = $state.raw([]);
  /** To be exposed, and how. */
  modes: Partial<Record<Card, Mode>> = $state.raw({});
  /** Chosen ahead of one's turn. */
  ahead: Card | null = $state(null);
  /** The hint for what is asked now, once it has come. */
  hint: HintGiven | null = $state.raw(null);
  /** A hint was asked for and has not come yet. */
  hinting = $state(false);
  /** What the evidence of finished deals came to, by their counts. */
  verdicts: Readonly<Record<number, Verdict>> = $state.raw({});
  /** The server's clock minus this one, in milliseconds. */
  lag = $state(0);

  /** Told of each fact before it is shown; returns the milliseconds that it wants to itself. */
  onshow: (showing: Showing) => number = () => 0;
  /** Told when nothing is to move any longer. */
  onhurry: () => void = () => {};

  readonly table: string;
  readonly #link: TableLink;
  readonly #queue: Queue;
  readonly #memory: FairMemory;
  readonly #fair: FairPlayer;
  /** The number of the update that `view` is from. */
  #seq = 0;
  #told = '';
  #words: string[] = [];
  /** When what is shown now has had its time, by this clock. */
  #held = 0;
  #hurrying = false;

  constructor(table: string) {
    this.table = table;
    this.#link = new TableLink(socketUrl(table, location), language, {
      snapshot: (message) => this.#snapshot(message),
      update: (message) => this.#update(message),
      you: (you) => (this.you = you as You),
      status: (status, goodbye) => {
        if (goodbye?.code === 'version' && reloadOnce()) return;
        this.status = status;
        this.goodbye = goodbye;
      },
    });
    this.#queue = new Queue(
      (fact) => this.#show(fact),
      (fact, waiting) =>
        document.hidden || !this.shown
          ? 0
          : Math.max(waitBefore(fact, this.shown, waiting, pace()), this.#held - Date.now()),
      {
        after: (milliseconds, act) => window.setTimeout(act, milliseconds),
        cancel: (timer) => window.clearTimeout(timer),
      },
    );
    this.#memory = new FairMemory(table, shelf());
    this.#fair = new FairPlayer(this.#memory, {
      send: async (message) => {
        const answer = await this.#link.send(message);
        if (answer.kind === 'refused') return { refused: answer.code };
        return answer.kind === 'lost' ? 'lost' : 'done';
      },
    });
  }

  start(): void {
    this.#link.start();
  }

  stop(): void {
    this.#queue.clear();
    this.#link.stop();
  }

  /** Connect anew, as whoever the session is now. */
  reconnect(): void {
    this.#link.refresh();
  }

  /** Whether cards are still on their way to where they are. */
  get behind(): boolean {
    return this.view !== this.shown;
  }

  /** Show everything that has happened at once. */
  hurry(): void {
    this.#hurrying = true;
    this.#held = 0;
    this.onhurry();
    this.#queue.flush();
    this.#hurrying = false;
  }

  /** Send a command; what is refused is told. */
  async send(command: Command, after: number | null = null): Promise<Answer> {
    const answer = await this.#link.send(command, after);
    if (answer.kind === 'refused') toast(answer.text || t('table.refused'), 'fault');
    return answer;
  }

  /** A card of the hand was tapped, dragged to the table, or chosen by keyboard. */
  touch(card: Card): void {
    const { ask } = this;
    if (ask?.kind === 'pass') this.marked = togglePass(this.marked, card, ask.count);
    else if (ask?.kind === 'expose') {
      const modes = ask.modes[card];
      if (modes) this.modes = cycleMode(this.modes, card, modes);
    } else if (ask?.kind === 'play') void this.play(card);
    else if (settings.preselect && this.view?.deal?.public.phase === 'playing')
      this.ahead = this.ahead === card ? null : card;
  }

  /** Play a card; where it may not be played, the server says why. */
  async play(card: Card): Promise<void> {
    if (this.sending !== null) return;
    this.hurry();
    this.ahead = null;
    this.sending = card;
    await this.#act({ type: 'play', card });
    this.sending = null;
  }

  /** Send what was marked for passing or exposing. */
  async confirm(): Promise<void> {
    const { ask } = this;
    if (this.busy || !ask) return;
    if (ask.kind === 'pass' && this.marked.length === ask.count)
      await this.#choose({ type: 'pass', cards: this.marked });
    if (ask.kind === 'expose')
      await this.#choose({ type: 'expose', modes: this.modes as Record<string, Mode> });
  }

  async claim(): Promise<void> {
    if (this.ask?.claim) await this.#choose({ type: 'claim' });
  }

  async chooseMoon(choice: 'others' | 'self'): Promise<void> {
    await this.#choose({ type: 'moon', choice });
  }

  /** Whether a hint is given now: to one person among bots of the house, who has a choice. */
  get mayHint(): boolean {
    const { view, ask } = this;
    if (!view || view.seat === null || !ask || this.behind) return false;
    if (ask.kind === 'expose' && Object.keys(ask.modes).length === 0) return false;
    return view.state.seats.every(({ kind, stand_in }, seat) =>
      seat === view.seat ? !stand_in : kind === 'bot',
    );
  }

  /** Ask what the choices are worth; whether an answer came that is of use. */
  async askHint(): Promise<boolean> {
    if (this.hinting || !this.mayHint) return false;
    if (this.hint) return true;
    const { ask } = this;
    this.hinting = true;
    const answer = await this.send({ type: 'hint' });
    this.hinting = false;
    if (answer.kind !== 'hint' || this.ask !== ask) return false;
    this.hint = answer.hint;
    announce(answer.hint.sentence);
    return true;
  }

  /** Take back what was picked and not sent. */
  cancel(): void {
    this.marked = [];
    this.modes = {};
    this.ahead = null;
  }

  /** Check the evidence of a deal, once. */
  judge(evidence: Evidence): Verdict {
    const known = this.verdicts[evidence.deal];
    if (known) return known;
    const deal = this.view?.deal?.public;
    const running = this.view?.state.fair.count === evidence.deal && deal?.phase === 'ended';
    const verdict = compare(evidence, this.#memory, running ? deal : null);
    conclude(evidence, this.#memory);
    this.verdicts = { ...this.verdicts, [evidence.deal]: verdict };
    if (verdict.breaches.length > 0) toast(t('table.fair_breach'), 'fault', 60_000);
    return verdict;
  }

  async #choose(action: Action): Promise<void> {
    this.hurry();
    this.busy = true;
    await this.#act(action);
    this.busy = false;
  }

  /** Act in the position that this page knows, and in no other. */
  #act(action: Action): Promise<Answer> {
    return this.send(action, this.#seq);
  }

  #snapshot(message: Snapshot): void {
    this.#queue.clear();
    this.lag = message.at - Date.now();
    this.you = message.you as You;
    this.#seq = message.seq;
    this.view = this.shown = message.table as TableView;
    this.#asked(fullAsk(message.ask));
    this.#follow();
    this.#auto();
  }

  #update(message: Update): void {
    if (!this.view) return;
    this.lag = message.at - Date.now();
    this.#seq = message.seq;
    const facts = message.facts as Fact[];
    for (const fact of facts) {
      this.view = fold(this.view, fact);
      if (fact.type === 'deal_scored' || fact.type === 'deal_aborted')
        this.judge(fact.evidence as Evidence);
    }
    this.#asked(fullAsk(message.ask));
    this.#queue.add(facts);
    this.#follow();
    this.#auto();
  }

  #asked(ask: Ask | null): void {
    if (ask?.kind !== this.ask?.kind) this.modes = {};
    // That others have passed or exposed meanwhile changes nothing of one's own choice.
    if (JSON.stringify(ask) !== JSON.stringify(this.ask)) {
      this.hint = null;
      this.ask = ask;
    }
    this.marked = stillChosen(this.marked, ask);
    const hand = this.view?.deal?.own.hand ?? [];
    if (this.ahead !== null && !hand.includes(this.ahead)) this.ahead = null;
  }

  #show(fact: Fact): void {
    const before = this.shown;
    if (!before) return;
    const after = fold(before, fact);
    const moment = momentOf(fact, before, after);
    const hurried = this.#hurrying || document.hidden;
    this.#held = Date.now() + this.onshow({ fact, before, after, moment, hurried });
    this.shown = after;
    const said = [...tellFact(fact, before, after), ...tellMoment(moment, after)];
    // The first time in a game everybody is to see it; then it stands at the seat.
    if (fact.type === 'bot_failed' && before.state.seats[fact.seat]!.failed === 0)
      toast(said.join(' '));
    else this.#say(said);
    if (this.#queue.empty) {
      // The same object again: nothing on the screen is behind the truth.
      this.shown = this.view;
      this.#auto();
    }
  }

  /** What the page does by itself once everything is shown: the last card, the card chosen ahead. */
  #auto(): void {
    if (!this.#queue.empty || !this.view) return;
    this.shown = this.view;
    const { ask } = this;
    const asked = JSON.stringify(ask);
    if (asked !== this.#told) {
      this.#told = asked;
      this.#say(tellAsk(ask, this.view));
    }
    if (this.sending !== null) return;
    const hand = this.view.deal?.own.hand ?? [];
    const forced = settings.autoLast ? forcedCard(ask, hand) : null;
    const outcome = ahead(this.ahead, ask, hand);
    if (forced) void this.play(forced);
    else if (outcome === 'play' && this.ahead) void this.play(this.ahead);
    else if (outcome === 'drop' && this.ahead) {
      toast(t('table.ahead_dropped', { card: cardName(this.ahead) }));
      this.ahead = null;
    }
  }

  /** The part of this browser in the fair deal. */
  #follow(): void {
    const { view } = this;
    if (view === null || view.seat === null) return;
    const { state } = view;
    if (state.seats[view.seat]?.kind !== 'player') return;
    this.#fair.follow({
      table: state.table,
      ...state.fair,
      rules: { ...state.settings.rules },
      seat: view.seat,
      hand: view.deal?.own.dealt ?? null,
      present: !state.seats[view.seat]!.stand_in,
    });
  }

  #say(sentences: readonly string[]): void {
    if (sentences.length === 0) return;
    if (this.#words.length === 0)
      window.setTimeout(() => {
        announce(this.#words.join(' '));
        this.#words = [];
      }, BREATH);
    this.#words.push(...sentences);
  }
}

/** Each tab keeps its own numbers: it survives a reload, and no other tab can write over it. */
function shelf(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
