import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settings } from '../settings.svelte';
import { said, shownNotes } from '../ui/announce.svelte';
import { fold } from './fold';
import { REST } from './hand-state';
import { TableSession } from './session.svelte';
import type { Ask, Card, Fact, TableView } from './wire';

/** A table in the middle of a deal, as seat 0 sees it. */
function playing(): TableView {
  const { observers } = JSON.parse(
    readFileSync('../tests/table/golden/gongzhu-exposing.json', 'utf8'),
  ) as { observers: { snapshot: TableView; updates: Fact[][] }[] };
  let view = observers[0]!.snapshot;
  for (const fact of observers[0]!.updates.flat()) {
    view = fold(view, fact);
    if (view.deal?.public.phase === 'playing' && view.deal.public.tricks.length === 2) break;
  }
  return view;
}

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  constructor() {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onmessage = null;
  }
  gets(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  requests(): { id: string; do: { type: string } }[] {
    return this.sent.filter(({ type }) => type === 'request') as never;
  }
  moves(): unknown[] {
    const actions = ['play', 'pass', 'expose', 'moon', 'claim'];
    return this.requests()
      .map((request) => request.do)
      .filter(({ type }) => actions.includes(type));
  }
}

let session = new TableSession('kite');
let hand: Card[];
const view = playing();
const play = (...cards: Card[]): Partial<Ask> => ({ kind: 'play', cards });

/** What the server sends when the page connects; the session before would look for its own. */
function connect(ask: Partial<Ask> | null, table: TableView = view, more: object = {}): void {
  session.stop();
  session = new TableSession('kite');
  session.start();
  FakeSocket.last.onopen?.();
  snapshot(ask, table, more);
}
function snapshot(ask: Partial<Ask> | null, table: TableView, more: object): void {
  const you = { name: 'Ann', seat: 0, host: true, devices: 1, ...more };
  FakeSocket.last.gets({ type: 'snapshot', seq: 9, at: 0, you, table, ask });
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  hand = view.deal!.own!.hand;
  // One of an earlier test would go in the midst of this one.
  shownNotes.splice(0);
});
afterEach(() => {
  session.stop();
  settings.preselect = true;
  settings.goOn = 'forced';
  vi.unstubAllGlobals();
});

const tap = (card: Card): void => session.choosing.touch({ type: 'tap', card, way: 'tap' });
/** Another player has led a card, and it is shown. */
function led(card: Card): TableView {
  const deal = { ...view.deal!, public: { ...view.deal!.public, leader: 1, trick: [card] } };
  return { ...view, deal };
}
const happened = (event: object): Fact => ({ type: 'happened', event }) as Fact;
const gets = (seq: number, facts: Fact[], ask: Partial<Ask> | null): void =>
  FakeSocket.last.gets({ type: 'update', seq, at: 0, facts, ask });

describe('a seat', () => {
  const asked = () => FakeSocket.last.requests().map((request) => request.do);
  const nobody: TableView = { ...view, seat: null, deal: null };

  test('that was left is taken again by whoever opens the page, and not by whoever leaves it there', () => {
    connect(null, nobody, { seat: null, left: true });
    expect(asked()).toEqual([{ type: 'sit', seat: null }]);
    connect(null);
    snapshot(null, nobody, { seat: null, left: true });
    expect(asked()).toEqual([]);
  });

  test('is taken at once by whoever comes to sit down, and only then', () => {
    location.hash = '#sit';
    connect(null, nobody, { seat: null });
    expect(asked()).toEqual([{ type: 'sit', seat: null }]);
    expect(location.hash).toBe('');
    connect(null, nobody, { seat: null });
    expect(asked()).toEqual([]);
  });

  test('is not for whom the host has removed', () => {
    connect(null, nobody, { seat: null, left: true, removed: true });
    expect(asked()).toEqual([]);
  });
});

describe('a wait for a seat', () => {
  const nobody: TableView = { ...view, seat: null, deal: null };
  const asked = () => FakeSocket.last.requests().map((request) => request.do.type);
  /** The connection is lost and there again. */
  async function away(): Promise<void> {
    const before = FakeSocket.last;
    before.onclose?.();
    await vi.waitUntil(() => FakeSocket.last !== before, { timeout: 3000 });
    FakeSocket.last.onopen?.();
  }

  test('goes on when the connection is back', async () => {
    connect(null, nobody, { seat: null, waiting: true });
    await away();
    snapshot(null, nobody, { seat: null });
    expect(asked()).toEqual(['sit']);
    snapshot(null, nobody, { seat: null });
    expect(asked()).toEqual(['sit']);
  });

  test('is over for whom the host has turned away, and for whoever waits no longer', async () => {
    connect(null, nobody, { seat: null, waiting: true });
    await away();
    snapshot(null, nobody, { seat: null, removed: true });
    expect(asked()).toEqual([]);
    connect(null, nobody, { seat: null, waiting: true });
    snapshot(null, nobody, { seat: null });
    expect(asked()).toEqual([]);
  });
});

describe('a card that is touched', () => {
  test('is played when it is asked for, once', async () => {
    connect(play(hand[0]!, hand[1]!));
    tap(hand[0]!);
    expect(FakeSocket.last.moves()).toEqual([{ type: 'play', card: hand[0] }]);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'request', after: 9 });
    expect(session.choosing.sending).toBe(hand[0]);
    tap(hand[1]!);
    expect(FakeSocket.last.moves()).toHaveLength(1);
    const { id } = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.gets({ type: 'refused', id, code: 'x', text: 'No.' });
    await vi.waitFor(() => expect(session.choosing.sending).toBeNull());
  });

  test('is on its way until it is seen to leave the hand', async () => {
    connect(play(hand[0]!));
    tap(hand[0]!);
    const { id } = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.gets({ type: 'done', id, seq: 10 });
    await Promise.resolve();
    expect(session.choosing.sending).toBe(hand[0]);
    gets(10, [happened({ type: 'card_played', seat: 0, card: hand[0], was_down: false })], null);
    expect(session.choosing.sending).toBeNull();
  });

  test('is played by no tap while other cards are still to be shown', () => {
    connect(null);
    const lead = happened({ type: 'card_played', seat: 1, card: '2C', was_down: false });
    gets(10, [lead], play(...hand));
    expect(session.behind).toBe(true);
    expect(session.ask).toBeNull();
    expect(session.seq).toBe(9);
    tap(hand[0]!);
    expect(FakeSocket.last.moves()).toEqual([]);
    session.tapFelt();
    expect(session.behind).toBe(false);
    expect(session.seq).toBe(10);
    expect(session.ask?.cards).toEqual(hand);
  });

  test('before its turn waits for it, and is played then in the trick that was seen', () => {
    connect(null, led('2C'));
    tap(hand[0]!);
    expect(session.choosing.ahead).toBe(hand[0]);
    expect(FakeSocket.last.moves()).toEqual([]);
    gets(10, [], play(hand[0]!));
    expect(FakeSocket.last.moves()).toEqual([{ type: 'play', card: hand[0] }]);
  });

  test('before the lead is seen stands ready at one’s turn, and is not played', () => {
    connect(null);
    tap(hand[0]!);
    gets(10, [], play(hand[0]!));
    expect(FakeSocket.last.moves()).toEqual([]);
    expect(session.choosing.raised).toBe(hand[0]);
    session.choosing.playRaised();
    expect(FakeSocket.last.moves()).toEqual([{ type: 'play', card: hand[0] }]);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ after: 10 });
  });

  test('before its turn is dropped where it may not be played, and can be taken back', () => {
    connect(null, led('2C'));
    tap(hand[0]!);
    tap(hand[0]!);
    expect(session.choosing.ahead).toBeNull();
    tap(hand[0]!);
    gets(10, [], play(hand[1]!));
    expect(session.choosing.ahead).toBeNull();
    expect(session.choosing.refusal).toMatch(/cannot be played now/);
    expect(FakeSocket.last.moves()).toEqual([]);
  });

  test('before its turn does nothing for those who do not want that', () => {
    settings.preselect = false;
    connect(null);
    tap(hand[0]!);
    expect(session.choosing.ahead).toBeNull();
  });
});

test('a choice that came too late is not complained of', async () => {
  connect(play(hand[0]!));
  const notes = shownNotes.length;
  tap(hand[0]!);
  const { id } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.gets({ type: 'refused', id, code: 'stale', text: 'Too late.' });
  await vi.waitFor(() => expect(session.choosing.sending).toBeNull());
  expect(shownNotes).toHaveLength(notes);
});

test('why a card cannot be played is told beside the hand, until another is touched', async () => {
  connect(play(hand[0]!, hand[1]!));
  const notes = shownNotes.length;
  tap(hand[2]!);
  const { id } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.gets({ type: 'refused', id, code: 'follow_suit', text: 'Follow suit.' });
  await vi.waitFor(() => expect(session.choosing.refusal).toBe('Follow suit.'));
  expect(said.assertive.trim()).toBe('Follow suit.');
  expect(shownNotes).toHaveLength(notes);
  tap(hand[0]!);
  expect(session.choosing.refusal).toBe('');
});

describe('the last card', () => {
  const last = { ...view, deal: { ...view.deal!, own: { ...view.deal!.own, hand: ['QS'] } } };

  test('is played by itself', () => {
    connect(play('QS'), last as TableView);
    expect(FakeSocket.last.moves()).toEqual([{ type: 'play', card: 'QS' }]);
  });

  test('is left to those who want to play it', () => {
    settings.goOn = 'never';
    connect(play('QS'), last as TableView);
    expect(FakeSocket.last.moves()).toEqual([]);
  });
});

describe('where there is nothing to expose', () => {
  const nothing = { kind: 'expose', modes: {} } as Partial<Ask>;
  const among = (kind: 'bot' | 'player') => {
    const seats = view.state.seats.map((each, seat) => (seat === 0 ? each : { ...each, kind }));
    return { ...view, state: { ...view.state, seats } };
  };

  test('one goes on among bots', () => {
    connect(nothing, among('bot'));
    expect(FakeSocket.last.moves()).toEqual([{ type: 'expose', modes: {} }]);
  });

  test('one is asked among people, and where one wants to be', () => {
    connect(nothing, among('player'));
    expect(FakeSocket.last.moves()).toEqual([]);
    session.stop();
    settings.goOn = 'never';
    connect(nothing, among('bot'));
    expect(FakeSocket.last.moves()).toEqual([]);
  });
});

test('three cards are passed, and can be changed until they are', () => {
  connect({ kind: 'pass', count: 3, cards: hand });
  for (const card of hand.slice(0, 3)) tap(card);
  tap(hand[0]!);
  tap(hand[3]!);
  expect(session.choosing.marked).toEqual(hand.slice(1, 4));
  void session.choosing.confirm();
  expect(FakeSocket.last.moves()).toEqual([{ type: 'pass', cards: hand.slice(1, 4) }]);
});

test('a fourth card to pass is told of and changes nothing', () => {
  connect({ kind: 'pass', count: 3, cards: hand });
  for (const card of hand.slice(0, 3)) tap(card);
  expect(session.choosing.full).toBe(false);
  tap(hand[3]!);
  expect(session.choosing.marked).toEqual(hand.slice(0, 3));
  expect(session.choosing.full).toBe(true);
  expect(said.polite).toContain('3 chosen');
  tap(hand[0]!);
  expect(session.choosing.full).toBe(false);
});

describe('cards passed to one', () => {
  const received = ['2D', '3D', '4D'] as Card[];
  const own = { ...view.deal!.own!, dealt: view.deal!.own!.hand, received };
  const before = { ...view, deal: { ...view.deal!, own } };

  beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
  afterEach(() => {
    vi.useRealTimers();
    settings.received = 'tap';
  });

  test('are marked until one taps on, and not again after the connection is lost', () => {
    connect(null, before);
    expect(session.choosing.received).toEqual(received);
    vi.advanceTimersByTime(60_000);
    expect(session.choosing.received).toEqual(received);
    session.tapFelt();
    expect(session.choosing.received).toEqual([]);
    const you = { name: 'Ann', seat: 0, host: true, devices: 1 };
    FakeSocket.last.gets({ type: 'snapshot', seq: 9, at: 0, you, table: before, ask: null });
    expect(session.choosing.received).toEqual([]);
  });

  test('are marked for as long as one has set', () => {
    settings.received = '6';
    connect(null, before);
    vi.advanceTimersByTime(5_999);
    expect(session.choosing.received).toEqual(received);
    vi.advanceTimersByTime(1);
    expect(session.choosing.received).toEqual([]);
  });

  test('are not put away by a tap that was under way when they came', () => {
    connect(null, {
      ...before,
      deal: { ...before.deal, own: { ...own, received: null } },
    } as never);
    const cards = [hand.slice(0, 3), [], [], received];
    gets(10, [happened({ type: 'cards_passed', passing: 1, cards })], null);
    session.tapFelt();
    expect(session.choosing.received).toEqual(received);
    session.tapFelt();
    expect(session.choosing.received).toEqual(received);
    vi.advanceTimersByTime(REST);
    session.tapFelt();
    expect(session.choosing.received).toEqual([]);
  });

  test('hold up nothing: the first own card puts them away', () => {
    connect(play(hand[0]!), before);
    expect(session.ask?.kind).toBe('play');
    tap(hand[0]!);
    expect(FakeSocket.last.moves()).toEqual([{ type: 'play', card: hand[0] }]);
    expect(session.choosing.received).toEqual([]);
  });
});

test('a tap just after a card has left the hand plays nothing, however late the server was', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  connect(play(...hand));
  tap(hand[0]!);
  vi.advanceTimersByTime(2_000);
  const { id } = FakeSocket.last.sent.at(-1)!;
  gets(10, [happened({ type: 'card_played', seat: 0, card: hand[0], was_down: false })], null);
  FakeSocket.last.gets({ type: 'done', id, seq: 10 });
  gets(11, [], play(...hand.slice(1)));
  tap(hand[1]!);
  vi.advanceTimersByTime(REST - 1);
  tap(hand[1]!);
  expect(FakeSocket.last.moves()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  tap(hand[1]!);
  expect(FakeSocket.last.moves()).toHaveLength(2);
  vi.useRealTimers();
});

test('too few cards are not sent; nothing to expose is', () => {
  connect({ kind: 'pass', count: 3, cards: hand });
  tap(hand[0]!);
  void session.choosing.confirm();
  expect(FakeSocket.last.moves()).toEqual([]);
  session.stop();
  connect({ kind: 'expose', modes: { QS: ['open'] } });
  void session.choosing.confirm();
  expect(FakeSocket.last.moves()).toEqual([{ type: 'expose', modes: {} }]);
});

describe('a hint', () => {
  const alone = structuredClone(view);
  alone.state.seats.forEach((sitting, seat) => (sitting.kind = seat === 0 ? 'player' : 'bot'));
  const hint = { type: 'hint', sentence: 'Playing …', choices: [], good: 0 };

  test('is asked for once, and kept until something else is asked', async () => {
    connect(play(hand[0]!, hand[1]!), alone);
    expect(session.mayHint).toBe(true);
    const answered = session.askHint();
    void session.askHint();
    const asked = FakeSocket.last.requests().filter((request) => request.do.type === 'hint');
    expect(asked).toHaveLength(1);
    FakeSocket.last.gets({ ...hint, id: asked[0]!.id });
    expect(await answered).toBe(true);
    expect(session.hint?.sentence).toBe('Playing …');
    FakeSocket.last.gets({ type: 'update', seq: 10, at: 0, facts: [], ask: null });
    expect(session.hint).toBeNull();
  });

  test('for what is passed is shown and kept though others pass meanwhile', async () => {
    const pass = { kind: 'pass', cards: hand, count: 3 } as const;
    connect(pass, alone);
    const answered = session.askHint();
    const { id } = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.gets({ type: 'update', seq: 10, at: 0, facts: [], ask: pass });
    FakeSocket.last.gets({ ...hint, id });
    expect(await answered).toBe(true);
    FakeSocket.last.gets({ type: 'update', seq: 11, at: 0, facts: [], ask: pass });
    expect(session.hint?.sentence).toBe('Playing …');
  });

  test('that comes when the deal has gone on is not shown', async () => {
    connect(play(hand[0]!, hand[1]!), alone);
    const answered = session.askHint();
    const { id } = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.gets({ type: 'update', seq: 10, at: 0, facts: [], ask: play(hand[1]!) });
    FakeSocket.last.gets({ ...hint, id });
    expect(await answered).toBe(false);
    expect(session.hint).toBeNull();
  });

  test('is for one person among bots, who must choose', () => {
    connect(null, alone);
    expect(session.mayHint).toBe(false);
    session.stop();
    const two = structuredClone(alone);
    two.state.seats[2]!.kind = 'player';
    connect(play(hand[0]!), two);
    expect(session.mayHint).toBe(false);
    session.stop();
    const away = structuredClone(alone);
    away.state.seats[0]!.stand_in = true;
    connect(play(hand[0]!), away);
    expect(session.mayHint).toBe(false);
  });
});

test('that a bot played quickly is said once in a game, and is no fault of its', async () => {
  const well = structuredClone(view);
  well.state.seats.forEach((sitting) => (sitting.failed = 0));
  connect(null, well);
  const notes = shownNotes.length;
  for (const seq of [10, 11]) {
    const facts: Fact[] = [{ type: 'bot_hurried', seat: 2 }];
    FakeSocket.last.gets({ type: 'update', seq, at: 0, facts, ask: null });
    await vi.waitFor(() => expect(session.seq).toBe(seq));
  }
  expect(shownNotes).toHaveLength(notes + 1);
  expect(shownNotes.at(-1)!.text).toContain('played quickly');
  expect(session.scene?.state.seats[2]!.failed).toBe(0);
});

describe('a bot that failed', () => {
  const failed: Fact = { type: 'bot_failed', seat: 2, why: 'late' };

  test('is shown to everybody once, said each time, and counted at its seat', async () => {
    const well = structuredClone(view);
    well.state.seats.forEach((sitting) => (sitting.failed = 0));
    connect(null, well);
    const notes = shownNotes.length;
    FakeSocket.last.gets({ type: 'update', seq: 10, at: 0, facts: [failed], ask: null });
    await vi.waitFor(() => expect(session.scene?.state.seats[2]!.failed).toBe(1));
    expect(shownNotes).toHaveLength(notes + 1);
    expect(shownNotes.at(-1)!.text).toContain('the bot did not answer in time');
    said.polite = '';
    FakeSocket.last.gets({ type: 'update', seq: 11, at: 0, facts: [failed], ask: null });
    await vi.waitFor(() => expect(said.polite).toContain('the bot did not answer in time'));
    // The scene follows what is said when the page has time.
    await vi.waitFor(() => expect(session.scene?.state.seats[2]!.failed).toBe(2));
    expect(shownNotes).toHaveLength(notes + 1);
  });
});

describe('a card is taken back', () => {
  /** Ann alone among bots, who has led this card. */
  function alone(led: Card): TableView {
    const table = structuredClone(view);
    table.state.seats.forEach((sitting, seat) => (sitting.kind = seat === 0 ? 'player' : 'bot'));
    Object.assign(table.deal!.public, { leader: 0, trick: [led], tricks: [] });
    return table;
  }

  test('by one person among bots who has played one, but for deals that others play too', () => {
    connect(null, alone(hand[0]!));
    expect(session.mayTakeBack).toBe(true);
    for (const change of [
      (table: TableView) => (table.deal!.public.trick = []),
      (table: TableView) => (table.state.seats[1]!.kind = 'player'),
      ({ state }: TableView) =>
        (state.settings.day = { day: '2026-11-23', dealer: 'day', practice: true }),
      ({ state }: TableView) =>
        (state.settings.board = { tournament: 't1', round: 3, table: 0, level: null }),
    ]) {
      const other = alone(hand[0]!);
      change(other);
      connect(null, other);
      expect(session.mayTakeBack).toBe(false);
    }
  });

  test('and the last one is not played again by itself', () => {
    const table = alone(hand[0]!);
    table.deal!.own!.hand = [];
    connect(null, table);
    void session.takeBack();
    table.deal!.own!.hand = [hand[0]!];
    table.deal!.public.trick = [];
    snapshot(play(hand[0]!), table, {});
    expect(session.ask?.cards).toEqual([hand[0]]);
    expect(FakeSocket.last.moves()).toEqual([]);
  });
});

test('the evidence of a deal that others play too is not judged as of this table', () => {
  sessionStorage.clear();
  const table = structuredClone(view);
  table.state.settings.board = { tournament: 't1', round: 3, table: 0, level: null };
  connect(null, table);
  expect(session.fairness.fixed).toBe(true);
  connect(null, view);
  expect(session.fairness.fixed).toBe(false);
});
