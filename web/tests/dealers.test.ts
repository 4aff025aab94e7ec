/** The dishonest dealer of `make dealers`, for a few acts. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { act, possible, type Act } from '../dealers/dealer';
import { opened, type World } from '../dealers/world';
import { FAILURES, honestly, Search } from '../dealers/search';
import type { RuleValues } from '../src/fair';

const vectors = JSON.parse(readFileSync('../tests/dealing/vectors/gzh1.json', 'utf8')) as {
  deals: { evidence: { rules: RuleValues } }[];
};
const { rules } = vectors.deals[0]!.evidence;

function after(...way: Act[]): World {
  return way.reduce((world, what) => {
    expect(possible(world)).toContain(what);
    return act(world, what, rules);
  }, opened());
}

test('nothing that a dealer does in five acts is biased and called fair', () => {
  const search = new Search(rules, 5);
  search.run();
  for (const kind of FAILURES) expect(search.found[kind]).toEqual([]);
  expect(search.found.sequences).toBeGreaterThan(5000);
});

test('an honest dealer is always called fair, over the end of a chain too', () => {
  expect(honestly(rules, 5)).toEqual([]);
});

test('the world knows a biased deal, whatever the browser says of it', () => {
  const world = after('call', 'lock', 'call', 'lock', 'evidence-aborted');
  expect(world.page.owed.map(({ count }) => count)).toEqual([1]);
  // The dealer has heard a number, dropped the deal and dealt another one.
  expect(world.exposed).toEqual([1, 2]);
  expect(world.fair).toBe(false);
});
