import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PresetForm, RulesExplained } from '../wire/types';
import { RulesDraft } from './rules-draft.svelte';

const PRESET: PresetForm = {
  name: 'mine',
  family: 'gongzhu',
  title: 'Mine',
  about: '',
  players: 4,
  partners: false,
  rules: { players: 4, removed: [], sale: 'open', limit: 100 },
};

let answers: { status: number; body: unknown }[];
let asked: { rules: Record<string, unknown> }[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  asked = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    const { status, body: answer } = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const explained = (
  rules: object,
  differs: string[] = [],
): { status: number; body: RulesExplained } => ({
  status: 200,
  body: {
    rules: { ...PRESET.rules, ...rules },
    preset: null,
    sections: [],
    decides: ['players', 'sale'],
    differs,
    differences: differs,
  },
});

test('several changes in a row are asked about once, and the answer is what stands', async () => {
  const draft = new RulesDraft(PRESET);
  answers = [explained({ players: 5, removed: ['2C', '2D'] }, ['players', 'removed'])];
  draft.set('sale', 'none');
  draft.set('sale', 'open');
  draft.set('players', 5);
  await vi.runAllTimersAsync();
  expect(asked).toEqual([{ preset: 'mine', rules: { players: 5 } }]);
  expect(draft.players).toBe(5);
  expect(draft.value('removed')).toEqual(['2C', '2D']);
  expect(draft.differs).toEqual(['players', 'removed']);
  expect(draft.decides('limit')).toBe(false);
});

test('faults are shown at their options, and go with the next sound answer', async () => {
  const draft = new RulesDraft(PRESET);
  const problem = { code: 'rules', text: 'No.', faults: [{ key: 'sale', text: 'must be open' }] };
  answers = [{ status: 422, body: problem }, explained({})];
  draft.set('sale', 'none');
  await vi.runAllTimersAsync();
  expect([draft.fault('sale'), draft.sound]).toEqual(['must be open', false]);
  draft.set('sale', undefined);
  await vi.runAllTimersAsync();
  expect([draft.fault('sale'), draft.sound, draft.changes]).toEqual([undefined, true, {}]);
});

test('an answer that was overtaken counts for nothing', async () => {
  const draft = new RulesDraft(PRESET);
  answers = [explained({ limit: 1 }), explained({ limit: 2 })];
  await Promise.all([draft.ask(), draft.ask()]);
  expect(draft.value('limit')).toBe(2);
  answers = [explained({ limit: 3 })];
  const late = draft.ask();
  answers = [explained({ limit: 4 }), ...answers];
  draft.start({ ...PRESET, name: 'other' });
  await late;
  await vi.runAllTimersAsync();
  expect(asked.at(-1)).toEqual({ preset: 'other', rules: {} });
});

test('without a server nothing can be opened, and the reason is told', async () => {
  const draft = new RulesDraft(PRESET);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await draft.ask();
  expect(draft.sound).toBe(false);
  expect(draft.trouble).toContain('does not answer');
});
