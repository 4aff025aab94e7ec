import { expect, test } from 'vitest';
import { barAt, barsOf } from './bars';
import { otherMonth, weeksOf } from './days';

test('a month is laid out in weeks from Monday on', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeksOf('2027-02')).toHaveLength(4);
  expect(otherMonth('2026-12', 1)).toBe('2027-01');
  expect(otherMonth('2027-01', -1)).toBe('2026-12');
});

test('every score has its place on the scale', () => {
  const scores = [
    { score: -310, players: 2 },
    { score: -90, players: 5 },
    { score: 100, players: 1 },
  ];
  const bars = barsOf(scores, [-90, 200], 24);
  expect(bars.length).toBeLessThanOrEqual(25);
  expect(bars.reduce((sum, { players }) => sum + players, 0)).toBe(8);
  expect(bars[barAt(bars, -90)]!.players).toBe(5);
  expect(barAt(bars, 200)).toBe(bars.length - 1);
  expect(barAt(bars, 12.4)).toBeGreaterThan(0);
  expect(barsOf([], [], 24)).toEqual([]);
  expect(barsOf([{ score: 3, players: 1 }], [], 24)).toEqual([{ low: 3, high: 3, players: 1 }]);
});
