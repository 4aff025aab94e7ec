import { expect, test } from 'vitest';
import { binsOf } from './bins';

const counts = (...scores: [number, number][]) =>
  scores.map(([score, deals]) => ({ score, deals }));

test('a bar begins at zero, and none between the ends is left out', () => {
  const bins = binsOf(counts([-230, 1], [-40, 2], [0, 3], [100, 1]), 8);
  expect(bins).toEqual([
    { low: -250, high: -201, deals: 1 },
    { low: -200, high: -151, deals: 0 },
    { low: -150, high: -101, deals: 0 },
    { low: -100, high: -51, deals: 0 },
    { low: -50, high: -1, deals: 2 },
    { low: 0, high: 49, deals: 3 },
    { low: 50, high: 99, deals: 0 },
    { low: 100, high: 149, deals: 1 },
  ]);
});

test('small scores stay apart', () => {
  expect(binsOf(counts([0, 4], [1, 2], [3, 1])).map(({ low, deals }) => [low, deals])).toEqual([
    [0, 4],
    [1, 2],
    [2, 0],
    [3, 1],
  ]);
});

test('what is far out joins the last bar', () => {
  const bins = binsOf(counts([-50, 150], [0, 150], [2800, 1]), 10);
  expect(bins.at(-1)).toMatchObject({ high: 2800, deals: 151 });
  expect(bins.reduce((sum, { deals }) => sum + deals, 0)).toBe(301);
});

test('nothing has no bars', () => expect(binsOf([])).toEqual([]));
