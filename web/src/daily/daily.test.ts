import { expect, test } from 'vitest';
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
