import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../net/api';
import { PRESETS } from '../scoring/rule-texts';
import { firstCard, stepsOf, viewsOf } from '../replay/story';
import type { DealSheet } from '../wire/types';
import { parseSpot, searchOf } from './address';
import { curveOf, valueAt } from './curve';
import { sameAction } from '../table/action';
import { changeText } from './figures';
import { handRows } from '../board/hand-rows';
import { firstMissing, goneOn, noThings, reviewsOf, withMore } from './known';
import { barsOf, rangeOf } from './ledger';
import { bySize, chosenOf, mistakesOf, nextMistake, recordsOf } from './mistakes';
import { placeAt, placesOf, stepOf } from './places';
import { ReviewSession } from './session.svelte';
import { spreadOf } from './spread';
import { turnsOf } from './turns';
import { imagined } from './what-if';
import type { Estimate, ToldDeal, ToldDecision } from './wire';

const sheets = (
  JSON.parse(readFileSync('../tests/web/replay_vectors.json', 'utf8')) as { sheet: DealSheet }[]
).map(({ sheet }) => sheet);

const gongzhu = PRESETS['gongzhu-pagat']!;
const sure = (mean: number): Estimate => ({ mean, low: mean, high: mean });

/** A decision with so much of it as a test says. */
function decided(some: Partial<ToldDecision>): ToldDecision {
  const card = { type: 'play', card: '2C' } as const;
  return {
    ply: 0,
    seat: 0,
    kind: 'play',
    part: 'lead',
    action: card,
    best: card,
    aim: 'points',
    loss: sure(0),
    given: [],
    hindsight: null,
    class: null,
    matter: null,
    advice: null,
    choices: [],
    lines: [],
    sentence: '',
    ...some,
  };
}

function reviewed(decisions: ToldDecision[]): ToldDeal {
  return { game: 0, deal: 0, aim: 'points', bins: [], decisions, ledger: [], expected: [] };
}

describe.each(sheets.map((sheet) => ({ name: sheet.record.preset, sheet })))(
  'the places of $name',
  ({ sheet }) => {
    const { record } = sheet;
    const events = sheet.events;
    const steps = stepsOf(events);
    const rules = record.rules;
    const views = viewsOf(rules, events, steps);
    const places = placesOf(record, []);

    test('every card has one, at which its player still holds it', () => {
      const plays = places.filter(({ kind }) => kind === 'play');
      expect(plays.map(({ ply }) => ply - firstCard(record))).toEqual(
        record.plays.map((_, play) => play),
      );
      for (const place of plays) {
        const card = record.plays[place.play]![1];
        expect(views[stepOf(steps, place)]![place.seat!]!.own.hand).toContain(card);
      }
      expect(places.at(-1)!.kind).toBe('end');
      expect(stepOf(steps, places.at(-1)!)).toBe(steps.length - 1);
    });

    test('before them everybody passes, where cards are passed', () => {
      const passes = places.filter(({ kind }) => kind === 'pass').length;
      expect(passes).toBe(record.passes === null ? 0 : record.players.length);
    });

    test('what was played can be imagined from any card on, and comes to the same', () => {
      const place = places.find(({ kind, play }) => kind === 'play' && play === 5)!;
      const before = views[stepOf(steps, place)]!;
      const rest = record.plays.slice(5);
      const frames = imagined(rules, before, {
        place: 'typical',
        hands: before.map(({ own }) => own.hand),
        passed: [],
        exposed: [],
        seats: rest.map(([seat]) => seat),
        plays: rest.map(([, card]) => card),
        points: [],
      });
      expect(frames).toHaveLength(rest.length + 1);
      rest.forEach((_, nth) => {
        const found = places.find(({ kind, play }) => kind === 'play' && play === 6 + nth);
        if (!found) return;
        const [truth, frame] = [views[stepOf(steps, found)]![0]!, frames[nth + 1]!.views[0]!];
        expect(frame.own.hand).toEqual(truth.own.hand);
        expect(frame.public.trick).toEqual(truth.public.trick);
        expect(frame.public.captured).toEqual(truth.public.captured);
      });
    });
  },
);

test('a place of exposing is there where something was decided', () => {
  const { record } = sheets.find(({ record }) => record.rules.family === 'gongzhu')!;
  const quiet = { ...record, exposures: record.players.map(() => ({})) };
  expect(placesOf(quiet, []).some(({ kind }) => kind === 'expose')).toBe(false);
  const before = firstCard(quiet) - quiet.players.length;
  const places = placesOf(quiet, [{ ply: before + 2, seat: 2, kind: 'expose' }]);
  expect(places.filter(({ kind }) => kind === 'expose')).toEqual([
    { ply: before + 2, kind: 'expose', seat: 2, play: 0 },
  ]);
  expect(placeAt(places, 10_000)).toBe(places.length - 1);
});

test('a place in an address', () => {
  const spot = { deal: 4, ply: 16, seat: 2, eyes: true };
  expect(parseSpot(searchOf(spot))).toEqual(spot);
  expect(parseSpot('?deal=4&ply=16')).toEqual({ deal: 4, ply: 16, seat: null, eyes: false });
  expect(parseSpot('?deal=-1&ply=x&seat=<b>')).toEqual({
    deal: 1,
    ply: 0,
    seat: null,
    eyes: false,
  });
});

test('mistakes are chosen, put in order, and walked through in a circle', () => {
  const mistakes = mistakesOf(
    new Map([
      [
        2,
        reviewed([decided({ ply: 9, seat: 1, class: 'blunder', loss: sure(60), matter: 'pig' })]),
      ],
      [
        1,
        reviewed([
          decided({ ply: 4, class: 'inaccuracy', loss: sure(7), matter: 'hearts' }),
          decided({ ply: 5 }),
          decided({ ply: 8, class: 'mistake', aim: 'game', loss: sure(0.2), matter: 'game' }),
        ]),
      ],
    ]),
  );
  const plies = (found: typeof mistakes) => found.map(({ decision }) => decision.ply);
  expect(plies(mistakes)).toEqual([4, 8, 9]);
  // A fifth of the game is worse than 60 points.
  expect(plies(bySize(gongzhu, mistakes))).toEqual([8, 9, 4]);
  const all = { deal: null, seat: null, class: null, matter: null };
  expect(plies(chosenOf(mistakes, { ...all, seat: 1 }))).toEqual([9]);
  expect(plies(chosenOf(mistakes, { ...all, deal: 1, matter: 'hearts' }))).toEqual([4]);
  expect(plies(chosenOf(mistakes, { ...all, class: 'blunder' }))).toEqual([9]);
  expect(nextMistake(mistakes, 1, 4, 1)?.decision.ply).toBe(8);
  expect(nextMistake(mistakes, 2, 9, 1)?.decision.ply).toBe(4);
  expect(nextMistake(mistakes, 1, 4, -1)?.decision.ply).toBe(9);
  expect(nextMistake([], 1, 0, 1)).toBeNull();
});

test('what the decisions of a seat came to; chances of the game are no points', () => {
  const [own, other] = recordsOf(
    [
      reviewed([
        decided({ loss: sure(12), class: 'inaccuracy' }),
        decided({}),
        decided({ aim: 'game', loss: sure(0.04), class: 'inaccuracy' }),
      ]),
    ],
    2,
  );
  expect(own).toMatchObject({ decisions: 3, best: 1, lost: 12, average: 6, chance: 0.04 });
  expect(own!.classes).toEqual({ inaccuracy: 2, mistake: 0, blunder: 0 });
  expect(other).toMatchObject({ decisions: 0, best: 0, lost: 0, average: null });
});

test('the curve begins at the first card and is straight between tricks', () => {
  const expected = [null, null, 0, 1, 2].map((trick, place) => ({
    ply: place,
    trick,
    points: [{ mean: place * 10, low: place * 10 - 5, high: place * 10 + 5 }],
  }));
  const curve = curveOf({ ...reviewed([]), expected });
  expect(curve.lines[0]!.map(({ trick, mean }) => [trick, mean])).toEqual([
    [0, 20],
    [1, 30],
    [2, 40],
  ]);
  expect(curve.tricks).toBe(2);
  expect(curve.ticks).toContain(0);
  expect(valueAt(curve.lines[0]!, 1.25)).toBe(32.5);
});

test('a deal turns where somebody’s points change by much', () => {
  const moment = (trick: number, ...means: number[]) => ({
    ply: trick,
    trick,
    points: means.map(sure),
  });
  const review = {
    ...reviewed([]),
    expected: [moment(0, 0, 0), moment(1, 5, -90), moment(2, 5, -95)],
  };
  const tricks = [
    { winner: 1, cards: ['QS', '2S'] as never[] },
    { winner: 0, cards: ['3D', '2D'] as never[] },
  ];
  expect(turnsOf(review, tricks, gongzhu)).toEqual([
    { trick: 0, seat: 1, winner: 1, change: -90, cards: ['QS'] },
  ]);
});

test('the spread of choices lies on one axis, without empty ends', () => {
  const choice = (mean: number, histogram: number[]) => ({
    action: { type: 'play', card: '2C' } as const,
    behind: sure(0),
    points: sure(mean),
    samples: 4,
    histogram,
  });
  const spread = spreadOf([choice(0, [0, 2, 2, 0]), choice(-50, [0, 4, 0, 0])], [-100, 0, 100]);
  expect(spread.bars).toEqual([
    [0.5, 0.5],
    [1, 0],
  ]);
  expect(spread.means).toEqual([0.5, 0.25]);
  expect(spread.marks).toEqual([{ points: 0, at: 0.5 }]);
});

test('the bars of a ledger add up to the result', () => {
  const row = { seat: 0, dealt: 20, luck: -50, given: 5, own: -10, result: -35 };
  expect(barsOf(row).map(({ from, to }) => [from, to])).toEqual([
    [0, 20],
    [20, -30],
    [-30, -25],
    [-25, -35],
    [0, -35],
  ]);
  expect(rangeOf([row])).toEqual([-35, 20]);
});

test('what the server tells comes together, and nothing of it twice', () => {
  const part = {
    number: 2,
    done: 3,
    of: 9,
    bins: [0],
    expected: [{ ply: 0, trick: 0, points: [sure(1)] }],
    decisions: [decided({ ply: 4 }), decided({ ply: 5 })],
  };
  const on = goneOn(part, { ...part, done: 4, decisions: [decided({ ply: 7 })] });
  expect(on!.decisions.map(({ ply }) => ply)).toEqual([4, 5, 7]);
  expect(goneOn(part, { ...part, decisions: [] })!.decisions).toHaveLength(2);
  expect(goneOn(part, { ...part, number: 3, decisions: [] })!.decisions).toHaveLength(0);
  const whole = withMore(noThings<ToldDeal>(), 1, [reviewed([])]);
  expect([...reviewsOf(whole, on).keys()]).toEqual([1, 2]);
  expect(reviewsOf(withMore(whole, 2, [reviewed([])]), on).get(2)!.decisions).toEqual([]);
  expect(firstMissing(whole, 3)).toBe(2);
  expect(firstMissing(withMore(whole, 2, [reviewed([]), reviewed([])]), 3)).toBe(3);
});

test('a hand takes as many rows as it needs, and no more', () => {
  const hand = ['AS', 'KS', '9S', '7S', '6S', 'QH', '5H', '3H', 'TC', '6C', '4D', '3D', '2D'];
  const widths = (rows: ReturnType<typeof handRows>) =>
    rows.map((row) => row.reduce((sum, { step }) => sum + step, 0));
  expect(handRows(hand, null, 824, 76)).toHaveLength(1);
  const rows = handRows(hand, null, 366, 72);
  expect(rows.map((row) => row.length)).toEqual([8, 5]);
  const few = handRows(hand, new Set(['4D', '3D', '2D']), 366, 72);
  expect(few).toHaveLength(1);
  for (const width of [...widths(rows), ...widths(few)]) expect(width).toBeLessThanOrEqual(366);
  expect(handRows([], null, 366, 72)).toEqual([]);
});

test('figures: signs, percent, one digit where it matters', () => {
  expect(changeText(gongzhu, 'points', -47.3)).toBe('−47');
  expect(changeText(gongzhu, 'points', 3.21)).toBe('+3');
  expect(changeText(gongzhu, 'points', 1.21)).toBe('+1.2');
  expect(changeText(PRESETS['hearts-denexa']!, 'points', -2.34)).toBe('−2.3');
  expect(changeText(PRESETS['hearts-denexa']!, 'points', -12.34)).toBe('−12');
  expect(changeText(gongzhu, 'game', -0.061)).toBe('−6%');
  expect(changeText(gongzhu, 'points', -0.01)).toBe('0');
  const pass = (...cards: string[]) => ({ type: 'pass', cards }) as ToldDecision['action'];
  expect(sameAction(pass('2C', '3C'), pass('3C', '2C'))).toBe(true);
  expect(sameAction(pass('2C', '3C'), pass('2C', '4C'))).toBe(false);
});

test('a review begins by itself once another one is done', async () => {
  vi.useFakeTimers();
  const sheet = {
    game: 'g',
    title: '',
    names: [],
    finished: 0,
    deals: [],
    count: 1,
    first: 1,
    seat: 0,
  };
  const problem = { code: 'review_under_way', text: 'One at a time', faults: [], lines: [] };
  const begin = vi.fn().mockRejectedValueOnce(new ApiError(429, problem.text, problem));
  begin.mockRejectedValue(new ApiError(403, 'Not yours'));
  const session = new ReviewSession(sheet, { begin, look: vi.fn() });
  await session.start();
  expect(session.progress.fault).toBe('One at a time');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(session.progress.fault).toBe('Not yours');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begin).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
