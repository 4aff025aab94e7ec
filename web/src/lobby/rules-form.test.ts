import { expect, test } from 'vitest';
import type { RulesForm } from '../wire/types';
import { NO_LEVELS } from '../levels';
import { exampleOf, gameNamed } from './rules-form.svelte';

const EXAMPLE = {
  name: 'friends',
  family: 'gongzhu' as const,
  title: 'Among friends',
  source: 'Friends, “Rules”',
  players: 4,
  partners: false,
  preset: 'usual',
  rules: { sale: 'none', points: ['QS'] },
};
const FORM: RulesForm = {
  ...NO_LEVELS,
  families: [],
  presets: [],
  examples: [EXAMPLE],
  default_preset: 'usual',
  default_level: 'steady',
};

test('an example is begun as its preset with what differs, a preset as it is', () => {
  expect(gameNamed(FORM, 'friends')).toMatchObject({ preset: 'usual', rules: EXAMPLE.rules });
  expect(gameNamed(FORM, 'usual')).toEqual({ preset: 'usual', rules: {} });
});

test('a choice is known as the example that it came from, until its rules change', () => {
  const choice = { preset: 'usual', rules: { ...EXAMPLE.rules }, level: 'steady' };
  expect(exampleOf(FORM, choice)?.title).toBe('Among friends');
  expect(exampleOf(FORM, { ...choice, rules: { sale: 'none' } })).toBeUndefined();
  expect(exampleOf(FORM, { ...choice, preset: 'other' })).toBeUndefined();
});
