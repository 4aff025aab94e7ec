/** A page's part in a table: what it knows, what it is asked, what has been picked and sent. */

import {
  evidenceCode,
  FairMemory,
  FairPlayer,
  type Evidence,
  type RuleValues,
  type Standing,
  type Verdict,
} from '../fair';
import { cardName, language, suitName, t } from '../i18n';
import { reloadOnce } from '../net/reload';
import {
  socketUrl,
  TableLink,
  type Answer,
  type Command,
  type Connection,
  type LinkEvents,
  type LinkStatus,
} from '../net/socket';
import { ownSession } from '../net/own-session.svelte';
import { pace, settings } from '../settings.svelte';
import { Conversation } from '../talk/conversation.svelte';
import { announce, toast } from '../ui/announce.svelte';
import { evidenceOf } from './evidence';
import type { Action, Goodbye, HintGiven, HostNotice } from '../wire/types';
import { tellAsk, tellFact, tellMoment } from './announce';
import { fold } from './fold';
import { AT_REST, ledFor, REST_AFTER_PLAY, step } from './hand-state';
import type { Effect, Input, Situation } from './hand-state';
import { momentOf, type Moment } from './moments/moment';
import { Queue, waitBefore, type Step } from './pacing';
import { cycleMode, forcedCard, stillChosen, togglePass } from './selection';
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
/** Milliseconds that cards just received stay marked. */
const FRESH = 3000;

/** What is done to one card of the hand. */
export type Touch = Extract<Input, { type: 'tap' | 'enter' | 'drop' | 'focus' }> & { card: Card };

export class TableSession {
  /** The truth, as far as it may be known. */
  view: TableView | null = $state.raw(null);
  /** What is on the screen: the truth, a few cards ago. Whatever a player sees or does is of it. */
  shown: TableView | null = $state.raw(null);
  /** What is asked in the moment that is shown. */
  ask: Ask | null = $state.raw(null);
  /** The number of the update that `shown` is from, once all of that update is shown. */
  seq = $state(0);
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
  /** Passed to the player a moment ago. */
  received: readonly Card[] = $state.raw([]);
  /** The hint for what is asked now, once it has come. */
  hint: HintGiven | null = $state.raw(null);
  /** A hint was asked for and has not come yet. */
  hinting = $state(false);
  /** What the evidence of finished deals came to, by their counts. */
  verdicts: Readonly<Record<number, Verdict>> = $state.raw({});
  /** What is to be said of each of them, after all that has come to light since. */
  standings: Readonly<Record<number, Standing>> = $state.raw({});
  /** The last message from whoever runs the server. */
  notice: HostNotice | null = $state.raw(null);
  /** The seat of the player whom the page is asked about; null: nobody. */
  person: number | null = $state(null);
  /** The server's clock minus this one, in milliseconds. */
  lag = $state(0);
  /** By seat, when a bot plays for a player who is away, by the server's clock. */
  botsAt: Readonly<Record<string, number>> = $state.raw({});

  /** Told of each fact before it is shown; returns the milliseconds that it wants to itself. */
  onshow: (showing: Showing) => number = () => 0;
  /** Told when nothing is to move any longer. */
  onhurry: () => void = () => {};

  readonly table: string;
  /** What is said at the table. */
  readonly talk: Conversation;
  readonly #link: Connection;
  readonly #queue: Queue;
  readonly #fair: FairPlayer;
  /** Deals whose evidence has been asked for since the page was connected last. */
  #askedFor: readonly number[] = [];
  #hand = $state.raw(AT_REST);
  /** The card that was sent is played in the update of this number, if not before. */
  #sendingUntil = Infinity;
  #told = '';
  #words: string[] = [];
  /** When what is shown now has had its time, by this clock. */
  #held = 0;
  /** The game in which it was said that bots play quickly. */
  #hurriedIn: string | null = null;
  #hurrying = false;

  constructor(
    table: string,
    connect = (events: LinkEvents): Connection =>
      new TableLink(() => socketUrl(table, location, ownSession.claim), language, events),
  ) {
    this.table = table;
    this.#link = connect({
      snapshot: (message) => this.#snapshot(message),
      update: (message) => this.#update(message),
      you: (you) => (this.you = you as You),
      lines: (lines) => this.talk.all(lines),
      said: (line) => this.talk.heard(line),
      hostSays: (notice) => (this.notice = notice),
      status: (status, goodbye) => {
        if (goodbye?.code === 'version' && reloadOnce()) return;
        this.status = status;
        this.goodbye = goodbye;
      },
    });
    this.talk = new Conversation(table, {
      send: (command) => this.send(command),
      online: () => this.status === 'online',
      seat: () => this.view?.seat ?? null,
      tell: (sentence) => this.#say([sentence]),
    });
    this.#queue = new Queue(
      (next) => this.#show(next),
      (next, waiting) => this.#waitBefore(next, waiting),
      {
        after: (milliseconds, act) => window.setTimeout(act, milliseconds),
        cancel: (timer) => window.clearTimeout(timer),
      },
    );
    this.#fair = new FairPlayer(table, new FairMemory(table, shelf()), {
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
    return ledFor(this.shown?.deal ?? null, this.shown?.seat ?? null);
  }

  /** The felt was tapped: what stands raised is lowered, what is on its way is shown at once. */
  tapFelt(): void {
    this.onhurry();
    this.#input({ type: 'felt' });
  }

  /** Send a command; what is refused is told. */
  async send(command: Command, after: number | null = null): Promise<Answer> {
    const answer = await this.#link.send(command, after);
    // A choice that came too late needs no words: the felt shows what has happened instead.
    if (answer.kind === 'refused' && answer.code !== 'stale')
      toast(answer.text || t('table.refused'), 'fault');
    return answer;
  }

  /** A card of the hand was tapped, dragged to the table, or chosen or come to by keyboard. */
  touch(input: Touch): void {
    const { ask } = this;
    if (ask?.kind !== 'pass' && ask?.kind !== 'expose') this.#input(input);
    else if (this.busy || input.type === 'focus') return;
    else if (ask.kind === 'pass') this.marked = togglePass(this.marked, input.card, ask.count);
    else {
      const modes = ask.modes[input.card];
      if (modes) this.modes = cycleMode(this.modes, input.card, modes);
    }
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

  #input(input: Input): void {
    const [state, effect] = step(this.#hand, this.#situation(), input, performance.now());
    this.#hand = state;
    if (effect) this.#carryOut(effect);
  }

  #situation(): Situation {
    const { shown, ask } = this;
    return {
      hand: shown?.deal?.own.hand ?? [],
      asked: ask?.kind === 'play' ? (ask.cards as Card[]) : null,
      behind: this.behind,
      led: this.led,
      mayChooseAhead: settings.preselect && shown?.deal?.public.phase === 'playing',
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
        return this.#hurry();
      case 'drop_ahead': {
        const card = cardName(effect.card);
        if (effect.why === 'illegal') toast(t('table.ahead_dropped', { card }));
        else toast(t('table.ahead_other_lead', { card, suit: suitName(this.led ?? '') }));
        return;
      }
      case 'offer_ahead':
        return announce(t('table.ahead_offered', { card: cardName(effect.card) }));
    }
  }

  async #play(card: Card): Promise<void> {
    this.#hurry();
    this.received = [];
    this.onhurry();
    this.sending = card;
    this.#sendingUntil = Infinity;
    const answer = await this.#act({ type: 'play', card });
    // Until the card is seen to leave the hand it cannot be played again.
    if (this.sending !== card) return;
    if (answer.kind === 'done' && answer.seq > this.seq) this.#sendingUntil = answer.seq;
    else this.sending = null;
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
    const soon = performance.now() - this.#hand.played < REST_AFTER_PLAY;
    if (this.ask?.claim && !this.behind && !soon) await this.#choose({ type: 'claim' });
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
    this.#input({ type: 'escape' });
  }

  /** Check the evidence of a deal, and each version of it where there are several. */
  judge(evidence: Evidence): Verdict {
    const known = this.verdicts[evidence.deal];
    if (known?.code === evidenceCode(evidence)) return known;
    const deal = this.view?.deal?.public;
    const running = this.view?.state.fair.count === evidence.deal && deal?.phase === 'ended';
    const verdict = this.#fair.judge(evidence, running ? deal : null);
    this.verdicts = { ...this.verdicts, [evidence.deal]: verdict };
    this.#weigh();
    return verdict;
  }

  async #choose(action: Action): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.#act(action);
    this.busy = false;
  }

  /** Act in the position that is shown, and in no other. */
  #act(action: Action): Promise<Answer> {
    return this.send(action, this.seq);
  }

  #snapshot(message: Snapshot): void {
    this.#askedFor = [];
    this.#queue.clear();
    this.lag = message.at - Date.now();
    this.botsAt = message.bots_at ?? {};
    this.you = message.you as You;
    this.view = this.shown = message.table as TableView;
    this.received = [];
    this.#follow();
    this.#reach(message.seq, fullAsk(message.ask));
  }

  #update(message: Update): void {
    if (!this.view) return;
    this.lag = message.at - Date.now();
    this.botsAt = message.bots_at ?? {};
    const facts = message.facts as Fact[];
    for (const fact of facts) {
      this.view = fold(this.view, fact);
      if (fact.type === 'deal_scored' || fact.type === 'deal_aborted')
        this.judge(fact.evidence as Evidence);
    }
    this.#queue.add([...facts, { type: 'asked', seq: message.seq, ask: fullAsk(message.ask) }]);
    this.#follow();
  }

  #waitBefore(next: Step, waiting: number): number {
    // What is asked is shown with the last fact: what still moves on the felt holds no input up.
    if (next.type === 'asked' || document.hidden || !this.shown) return 0;
    return Math.max(waitBefore(next, this.shown, waiting, pace()), this.#held - Date.now());
  }

  /** Show at once what has happened, and let nothing move any longer. */
  #hurry(): void {
    this.#hurrying = true;
    this.#held = 0;
    this.onhurry();
    this.#queue.flush();
    this.#hurrying = false;
  }

  #show(next: Step): void {
    const before = this.shown;
    if (!before) return;
    if (next.type === 'asked') {
      // The same object again: nothing on the screen is behind the truth.
      if (this.#queue.empty) this.shown = this.view;
      this.#reach(next.seq, next.ask);
      return;
    }
    const after = fold(before, next);
    const moment = momentOf(next, before, after);
    const hurried = this.#hurrying || document.hidden;
    this.#held = Date.now() + this.onshow({ fact: next, before, after, moment, hurried });
    this.shown = after;
    // What was asked before is not asked any more; what is asked now comes after the last fact.
    if (next.type === 'happened') {
      this.#asked(null);
      if (next.event.type === 'cards_passed') this.#receive();
      if (next.event.type === 'card_played' && next.event.card === this.sending)
        this.sending = null;
    }
    const said = [...tellFact(next, before, after), ...tellMoment(moment, after)];
    // The first time in a game everybody is to see it; then it stands at the seat.
    if (next.type === 'bot_failed' && before.state.seats[next.seat]!.failed === 0)
      toast(said.join(' '));
    else if (next.type === 'bot_hurried') this.#toldHurried(after.state.game, said);
    else this.#say(said);
  }

  /** That the server is busy is worth one line in a game, and no alarm. */
  #toldHurried(game: string | null, said: string[]): void {
    if (this.#hurriedIn !== game) toast(said.join(' '));
    this.#hurriedIn = game;
  }

  /** All of an update is shown. */
  #reach(seq: number, ask: Ask | null): void {
    this.seq = seq;
    this.#asked(ask);
    if (seq >= this.#sendingUntil) {
      this.#sendingUntil = Infinity;
      this.sending = null;
    }
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
    this.#input({ type: 'shown' });
  }

  #receive(): void {
    const received = this.shown?.deal?.own.received ?? [];
    this.received = received;
    window.setTimeout(() => {
      if (this.received === received) this.received = [];
    }, FRESH);
  }

  /** What the page does by itself once everything is shown: say what is asked, play the last card. */
  #auto(): void {
    const { shown, ask } = this;
    if (!shown || this.behind) return;
    const asked = JSON.stringify(ask);
    if (asked !== this.#told) {
      this.#told = asked;
      this.#say(tellAsk(ask, shown));
    }
    if (this.sending !== null) return;
    const forced = settings.autoLast ? forcedCard(ask, shown.deal?.own.hand ?? []) : null;
    if (forced) void this.#play(forced);
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
      rules: state.settings.rules as unknown as RuleValues,
      seat: view.seat,
      hand: view.deal?.own.dealt ?? null,
      present: !state.seats[view.seat]!.stand_in,
      scored: state.deals.map(({ count }) => count),
    });
    this.#weigh();
    void this.#askForEvidence();
  }

  /** What is to be said of each deal by now: a later one can cast doubt on it, or clear it. */
  #weigh(): void {
    const before = Object.values(this.standings).some(({ fairness }) => fairness === 'breach');
    this.standings = Object.fromEntries(
      Object.entries(this.verdicts).map(([count, verdict]) => [
        count,
        this.#fair.standing(verdict),
      ]),
    );
    const breach = Object.values(this.standings).some(({ fairness }) => fairness === 'breach');
    if (breach && !before) toast(t('table.fair_breach'), 'fault', 60_000);
  }

  /** Ask for the evidence of deals that ended while this page was away, each once a connection. */
  async #askForEvidence(): Promise<void> {
    const missing = this.#fair.missing().filter((count) => !this.#askedFor.includes(count));
    this.#askedFor = [...this.#askedFor, ...missing];
    for (const count of missing) {
      const evidence = await evidenceOf(this.table, count, this.view?.state.games ?? []);
      if (evidence) this.judge(evidence);
    }
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
