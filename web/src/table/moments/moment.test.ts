import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fold } from '../fold';
import type { Card, Fact, RuleSet, TableView } from '../wire';
import { momentOf, type Moment } from './moment';

interface Golden {
  observers: { snapshot: TableView; updates: Fact[][] }[];
}
const golden = (name: string) =>
  (JSON.parse(readFileSync(`../tests/table/golden/${name}.json`, 'utf8')) as Golden).observers[0]!;

/** What seat 0 sees of a golden table: every fact that is a moment. */
function momentsOf(name: string): Moment[] {
  const { snapshot, updates } = golden(name);
  let view = snapshot;
  return updates.flat().flatMap((fact) => {
    const before = view;
    view = fold(view, fact);
    return momentOf(fact, before, view) ?? [];
  });
}

const HEARTS = [...'23456789TJQKA'].map((rank) => `${rank}H` as Card);

/** A view in the middle of a deal, with these piles, the trick given, and rules changed. */
function playing(
  captured: Card[][],
  trick: Card[],
  rules: object = {},
  deal: object = {},
): TableView {
  const { snapshot, updates } = golden('gongzhu-exposing');
  let view = snapshot;
  for (const fact of updates.flat()) {
    view = fold(view, fact);
    if (view.deal?.public.phase === 'playing') break;
  }
  const { state } = view;
  const changed = { ...state.settings.rules, ...rules } as RuleSet;
  const all = { captured, trick, exposed: [], ...deal };
  return {
    ...view,
    state: { ...state, settings: { ...state.settings, rules: changed } },
    deal: { ...view.deal!, public: { ...view.deal!.public, ...all } },
  };
}

const taken: Fact = { type: 'happened', event: { type: 'trick_taken', seat: 1 } };
const after = (view: TableView): Moment | null => momentOf(taken, view, fold(view, taken));
const none: Card[][] = [[], [], [], []];

describe('a trick taken', () => {
  test('without a prize is no moment, a heart alone neither', () => {
    expect(after(playing(none, ['2S', '3S', '4S', '5S']))).toBeNull();
    expect(after(playing(none, ['2S', '3S', '4S', 'AH']))).toBeNull();
  });

  test('with the pig is worth what the score says', () => {
    const trick: Card[] = ['2S', 'QS', '4S', '5S'];
    const pig = { card: 'QS', role: 'pig', points: -100, times: 1 };
    expect(after(playing(none, trick))).toEqual({ kind: 'captured', seat: 1, prizes: [pig] });
    const exposed = [{ seat: 2, card: 'QS', mode: 'up' }];
    expect(after(playing(none, trick, {}, { exposed }))).toMatchObject({
      prizes: [{ ...pig, points: -400, times: 4 }],
    });
  });

  test('with several prizes tells the pig first', () => {
    expect(after(playing([[], ['AH'], [], []], ['JD', 'TC', '4D', 'QS']))).toMatchObject({
      prizes: [
        { role: 'pig', points: -100 },
        { role: 'sheep', points: 100 },
        { role: 'doubler', points: 0, times: 2 },
      ],
    });
  });

  test('with a point card of any rules tells what it counts', () => {
    const usual = playing(none, []).state.settings.rules.points;
    const rules = { points: [...usual, ['KS', -50], ['JC', 30]] };
    expect(after(playing([[], ['JC'], [], []], ['2S', 'KS', '4S', '5S'], rules))).toEqual({
      kind: 'captured',
      seat: 1,
      prizes: [{ card: 'KS', role: 'card', points: -50, times: 1 }],
    });
    expect(after(playing(none, ['QS', 'KS', '4S', '5S'], rules))).toMatchObject({
      prizes: [{ role: 'pig' }, { role: 'card' }],
    });
  });

  test('tells only what has come with it', () => {
    expect(after(playing([[], ['QS'], [], []], ['2D', 'JD', '3D', '4D']))).toMatchObject({
      prizes: [{ role: 'sheep' }],
    });
  });

  test('with the last heart is a sweep, and counts up from what the pile was worth', () => {
    const before = [...HEARTS.slice(0, 12), 'JD' as Card];
    const moment = after(playing([[], before, [], []], ['2S', 'AH', '4S', '3S']));
    expect(moment).toMatchObject({ kind: 'swept', what: 'all_hearts', seat: 1 });
    expect(moment).toMatchObject({ from: -50, to: 300 });
    expect((moment as { cards: Card[] }).cards.toSorted()).toEqual(HEARTS.toSorted());
  });

  test('that only adds to all hearts is no second sweep', () => {
    expect(after(playing([[], HEARTS, [], []], ['JD', '3D', '2D', '4D']))).toMatchObject({
      kind: 'captured',
      prizes: [{ role: 'sheep' }],
    });
  });

  test.each(['flat', 'instant-win'])(
    'with every point card is a slam where it counts %s',
    (all) => {
      const most = [...HEARTS, 'JD', 'TC'] as Card[];
      const view = playing([[], most, [], []], ['2S', 'QS', '3S', '4S'], { all_point_cards: all });
      expect(after(view)).toMatchObject({ kind: 'swept', what: 'all_point_cards' });
    },
  );
});

test('partners who pool their captures sweep together', () => {
  const piles = [[], HEARTS.slice(0, 6), [], HEARTS.slice(6, 12)];
  const view = playing(piles, ['2S', 'AH', '4S', '5S'], { partners: 'pooled' });
  expect(after(view)).toMatchObject({ kind: 'swept', what: 'all_hearts', seat: 1 });
});

test('a deal of Gong Zhu is dealt, has exposures and captures, and is scored', () => {
  const kinds = momentsOf('gongzhu-exposing').map(({ kind }) => kind);
  expect(kinds[0]).toBe('dealt');
  expect(kinds).toEqual(expect.arrayContaining(['exposed', 'captured', 'scored']));
});

test('Hearts has its moon, its queen and no pig', () => {
  const moon = momentsOf('hearts-moon');
  expect(moon).toContainEqual(expect.objectContaining({ kind: 'swept', what: 'moon' }));
  const prizes = [...moon, ...momentsOf('hearts-passing')].flatMap((moment) =>
    moment.kind === 'captured' ? moment.prizes : [],
  );
  expect(prizes).toContainEqual({ card: 'QS', role: 'queen', points: 13, times: 1 });
  expect(prizes.map(({ role }) => role)).not.toContain('pig');
});

test('the end of a game gives strips to pigs, and to nobody in Hearts', () => {
  const ended: Fact = {
    type: 'game_ended',
    winners: [0],
    losers: [2],
    strips: [0, 0, 1, 0],
    round_points: [0, 0, 0, 0],
    lost: [0, 0, 1, 0],
  };
  const view = playing(none, []);
  expect(momentOf(ended, view, view)).toEqual({ kind: 'ended', pigs: [2] });
  const hearts = playing(none, [], { family: 'hearts' });
  expect(momentOf(ended, hearts, hearts)).toEqual({ kind: 'ended', pigs: [] });
});
