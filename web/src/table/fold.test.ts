/** Tables as Python saw them: folding the facts in the page comes to the same. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fold } from './fold';
import type { Fact, TableView } from './wire';

interface Golden {
  observers: {
    seat: number | null;
    snapshot: TableView;
    updates: Fact[][];
    /** What is known after so many updates. */
    after: [number, TableView][];
  }[];
}

const FOLDER = '../tests/table/golden';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('there are golden tables', () => {
  expect(files.length).toBeGreaterThan(3);
});

describe.each(files)('%s', (name) => {
  const golden = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Golden;

  test.each(golden.observers)('as seat $seat sees it', ({ snapshot, updates, after }) => {
    let view = snapshot;
    const known = new Map(after);
    updates.forEach((facts, place) => {
      view = facts.reduce(fold, view);
      const expected = known.get(place + 1);
      if (expected) expect(view).toEqual(expected);
    });
    expect(known.get(updates.length)).toBeDefined();
  });
});
