/** A page's part in a table: what it knows, what it shows, what it is asked. */

import { language, t, together } from '../i18n';
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
import { TO_SIT } from '../router';
import { pace } from '../settings.svelte';
import { Conversation } from '../talk/conversation.svelte';
import { announce, toast } from '../ui/announce.svelte';
import type { Goodbye, HintGiven, HostNotice } from '../wire/types';
import { tellAsk, tellFact, tellMoment } from './announce';
import { handSize } from '../scoring/rules';
import { Choosing } from './choosing.svelte';
import { cardsLeft } from './deal-fold';
import { Fairness } from './fairness.svelte';
import { fold } from './fold';
import { momentOf, type Moment } from './moments/moment';
import { Queue, waitBefore, type Step } from './pacing';
import {
  fullAsk,
  type Ask,
  type Fact,
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
  present: TableView | null = $state.raw(null);
  /** What is on the screen: the truth, a few cards ago. Whatever a player sees or does is of it. */
  scene: TableView | null = $state.raw(null);
  /** What is asked in the moment that is shown. */
  ask: Ask | null = $state.raw(null);
  /** The number of the update that `scene` is from, once all of that update is shown. */
  seq = $state(0);
  you: You | null = $state.raw(null);
  status: LinkStatus = $state('connecting');
  goodbye: Goodbye | null = $state.raw(null);
  /** The hint for what is asked now, once it has come. */
  hint: HintGiven | null = $state.raw(null);
  /** A hint was asked for and has not come yet. */
  hinting = $state(false);
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
  /** What the player picks out of the hand and sends. */
  readonly choosing: Choosing;
  /** What is known of how fair the deals are. */
  readonly fairness: Fairness;
  readonly #link: Connection;
  readonly #queue: Queue;
  #told = '';
  #words: string[] = [];
  /** When what is shown now has had its time, by this clock. */
  #held = 0;
  /** The game in which it was said that bots play quickly. */
  #hurriedIn: string | null = null;
  #hurrying = false;
  /** Wants a seat: came by a button that says so, had left the game, or waited for one when the
   * connection was lost, with which the server ends the wait. */
  #wants = location.hash === TO_SIT;
  /** The card that was taken back is not to be played again by itself. */
  #tookBack = false;

  constructor(
    table: string,
    connect = (events: LinkEvents): Connection =>
      new TableLink(
        (server) => socketUrl(table, location, ownSession.claim, server),
        language,
        events,
      ),
  ) {
    this.table = table;
    // Who comes again by the same address may have left since.
    if (this.#wants) history.replaceState(history.state, '', location.pathname);
    this.#link = connect({
      snapshot: (message) => this.#snapshot(message),
      update: (message) => this.#update(message),
      you: (you) => this.#youAre(you),
      lines: (lines) => this.talk.all(lines),
      said: (line) => this.talk.heard(line),
      hostSays: (notice) => (this.notice = notice),
      status: (status, goodbye) => {
        if (goodbye?.code === 'version' && reloadOnce()) return;
        if (status !== 'online') this.#wants ||= this.you?.waiting ?? false;
        this.status = status;
        this.goodbye = goodbye;
      },
    });
    this.talk = new Conversation(table, {
      send: (command) => this.send(command),
      online: () => this.status === 'online',
      seat: () => this.present?.seat ?? null,
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
    this.choosing = new Choosing(this);
    this.fairness = new Fairness(table, {
      send: (command) => this.#link.send(command),
      view: () => this.present,
    });
  }

  start(): void {
    this.#link.start();
  }

  stop(): void {
    this.#queue.clear();
    this.#link.stop();
  }

  /** Connect anew, as whoever the session is now and in the language that is shown. */
  reconnect(): void {
    this.hint = null;
    this.#link.refresh();
  }

  /** Whether cards are still on their way to where they are. */
  get behind(): boolean {
    return this.present !== this.scene;
  }

  /** The felt was tapped: what stands raised is lowered, what is on its way is shown at once. */
  tapFelt(): void {
    this.onhurry();
    this.choosing.lower();
  }

  /** Send a command; what is refused is told. */
  async send(command: Command, after: number | null = null): Promise<Answer> {
    const answer = await this.#link.send(command, after);
    // A choice that came too late needs no words: the felt shows what has happened instead.
    if (answer.kind === 'refused' && answer.code !== 'stale') {
      const text = answer.text || t('table.refused');
      // What is done in a deal is refused beside the hand.
      if (after !== null && this.ask?.kind !== 'moon') this.choosing.refused(text);
      else toast(text, 'fault');
    }
    return answer;
  }

  /** Whether a hint is given now: to one person among bots of the house, who has a choice. */
  get mayHint(): boolean {
    const { present: view, ask } = this;
    if (!view || view.seat === null || !ask || this.behind) return false;
    if (ask.kind === 'expose' && Object.keys(ask.modes).length === 0) return false;
    const { day, board } = view.state.settings;
    if ((day && !day.practice) || board) return false;
    return this.alone && !view.state.seats[view.seat]!.stand_in;
  }

  /** Whether nobody else plays but bots. */
  get alone(): boolean {
    const { state, seat } = this.present ?? {};
    return state?.seats.every(({ kind }, each) => each === seat || kind === 'bot') ?? false;
  }

  /** Whether the player may take a card back: among bots of the house, after a card of one's own. */
  get mayTakeBack(): boolean {
    const { present: view } = this;
    if (!view?.deal || view.seat === null || this.behind || !this.alone) return false;
    const { stage, settings } = view.state;
    if (
      stage !== 'playing' ||
      settings.day ||
      settings.board ||
      view.deal.public.phase !== 'playing'
    )
      return false;
    return cardsLeft(settings.rules, view.deal.public, view.seat) < handSize(settings.rules);
  }

  /** Take the last card back, with all that came after it. */
  async takeBack(): Promise<void> {
    this.#tookBack = true;
    await this.send({ type: 'take_back' });
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

  #snapshot(message: Snapshot): void {
    this.fairness.connected();
    this.#queue.clear();
    this.lag = message.at - Date.now();
    this.botsAt = message.bots_at ?? {};
    this.#wants ||= !this.present && (message.you.left ?? false);
    this.#youAre(message.you);
    this.present = this.scene = message.table;
    this.choosing.receive();
    this.fairness.follow();
    this.#reach(message.seq, fullAsk(message.ask));
  }

  #youAre(you: You): void {
    this.you = you;
    if (this.#wants && !you.waiting && you.seat === null && !you.removed)
      void this.send({ type: 'sit', seat: null });
    this.#wants = false;
  }

  #update(message: Update): void {
    if (!this.present) return;
    this.lag = message.at - Date.now();
    this.botsAt = message.bots_at ?? {};
    const facts = message.facts;
    for (const fact of facts) {
      this.present = fold(this.present, fact);
      if ((fact.type === 'deal_scored' || fact.type === 'deal_aborted') && fact.evidence) {
        // The score sheet comes first: it says that the deal counts.
        this.fairness.tellChecker();
        this.fairness.judge(fact.evidence);
      }
    }
    this.#queue.add([...facts, { type: 'asked', seq: message.seq, ask: fullAsk(message.ask) }]);
    this.fairness.follow();
  }

  #waitBefore(next: Step, waiting: number): number {
    // What is asked is shown with the last fact: what still moves on the felt holds no input up.
    if (next.type === 'asked' || document.hidden || !this.scene) return 0;
    return Math.max(waitBefore(next, this.scene, waiting, pace()), this.#held - Date.now());
  }

  /** Let nothing move any longer. */
  settle(): void {
    this.onhurry();
  }

  /** Show at once what has happened, and let nothing move any longer. */
  hurry(): void {
    this.#hurrying = true;
    this.#held = 0;
    this.onhurry();
    this.#queue.flush();
    this.#hurrying = false;
  }

  #show(next: Step): void {
    const before = this.scene;
    if (!before) return;
    if (next.type === 'asked') {
      // The same object again: nothing on the screen is behind the truth.
      if (this.#queue.empty) this.scene = this.present;
      this.#reach(next.seq, next.ask);
      return;
    }
    const after = fold(before, next);
    const moment = momentOf(next, before, after);
    const hurried = this.#hurrying || document.hidden;
    this.#held = Date.now() + this.onshow({ fact: next, before, after, moment, hurried });
    this.scene = after;
    // What was asked before is not asked any more; what is asked now comes after the last fact.
    if (next.type === 'happened') {
      this.#asked(null);
      if (after.deal?.own?.hand !== before.deal?.own?.hand) this.choosing.changed();
      if (next.event.type === 'cards_passed') this.choosing.receive();
      if (next.event.type === 'card_played') this.choosing.played(next.event.card);
      if (next.event.type === 'card_played' && next.event.seat === after.seat)
        this.#tookBack = false;
    }
    const said = [...tellFact(next, before, after), ...tellMoment(moment, after)];
    // The first time in a game everybody is to see it; then it stands at the seat.
    if (next.type === 'bot_failed' && before.state.seats[next.seat]!.failed === 0)
      toast(together(...said));
    else if (next.type === 'bot_hurried') this.#toldHurried(after.state.game, said);
    else this.#say(said);
  }

  /** That the server is busy is worth one line in a game, and no alarm. */
  #toldHurried(game: string | null, said: string[]): void {
    if (this.#hurriedIn !== game) toast(together(...said));
    this.#hurriedIn = game;
  }

  /** All of an update is shown. */
  #reach(seq: number, ask: Ask | null): void {
    this.seq = seq;
    this.#asked(ask);
    this.choosing.reached(seq);
    this.#auto();
  }

  #asked(ask: Ask | null): void {
    const before = this.ask;
    // That others have passed or exposed meanwhile changes nothing of one's own choice.
    if (JSON.stringify(ask) !== JSON.stringify(this.ask)) {
      this.hint = null;
      this.ask = ask;
    }
    this.choosing.asked(before);
  }

  /** What the page does by itself once everything is shown: say what is asked, do what is no choice. */
  #auto(): void {
    const { scene, ask } = this;
    if (!scene || this.behind) return;
    const asked = JSON.stringify(ask);
    if (asked !== this.#told) {
      this.#told = asked;
      this.#say(tellAsk(ask, scene));
    }
    if (!this.#tookBack) this.choosing.goOnBySelf();
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
