import { expect, test } from 'vitest';
import { PRESETS } from '../scoring/rule-texts';
import type { HintChoice, HintGiven } from '../wire/types';
import { cardsOf, chanceOf, chanceText, matters, pointsText } from './hint';

const choice = (card: HintChoice['action'], mean: number): HintChoice => ({
  action: card,
  label: '',
  against: '',
  points: { mean, low: mean - 3, high: mean + 3 },
  behind: { mean: 10 - mean, low: 9 - mean, high: 11 - mean },
  standing: 'worse',
  captures: { QS: [0.04, 0.5, 0, 0] },
  slam: [0, 0, 0.004, 0],
  samples: 500,
});
const hint: HintGiven = {
  type: 'hint',
  id: 'a',
  sentence: 'Playing 9♠ …',
  good: 1,
  aim: 'points',
  choices: [
    choice({ type: 'play', card: '9S' }, 10),
    choice({ type: 'play', card: '7S' }, 0),
    choice({ type: 'play', card: 'KS' }, -10),
  ],
};

test('points are written as each game writes them', () => {
  expect(
    [12.4, -3.5, 0.2, -0.2].map((points) => pointsText(PRESETS['gongzhu-pagat']!, points)),
  ).toEqual(['+12', '−4', '0', '0']);
  expect([5.26, -10, 0.01].map((points) => pointsText(PRESETS['hearts-denexa']!, points))).toEqual([
    '5.3',
    '−10.0',
    '0',
  ]);
});

test('a small chance is told from none, and a great one from certainty', () => {
  expect([0, 0.004, 0.04, 0.996, 1].map(chanceText)).toEqual(['0%', '<1%', '4%', '>99%', '100%']);
});

test('a choice is shown by its cards', () => {
  expect(cardsOf(hint.choices[0]!)).toEqual([{ card: '9S', mode: null }]);
  expect(cardsOf(choice({ type: 'expose', modes: { QS: 'down' } }, 0))).toEqual([
    { card: 'QS', mode: 'down' },
  ]);
  expect(cardsOf(choice({ type: 'moon', choice: 'self' }, 0))).toEqual([]);
});

test('chances are told of the cards that count, and of the slam', () => {
  expect(matters(hint)).toEqual(['QS', 'slam']);
  expect(chanceOf(hint.choices[0]!, 'QS', 1)).toBe(0.5);
  expect(chanceOf(hint.choices[0]!, 'slam', 2)).toBe(0.004);
});
