import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { chooseLanguage } from '../i18n';
import { PRESETS } from '../scoring/rule-texts';
import { tellAsk, tellFact } from './announce';
import { fold } from './fold';
import type { Ask, Fact, TableView } from './wire';

interface Golden {
  observers: { seat: number | null; snapshot: TableView; updates: Fact[][] }[];
}

/** All that a seat of a golden table hears. */
function heard(name: string, seat: number | null): string[] {
  const golden = JSON.parse(readFileSync(`../tests/table/golden/${name}.json`, 'utf8')) as Golden;
  const { snapshot, updates } = golden.observers.find((observer) => observer.seat === seat)!;
  let view = snapshot;
  return updates.flat().flatMap((fact) => {
    const before = view;
    view = fold(view, fact);
    return tellFact(fact, before, view);
  });
}

/** A view with just what sentences need. */
function view(trick: string[] = []): TableView {
  const seat = (name: string) => ({ name, kind: 'player', online: true });
  return {
    seat: 0,
    state: {
      settings: { rules: PRESETS['gongzhu-pagat'] },
      seats: [seat('Ann'), seat('Bo'), seat('Cleo'), seat('Dev')],
      totals: [0, 0, 0, 0],
    },
    deal: { public: { passing: 1, trick, captured: [[], [], [], []] }, own: { hand: [] } },
  } as unknown as TableView;
}

const event = (fields: object) => ({ type: 'happened', event: fields }) as Fact;
const ask = (more: Partial<Ask>): Ask => ({
  kind: 'play',
  cards: [],
  count: 0,
  modes: {},
  claim: false,
  ...more,
});

describe('in English', () => {
  test.each([
    [
      event({ type: 'card_played', seat: 1, card: 'QS', was_down: false }),
      ['Bo plays queen of spades.'],
    ],
    [
      event({ type: 'card_played', seat: 0, card: 'QS', was_down: true }),
      ['You play queen of spades.', 'It was face down.'],
    ],
    [
      { type: 'knocked', player: null, name: 'Eve', program: false } as Fact,
      ['Eve wants to join, and gets a bot’s seat after this deal.'],
    ],
    [{ type: 'resigned', seat: 1, resigned: true } as Fact, ['Bo gives up the game.']],
    [event({ type: 'play_began', leader: 0 }), ['You lead the first trick.']],
    [event({ type: 'play_began', leader: 2 }), ['Cleo leads the first trick.']],
    [
      event({
        type: 'cards_exposed',
        shown: [{ seat: 1, card: 'JD', mode: 'open' }],
        face_down: [0, 0, 2, 0],
      }),
      ['Bo exposes jack of diamonds.', 'Cleo lays 2 cards face down.'],
    ],
    [
      event({ type: 'cards_exposed', shown: [], face_down: [0, 0, 0, 0] }),
      ['Nobody exposes a card.'],
    ],
    [{ type: 'went', seat: 1, at: 0 } as Fact, ['Bo is away.']],
    [{ type: 'went', seat: 0, at: 0 } as Fact, []],
    [{ type: 'timed_out', seat: 0 } as Fact, ['You ran out of time: a bot has decided for you.']],
    [
      { type: 'bot_failed', seat: 1, why: 'late' } as Fact,
      ['Bo: the bot did not answer in time, so one of the server’s bots chooses for it.'],
    ],
    [{ type: 'bot_hurried', seat: 1 } as Fact, ['Bo played quickly: the server is busy.']],
    [{ type: 'waits_until', until: null } as Fact, []],
  ])('%j', (fact, sentences) => {
    expect(tellFact(fact, view(), view())).toEqual(sentences);
  });

  test('a trick is told with the point cards in it', () => {
    const taken = event({ type: 'trick_taken', seat: 3 });
    expect(tellFact(taken, view(['2S', 'QS', '3S', '4H']), view())).toEqual([
      'Dev takes the trick, with queen of spades and 4 of hearts.',
    ]);
    expect(tellFact(taken, view(['2S', '3S', '4S', '5S']), view())).toEqual([
      'Dev takes the trick.',
    ]);
  });

  test('what is asked', () => {
    expect(tellAsk(null, view())).toEqual([]);
    expect(tellAsk(ask({}), view())).toEqual(['Your turn to lead.']);
    expect(tellAsk(ask({ claim: true }), view(['7D']))).toEqual([
      'Your turn. The lead is 7 of diamonds.',
      'You may end the deal with C.',
    ]);
    expect(tellAsk(ask({ kind: 'pass', count: 3 }), view())).toEqual([
      'Choose 3 cards to pass to Bo.',
    ]);
    expect(tellAsk(ask({ kind: 'expose', modes: { QS: ['open'] } }), view())).toEqual([
      'You may expose: queen of spades. Or none.',
    ]);
  });
});

describe('in Chinese', () => {
  beforeEach(() => chooseLanguage('zh'));
  afterEach(() => chooseLanguage('en'));

  test('who played what', () => {
    const fact = event({ type: 'card_played', seat: 1, card: 'QS', was_down: false });
    expect(tellFact(fact, view(), view())).toEqual(['Bo 出黑桃 Q。']);
    expect(tellAsk(ask({}), view())).toEqual(['轮到你先出。']);
  });
});

describe('a whole table', () => {
  test('is told to a player: hand, passing, every card, and the score', () => {
    const said = heard('hearts-passing', 0);
    expect(said.filter((line) => /^Deal \d+\. Your cards: /.test(line))).toHaveLength(2);
    expect(said.some((line) => line.startsWith('You passed '))).toBe(true);
    expect(said.filter((line) => /^(You play|\w+ plays) /.test(line)).length).toBeGreaterThan(52);
    expect(said.some((line) => line.startsWith('The deal is over. You '))).toBe(true);
    expect(said.join()).not.toMatch(/\{\w+\}|undefined/);
  });

  test('tells a watcher every play, and no hand', () => {
    const said = heard('hearts-passing', null);
    expect(said.filter((line) => / plays \w+ of /.test(line)).length).toBeGreaterThan(51);
    expect(said.filter((line) => /Your cards|You passed/.test(line))).toEqual([]);
    expect(said.some((line) => line.startsWith('The deal is over.'))).toBe(true);
  });
});
