import { expect, it } from 'vitest';
import { dealerOf } from './dealer';
import { openState } from './state-fold';
import type { Fact, TableState } from './wire';
import { PRESETS } from '../scoring/rule-texts';

const settings = { rules: PRESETS['gongzhu-pagat-5'] };
const opened = openState({ type: 'opened', table: 'x', settings } as Extract<
  Fact,
  { type: 'opened' }
>);

function at(stage: TableState['stage'], count: number): TableState {
  return { ...opened, stage, fair: { ...opened.fair, count } };
}

it('says who deals the running deal, and between two deals the next one', () => {
  expect(dealerOf(opened)).toBe(0);
  expect(dealerOf(at('calling', 1))).toBe(0);
  expect(dealerOf(at('playing', 1))).toBe(0);
  expect(dealerOf(at('scored', 1))).toBe(1);
  expect(dealerOf(at('playing', 5))).toBe(4);
  expect(dealerOf(at('finished', 5))).toBe(0);
});
