import { expect, test } from 'vitest';
import { NEW, rated, ratedAfter } from './glicko';

const opponent = (rating: number, deviation: number) => ({ ...NEW, rating, deviation });

test('the worked example of the paper', () => {
  const after = ratedAfter(opponent(1500, 200), [
    [opponent(1400, 30), 1],
    [opponent(1550, 100), 0],
    [opponent(1700, 300), 0],
  ]);
  expect(after.rating).toBeCloseTo(1464.06, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.059996, 6);
});

test('one game comes to the same as on the server', () => {
  // From tests/puzzles/test_glicko.py.
  const after = rated(NEW, opponent(1619, 80), 1);
  expect(after.rating).toBeCloseTo(1615.403117, 6);
  expect(after.deviation).toBeCloseTo(177.00805, 6);
});
