import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RuleWords } from '../scoring/rule-words';
import { fold } from './fold';
import { progressOf, titleOf } from './heading';
import type { Fact, TableView } from './wire';

interface Golden {
  observers: { seat: number | null; snapshot: TableView; updates: Fact[][] }[];
}

const golden = JSON.parse(
  readFileSync('../tests/table/golden/hearts-passing.json', 'utf8'),
) as Golden;
const { snapshot, updates } = golden.observers[0]!;
const views = updates.flat().reduce((all, fact) => [...all, fold(all.at(-1)!, fact)], [snapshot]);

test('says how far a game has come', () => {
  const lines = [...new Set(views.map((view) => progressOf(view, 1)))];
  expect(lines.slice(0, 4)).toEqual([
    '',
    'Deal 1 · to 100',
    'Deal 1 · trick 1 of 13 · to 100',
    'Deal 1 · trick 2 of 13 · to 100',
  ]);
  expect(lines).toContain('Deal 1 · trick 13 of 13 · to 100 · Hearts are broken');
  expect(lines.filter((line) => line.includes('trick 14'))).toEqual([]);
});

test('counts games and devices from the second on, and tells practice', () => {
  const view = views.find(({ state }) => state.stage === 'playing')!;
  const first = {
    game: 'g',
    winners: [0],
    losers: [1],
    totals: view.state.totals,
    practice: false,
  };
  const second = { ...view, state: { ...view.state, games: [first] } };
  expect(progressOf(second, 1)).toMatch(/^Game 2 · Deal 1 · /);
  const practised = { ...view, state: { ...view.state, practice: true } };
  expect(progressOf(practised, 1)).toMatch(/^Practice · Deal 1 · /);
  expect(progressOf(view, 2)).toMatch(/^Deal 1 · .* on 2 devices/);
});

test('names a table by itself, by its rules, or as the deal of a day', () => {
  const { settings } = snapshot.state;
  expect(titleOf({ ...settings, name: 'Kitchen' }, null)).toBe('Kitchen');
  expect(titleOf(settings, null)).toBe('House rules');
  const texts = { preset: (name: string) => ({ title: name.toUpperCase() }) } as RuleWords;
  expect(titleOf(settings, texts)).toBe('HEARTS-DENEXA');
  const day = { dealer: 'house', day: '2026-03-01', practice: true };
  const ofDay = { ...settings, day };
  expect(titleOf(ofDay, null)).toBe('Deal of the day');
  const state = { ...views.find(({ state }) => state.stage === 'calling')!.state, settings: ofDay };
  expect(progressOf({ ...snapshot, state }, 1)).toBe('2026-03-01 · Practice, not counted');
  const board = { tournament: 't1', round: 3, table: 0, level: null };
  const ofBoard = { ...state, settings: { ...settings, board } };
  expect(progressOf({ ...snapshot, state: ofBoard }, 1, 'Deal 3 of 8')).toBe('Deal 3 of 8');
});
