import { expect, test } from 'vitest';
import { PRESETS } from './rule-texts';
import type { Rules } from './rules';
import type { Estimate } from '../wire/types';
import { barsOf, sizeText, standingsOf, toldOf, type Aim } from './behind';

const [gongzhu, hearts] = [PRESETS['gongzhu-pagat']!, PRESETS['hearts-denexa']!];
const sure = (mean: number): Estimate => ({ mean, low: mean, high: mean });
const about = (mean: number, half: number): Estimate => ({
  mean,
  low: mean - half,
  high: mean + half,
});
const figures = (rules: Rules, aim: Aim, ...behind: Estimate[]) =>
  toldOf(rules, aim, behind).map(({ figure, error }) => `${figure} ${error}`.trim());

test('the best is 0, what hardly differs about the same, the others a figure with its error', () => {
  expect(figures(gongzhu, 'points', sure(0), about(0.9, 3), about(1.3, 2.04), about(6, 2))).toEqual(
    ['0', 'about the same', '−1.3 ± 2.0', '−6 ± 2'],
  );
  expect(figures(hearts, 'points', sure(0), sure(0), about(0.62, 0.28), about(12, 1))).toEqual([
    '0',
    'about the same',
    '−0.6 ± 0.3',
    '−12 ± 1',
  ]);
  expect(
    figures(hearts, 'game', sure(0), about(0.005, 0.01), about(0.014, 0.003), sure(0.26)),
  ).toEqual(['0', 'about the same', '−1.4% ± 0.3%', '−26%']);
});

test('a size has a part of one where that counts', () => {
  expect(sizeText(gongzhu, 'points', 3.2)).toBe('3');
  expect(sizeText(gongzhu, 'points', 1.2)).toBe('1.2');
  expect(sizeText(hearts, 'points', 3.24)).toBe('3.2');
  expect(sizeText(hearts, 'points', 9.5)).toBe('10');
  expect(sizeText(hearts, 'game', 0.061)).toBe('6%');
});

test('what is exactly half way is rounded as the server rounds it in its sentences', () => {
  // Python: [f"{size:.0f}" for size in (800.5, 801.5, 2.5)], and with one decimal.
  expect([800.5, 801.5, 2.5].map((size) => sizeText(gongzhu, 'points', size))).toEqual([
    '800',
    '802',
    '2',
  ]);
  expect([5.25, 5.75, 0.15, 0.25].map((size) => sizeText(hearts, 'points', size))).toEqual([
    '5.2',
    '5.8',
    '0.1',
    '0.2',
  ]);
});

test('nothing that is clearly worse stands before anything that may be as good', () => {
  const behind = [sure(0), about(0.5, 4), about(9, 3), about(11, 12), about(14, 5)];
  expect(standingsOf(gongzhu, 'points', behind)).toEqual([
    'best',
    'equal',
    'open',
    'open',
    'worse',
  ]);
});

test('bars are as long as figures are great, and a small difference is drawn small', () => {
  expect(barsOf(gongzhu, 'points', [sure(0), sure(0.5), sure(10)])).toEqual([0, 2.5, 50]);
  expect(barsOf(gongzhu, 'points', [sure(0), sure(10), sure(40)])).toEqual([0, 25, 100]);
  expect(barsOf(hearts, 'points', [sure(0), sure(0.5)])).toEqual([0, 25]);
  expect(barsOf(hearts, 'game', [sure(0), sure(0.05)])).toEqual([0, 50]);
});

test('house rules are told by what a deal is about, whatever the game is called', () => {
  // A grave loss of 1000 points, and of 40 where fewer are better.
  const grand: Rules = { ...gongzhu, points: gongzhu.points.map(([card, n]) => [card, 10 * n]) };
  const spots: Rules = { ...hearts, points: hearts.points.map(([card]) => [card, 9]) };
  expect(figures(grand, 'points', sure(0), sure(9), sure(30))).toEqual([
    '0',
    'about the same',
    '−30',
  ]);
  expect(barsOf(grand, 'points', [sure(0), sure(30)])).toEqual([0, 15]);
  expect(figures(spots, 'points', sure(0), sure(0.3), sure(3))).toEqual([
    '0',
    'about the same',
    '−3.0',
  ]);
});
