import { expect, test } from 'vitest';
import { levelName, levelText, readLevel, type Levels } from './levels';

const form: Levels = {
  levels: { steady: 'Steady', master: 'Master' },
  levels_about: {},
  default_level: 'steady',
  looking_ahead: ['master'],
  thinking_ms: [500],
};

test('a level is read with its time', () => {
  expect(['master', 'master@500ms', 'master@1.5s'].map(readLevel)).toEqual([
    { name: 'master', ms: 0 },
    { name: 'master', ms: 500 },
    { name: 'master', ms: 1500 },
  ]);
});

test('only levels that look ahead are given a time', () => {
  expect(levelText(form, 'master', 500)).toBe('master@500ms');
  expect(levelText(form, 'steady', 500)).toBe('steady');
  expect(levelText(form, 'master', 0)).toBe('master');
});

test('a level is called by its name and time, and an unknown one by what it was sent as', () => {
  expect(levelName(form.levels, 'master@500ms')).toBe('Master, 0.5 s a move');
  expect(levelName(form.levels, 'steady')).toBe('Steady');
  expect(levelName(form.levels, 'other')).toBe('other');
});
