import { expect, test } from 'vitest';
import { binsOf } from './scale';

const counts = (...scores: [number, number][]) => scores.map(([score, n]) => ({ score, n }));

test('a bar begins at zero, and none between the ends is left out', () => {
  const bins = binsOf(counts([-230, 1], [-40, 2], [0, 3], [100, 1]), 8);
  expect(bins).toEqual([
    { low: -250, high: -201, n: 1 },
    { low: -200, high: -151, n: 0 },
    { low: -150, high: -101, n: 0 },
    { low: -100, high: -51, n: 0 },
    { low: -50, high: -1, n: 2 },
    { low: 0, high: 49, n: 3 },
    { low: 50, high: 99, n: 0 },
    { low: 100, high: 149, n: 1 },
  ]);
});

test('small scores stay apart', () => {
  expect(binsOf(counts([0, 4], [1, 2], [3, 1])).map(({ low, n }) => [low, n])).toEqual([
    [0, 4],
    [1, 2],
    [2, 0],
    [3, 1],
  ]);
});

test('what is far out joins the last bar', () => {
  const bins = binsOf(counts([-50, 150], [0, 150], [2800, 1]), 10);
  expect(bins.at(-1)).toMatchObject({ high: 2800, n: 151 });
  expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(301);
});

test('nothing has no bars', () => expect(binsOf([])).toEqual([]));
