import { describe, expect, test } from 'vitest';
import {
  cycleMode,
  forcedCard,
  isLegal,
  shownOrder,
  stillChosen,
  togglePass,
  typeCard,
} from './selection';
import type { Ask, Card } from './wire';

const ask = (more: Partial<Ask>): Ask => ({
  kind: 'play',
  cards: [],
  count: 0,
  modes: {},
  claim: false,
  ...more,
});

describe('passing', () => {
  test('marks and unmarks; with three marked there is no fourth', () => {
    let chosen: Card[] = [];
    for (const card of ['QS', 'AS', 'KH'] as const) chosen = togglePass(chosen, card, 3)!;
    expect(chosen).toEqual(['QS', 'AS', 'KH']);
    expect(togglePass(chosen, '2C', 3)).toBeNull();
    expect(togglePass(chosen, 'AS', 3)).toEqual(['QS', 'KH']);
  });

  test('is forgotten when something else is asked', () => {
    expect(stillChosen(['QS'], ask({ kind: 'pass', cards: ['QS', 'AS'] }))).toEqual(['QS']);
    expect(stillChosen(['QS'], ask({ kind: 'pass', cards: ['AS'] }))).toEqual([]);
    expect(stillChosen(['QS'], ask({ cards: ['QS'] }))).toEqual([]);
    expect(stillChosen(['QS'], null)).toEqual([]);
  });
});

test('exposing goes through all ways and back to none', () => {
  const down = cycleMode({}, 'QS', ['down', 'up']);
  expect(down).toEqual({ QS: 'down' });
  const up = cycleMode(down, 'QS', ['down', 'up']);
  expect(up).toEqual({ QS: 'up' });
  expect(cycleMode(up, 'QS', ['down', 'up'])).toEqual({});
  expect(cycleMode({ QS: 'open' }, 'TC', ['open'])).toEqual({ QS: 'open', TC: 'open' });
});

test('only the last card is forced', () => {
  expect(forcedCard(ask({ cards: ['QS'] }), ['QS'])).toBe('QS');
  expect(forcedCard(ask({ cards: ['QS'] }), ['QS', '2D'])).toBeNull();
  expect(forcedCard(null, ['QS'])).toBeNull();
});

test('what may be touched depends on what is asked', () => {
  expect(isLegal('QS', ask({ cards: ['QS'] }))).toBe(true);
  expect(isLegal('AS', ask({ cards: ['QS'] }))).toBe(false);
  expect(isLegal('QS', ask({ kind: 'expose', modes: { QS: ['open'] } }))).toBe(true);
  expect(isLegal('QS', null)).toBe(false);
});

describe('typing a card', () => {
  function typed(keys: string): (string | null)[] {
    let rank = '';
    return [...keys].map((key) => {
      const result = typeCard(rank, key);
      rank = result.rank;
      return result.card;
    });
  }
  test.each([
    ['qs', [null, 'QS']],
    ['10d', [null, null, 'TD']],
    ['th', [null, 'TH']],
    ['1qc', [null, null, 'QC']],
    ['qks', [null, null, 'KS']],
    ['s', [null]],
  ])('%s', (keys, cards) => {
    expect(typed(keys)).toEqual(cards);
  });

  test('leaves other keys alone, and a suit without a rank', () => {
    expect(typeCard('', 's').taken).toBe(false);
    expect(typeCard('', 'l').taken).toBe(false);
    expect(typeCard('Q', 'Enter').taken).toBe(false);
  });
});

test('a hand is shown by suits of changing colour, high cards first', () => {
  const suits = { suits: 'HSDC', ranks: 'low' } as const;
  expect(shownOrder(['2C', 'AC', '3D', 'KH', 'QS', 'AS'], suits)).toEqual([
    'KH',
    'QS',
    'AS',
    '3D',
    '2C',
    'AC',
  ]);
  expect(shownOrder(['2C', 'AC', '3D', 'KH', 'QS', 'AS'])).toEqual([
    'AS',
    'QS',
    'KH',
    'AC',
    '2C',
    '3D',
  ]);
});
