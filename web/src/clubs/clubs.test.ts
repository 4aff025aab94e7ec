import { expect, test } from 'vitest';
import { addTopics } from '../i18n';
import { sharesOf } from './ratings';
import { best, columnsOf, pressed, sorted } from './season';
import { dayEnds, localTime, nextEvening, quarter } from './times';
import type { ClubMember, SeasonRow } from '../wire/types';
import { answered, codeIn, inOrder } from './words';

await addTopics('clubs');

const mean = (mean: number | null) => ({ count: 8, mean, low: null, high: null });

const row = (name: string, figures: Partial<SeasonRow> = {}): SeasonRow => ({
  name,
  bot: false,
  member: null,
  games: 1,
  deals: 8,
  real: false,
  you: false,
  wins: 0,
  last: 0,
  average: mean(0),
  pigs: 0,
  sheep: 0,
  slams: 0,
  strips: 0,
  round_points: 0,
  by_bot: 0,
  ...figures,
});

const member = (name: string, more: Partial<ClubMember> = {}): ClubMember => ({
  member: 0,
  name,
  role: 'member',
  online: null,
  coming: null,
  you: false,
  ...more,
});

test('a club is found by its number, however it is written, or by a link', () => {
  expect(codeIn(' 123 456 ')).toBe('123456');
  expect(codeIn('１２３-４５６')).toBe('123456');
  expect(codeIn('https://x.example/clubs/join/Ab_9?x=1')).toBe('Ab_9');
  expect(codeIn('12345')).toBeNull();
  expect(codeIn('https://x.example/clubs/c1')).toBeNull();
});

test('a column that is empty for all is left out, but never games, deals and average', () => {
  expect(columnsOf([])).toEqual(['games', 'deals', 'average']);
  expect(columnsOf([row('Ann', { by_bot: 1 }), row('Bo', { strips: 2 })])).toEqual([
    ...(['games', 'deals', 'average', 'strips', 'by_bot'] as const),
  ]);
});

test('who has no figure comes last, whichever way the table is sorted', () => {
  const rows = [row('Ann', { average: mean(-3) }), row('Bo', { average: mean(null) }), row('Cleo')];
  const names = (down: boolean) => sorted(rows, { by: 'average', down }).map(({ name }) => name);
  expect(names(true)).toEqual(['Cleo', 'Ann', 'Bo']);
  expect(names(false)).toEqual(['Ann', 'Cleo', 'Bo']);
});

test('a head that is pressed again turns the order around; names begin with A', () => {
  const first = pressed({ by: 'average', down: true }, 'pigs');
  expect(first).toEqual({ by: 'pigs', down: true });
  expect(pressed(first, 'pigs')).toEqual({ by: 'pigs', down: false });
  expect(pressed(first, 'name')).toEqual({ by: 'name', down: false });
});

test('the best average comes first: the highest, or the lowest where points are bad', () => {
  const part = { family: 'hearts', aim: 'low', rows: [] } as const;
  expect(best({ ...part, rows: [] }).down).toBe(false);
  expect(best({ ...part, aim: 'high', rows: [] }).down).toBe(true);
});

test('a season ends when its last day is over, also across a change of clocks', () => {
  const hours = (dayEnds('2026-10-25') - new Date(2026, 9, 25).getTime()) / 3_600_000;
  expect([23, 24, 25]).toContain(hours);
  expect(localTime(dayEnds('2026-12-31'))).toBe('2027-01-01T00:00');
});

test('the next evening is a Friday to come at eight, also on a Friday', () => {
  expect(localTime(nextEvening(new Date(2026, 10, 28, 16).getTime()))).toBe('2026-12-04T20:00');
  expect(localTime(nextEvening(new Date(2026, 11, 4, 21).getTime()))).toBe('2026-12-11T20:00');
});

test('a season is a quarter of a year unless one says otherwise', () => {
  expect(quarter(new Date(2026, 10, 28).getTime())).toEqual({
    first: '2026-10-01',
    last: '2026-12-31',
  });
});

test('those who are there come first, then those who run the club', () => {
  const members = [
    member('Ann', { member: 1 }),
    member('Bo', { member: 2, role: 'helper' }),
    member('Cleo', { member: 3, online: true }),
    member('Dan', { member: 0, role: 'owner', online: false }),
  ];
  expect(inOrder(members).map(({ name }) => name)).toEqual(['Cleo', 'Dan', 'Bo', 'Ann']);
});

test('who comes is told with names, and an answer that nobody gave is not told', () => {
  const members = [member('Ann', { coming: 'yes' }), member('Bo', { coming: 'yes' })];
  expect(answered(members, 'yes')).toBe('2 come: Ann, Bo');
  expect(answered(members, 'no')).toBe('');
});

test('all intervals lie on one scale', () => {
  const [wide, narrow] = sharesOf([
    { mu: 25, sigma: 10 },
    { mu: 35, sigma: 1 },
  ]);
  expect([wide!.low, wide!.high, wide!.middle]).toEqual([0, 1, 0.5]);
  expect(narrow!.low).toBeGreaterThan(0.5);
  expect(sharesOf([{ mu: 25, sigma: 0 }])[0]).toEqual({ low: 0, middle: 0, high: 0 });
});
