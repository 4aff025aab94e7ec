/** Tables as Python saw them: folding the facts in the page comes to the same. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fold } from './fold';
import { foldState } from './state-fold';
import type { Fact, TableView, Update } from './wire';

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

interface Vectors {
  observers: {
    name: string;
    seat: number | null;
    snapshot: { seq: number; table: TableView };
    updates: Update[];
    /** What is known after the update of this number. */
    views: { seq: number; table: TableView }[];
  }[];
}

describe('the vectors that other programs fold', () => {
  const text = readFileSync('../docs/protocol/fold-vectors.json', 'utf8');
  const { observers } = JSON.parse(text) as Vectors;

  test('are of three tables, each as a seat and a spectator see it', () => {
    expect(observers.map(({ name, seat }) => [name, seat])).toEqual([
      ['exposing', 0],
      ['exposing', null],
      ['passing', 0],
      ['passing', null],
      ['played_out', 0],
      ['played_out', null],
    ]);
  });

  test.each(observers)('$name, seat $seat', ({ snapshot, updates, views }) => {
    const known = new Map(views.map(({ seq, table }) => [seq, table]));
    let view = snapshot.table;
    for (const { seq, facts } of updates) {
      view = facts.reduce(fold, view);
      const expected = known.get(seq);
      if (expected) expect(view).toEqual(expected);
      known.delete(seq);
    }
    expect([...known]).toEqual([]);
  });
});

test('nobody has to be ready anew for what may be said at the table', () => {
  const golden = JSON.parse(readFileSync(`${FOLDER}/${files[0]}`, 'utf8')) as Golden;
  const { snapshot } = golden.observers[0]!;
  const { settings, seats } = snapshot.state;
  const ready = { ...snapshot.state, seats: seats.map((seat) => ({ ...seat, ready: true })) };
  const readyAfter = (changes: Partial<typeof settings>) =>
    foldState(ready, { type: 'configured', settings: { ...settings, ...changes } }).seats.every(
      (seat) => seat.ready,
    );
  expect(readyAfter({ talk: { phrases: false, text: true, partners: false } })).toBe(true);
  expect(readyAfter({ name: 'Another' })).toBe(false);
});
