import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apart, roadOf, standsClear } from './road';
import type { RuleSet, TableView } from './wire';

const rulesOf = (name: string) => {
  const golden = JSON.parse(readFileSync(`../tests/table/golden/${name}.json`, 'utf8')) as {
    observers: { snapshot: TableView }[];
  };
  return golden.observers[0]!.snapshot.state.settings.rules as RuleSet;
};

describe('the road of Gong Zhu', () => {
  const rules = rulesOf('gongzhu-exposing');

  test('ends at the limit, with whoever is nearest told', () => {
    const { limit, places, zero, nearest } = roadOf(rules, [-320, -650, 140, -160])!;
    expect(limit).toBe(-1000);
    expect(nearest).toEqual({ side: 1, left: 350 });
    expect(places[1]).toBeLessThan(places[0]!);
    expect(places[2]).toBeGreaterThan(zero);
  });

  test('keeps everybody on it', () => {
    const { places, nearest } = roadOf(rules, [-1200, 2800, 0, 0])!;
    expect(places[0]).toBe(0);
    expect(places[1]).toBe(1);
    expect(nearest).toBeNull();
  });
});

test('the road of Hearts goes up to the limit', () => {
  const { limit, places, nearest } = roadOf(rulesOf('hearts-passing'), [0, 25, 60, 99])!;
  expect(limit).toBe(100);
  expect(nearest).toEqual({ side: 3, left: 1 });
  expect([...places].sort((a, b) => b - a)).toEqual(places);
});

test('faces at one spot step apart, in order and on the road', () => {
  const shown = apart([0.95, 0.95, 0.2, 0.95], 0.07);
  expect(shown.map((place) => Number(place.toFixed(2)))).toEqual([0.86, 0.93, 0.2, 1]);
  expect(apart([0.1, 0.5, 0.9], 0.07)).toEqual([0.1, 0.5, 0.9]);
});

test('what is left is told where it covers neither the limit nor the zero', () => {
  const clear = (label: string, place: number, limit = '−1000', zero = 0.8) =>
    standsClear(label, place, limit, zero);
  expect(clear('480 left', 0.4)).toBe(true);
  expect(clear('40 left', 0.03)).toBe(false);
  expect(clear('760 left', 0.72)).toBe(false);
  expect(clear('9,500 left', 0.15, '−50,000')).toBe(false);
  expect(clear('25,500 left', 0.35, '−50,000')).toBe(true);
  expect(clear('还差 25500', 0.35, '−50000')).toBe(true);
  expect(clear('35,500 left', 0.66, '−50,000')).toBe(false);
});
