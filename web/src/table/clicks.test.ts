import { expect, test } from 'vitest';
import { Clicks, DOUBLE } from './clicks';

test('a second click at one spot is told from one elsewhere, and from a late one', () => {
  const clicks = new Clicks();
  expect(clicks.again(100, 100, 0)).toBe(false);
  expect(clicks.again(104, 97, DOUBLE - 1)).toBe(true);
  expect(clicks.again(104, 97, 2 * DOUBLE - 2)).toBe(true);
  expect(clicks.again(104, 97, 3 * DOUBLE)).toBe(false);
  expect(clicks.again(148, 97, 3 * DOUBLE + 10)).toBe(false);
});
