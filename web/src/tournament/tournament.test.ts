import { expect, test } from 'vitest';
import type { BoardTable, TournamentCall } from '../wire/types';
import { addTopics } from '../i18n';
import type { Evidence } from '../fair/evidence';
import { commitment, rulesHash } from '../fair/sums';
import { due, judged, keptFor } from './numbers';
import { clock } from './timing.svelte';
import { botsFor, heldAt, pointsText, seatOf, worstFirst } from './words';

await addTopics('tournament');

const RULES = { players: 4 };
const ANCHOR = 'a'.repeat(64);
const NUMBER = '1'.repeat(64);
const call = (more: Partial<TournamentCall> = {}): TournamentCall => ({
  table: 't1',
  chain: { anchor: ANCHOR, length: 3, first_deal: 1 },
  rules_hash: rulesHash(RULES),
  rounds: 3,
  place: 5,
  step: 'commit',
  yours: false,
  locked: [],
  ...more,
});
/** The commitment to the first deal of the entrant at a place. */
const committed = (place: number, number = NUMBER) => {
  const { table, chain, rules_hash } = call();
  return commitment({ table, chain, deal: 1, rulesHash: rules_hash }, place, number);
};
const lock = (...others: (string | null)[]) => [...others, ...Array(5 - others.length).fill(null)];
const locked = [...lock(), committed(5), null, null];

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('one number is committed to once for each deal, and shown afterwards', () => {
  const here = shelf();
  const sent = due('t1', call(), RULES, here, () => NUMBER);
  const { table, chain, rules_hash } = call();
  expect(sent).toEqual({
    type: 'commit',
    commitments: [1, 2, 3].map((deal) =>
      commitment({ table, chain, deal, rulesHash: rules_hash }, 5, NUMBER),
    ),
  });
  expect(due('t1', call({ yours: true }), RULES, here)).toBeNull();
  // After a reload it is the same number.
  expect(due('t1', call(), RULES, here, () => '2'.repeat(64))).toEqual(sent);
  expect(due('t1', call({ step: 'reveal', locked }), RULES, here)).toEqual({
    type: 'reveal',
    number: NUMBER,
  });
});

test('the number is shown for one lock only, with the own commitment in it', () => {
  const here = shelf();
  due('t1', call(), RULES, here, () => NUMBER);
  const reveal = (locked: (string | null)[]) =>
    due('t1', call({ step: 'reveal', locked }), RULES, here)?.type;
  expect(reveal([])).toBeUndefined();
  expect(reveal([...lock(), committed(5, '2'.repeat(64)), null, null])).toBeUndefined();
  expect(reveal(locked)).toBe('reveal');
  // A commitment made when this number was known already.
  expect(reveal([...lock(committed(0)), committed(5), null, null])).toBeUndefined();
  expect(reveal(locked)).toBe('reveal');
});

test('nothing is sent for other rules, and no number shown for another chain or by another device', () => {
  const here = shelf();
  due('t1', call(), RULES, here, () => NUMBER);
  expect(due('t1', call({ rules_hash: 'b'.repeat(64) }), RULES, here)).toBeNull();
  const other = { ...call().chain, anchor: 'c'.repeat(64) };
  expect(due('t1', call({ step: 'reveal', chain: other, locked }), RULES, here)).toBeNull();
  expect(due('t1', call({ step: 'reveal', locked }), RULES, shelf())).toBeNull();
});

test('a number that cannot be kept is not committed to', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(due('t1', call(), RULES, full, () => NUMBER)).toBeNull();
});

test('evidence holds with every deal as it was promised before, and with all numbers of the lock', () => {
  const here = shelf();
  due('t1', call(), RULES, here, () => NUMBER);
  due('t1', call({ step: 'reveal', locked }), RULES, here);
  const kept = keptFor('t1', here)!;
  const deal = (at: number, more: object = {}, others: object = { kind: 'absent' }, own = NUMBER) =>
    ({
      ...{ table: 't1', deal: at, rules: RULES, chain: call().chain },
      contributions: [
        ...Array(5).fill(others),
        { kind: 'revealed', commitment: at === 1 ? committed(5) : 'other', reveal: own },
        ...[{ kind: 'bot' }, { kind: 'bot' }],
      ],
      ...more,
    }) as unknown as Evidence;
  const fits = (...deals: Evidence[]) => judged(deals, 't1', kept);
  expect(fits(deal(1), deal(2))).toBe('fair');
  expect(fits()).toBe('unfair');
  expect(fits(deal(2), deal(1))).toBe('unfair');
  expect(fits(deal(1), deal(3))).toBe('unfair');
  expect(fits(deal(1, { table: 't2' }))).toBe('unfair');
  expect(fits(deal(1, { rules: { players: 4, sale: 'closed' } }))).toBe('unfair');
  expect(fits(deal(1, { chain: { ...call().chain, anchor: 'c'.repeat(64) } }))).toBe('unfair');
  expect(fits(deal(1), deal(2, {}, { kind: 'absent' }, '2'.repeat(64)))).toBe('unfair');
  // Somebody's number that was not locked, in the first deal or in a later one.
  const late = { kind: 'revealed', commitment: 'd', reveal: 'e' };
  expect(fits(deal(1, {}, late))).toBe('unfair');
  expect(fits(deal(1), deal(2, {}, late))).toBe('unfair');
  // One's own number was locked and came too late: nobody cheated.
  const slow = { kind: 'withheld', commitment: committed(5) };
  const without = (at: number) => {
    const whole = deal(at);
    return { ...whole, contributions: whole.contributions.with(5, slow as never) };
  };
  expect(fits(without(1), without(2))).toBe('uncounted');
  expect(fits(without(1), deal(2))).toBe('unfair');
  // Whoever never saw a lock cannot say.
  expect(judged([deal(1)], 't1', { ...kept, locked: null })).toBe('unfair');
});

const table = (game: string, scores: number[], places: number[]): BoardTable => ({
  ...{ table: 0, game, scores, places, points: scores },
  ...{ names: places.map((place) => `P${place}`), by_bot: scores.map(() => false) },
});

test('those who held the same hand are compared, the best first', () => {
  const tables = [
    table('g1', [-10, 0, 5, 5], [0, 1, 2, 3]),
    table('g2', [20, 0, 0, 0], [4, 5, 6, 7]),
  ];
  expect(heldAt(tables, 0).map(({ name, game }) => [name, game])).toEqual([
    ['P4', 'g2'],
    ['P0', 'g1'],
  ]);
  expect([seatOf(tables, 6), seatOf(tables, 0), seatOf(tables, null)]).toEqual([2, 0, 0]);
});

test('the deals in which most was lost come first, and those not played last', () => {
  const board = (round: number, points: number | null) => ({ round, points, score: 0, game: null });
  const order = worstFirst([board(1, 50), board(2, null), board(3, 0)]);
  expect(order.map(({ round }) => round)).toEqual([3, 1, 2]);
});

test('bots fill the last table, and so many places at least', () => {
  expect([1, 4, 8, 9, 16, 62].map((n) => botsFor(n, 8))).toEqual([7, 4, 0, 3, 0, 2]);
  expect([1, 4, 17].map((n) => botsFor(n, 14))).toEqual([15, 12, 3]);
});

test('points are percent, or a difference with its sign', () => {
  expect(pointsText('matchpoints', 62.5)).toBe('62.5%');
  expect(pointsText('matchpoints', 0)).toBe('0.0%');
  expect(pointsText('average', 12)).toBe('+12.0');
  expect(pointsText('average', -3.25)).toBe('−3.3');
  expect(pointsText('average', null)).toBe('–');
});

test('the time that is left is told in minutes and seconds', () => {
  expect([clock(365_000), clock(59_100), clock(-5)]).toEqual(['6:05', '1:00', '0:00']);
});
