import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fold } from './fold';
import { actingSeats } from './pacing';
import {
  giverOf,
  lastTrickPoints,
  passWay,
  pileOf,
  pileOrder,
  receiverOf,
  runningPoints,
  totalsSoFar,
  winningPlace,
} from './running';
import type { Fact, RuleSet, TableView } from './wire';

interface Golden {
  observers: { seat: number | null; snapshot: TableView; updates: Fact[][] }[];
}

describe.each(['gongzhu-exposing', 'gongzhu-partners', 'hearts-passing', 'gongzhu-five'])(
  '%s',
  (name) => {
    const { observers } = JSON.parse(
      readFileSync(`../tests/table/golden/${name}.json`, 'utf8'),
    ) as Golden;
    const { snapshot, updates } = observers[0]!;

    test('comes to the engine’s scores when a deal is over', () => {
      let view = snapshot;
      let compared = 0;
      for (const fact of updates.flat()) {
        const before = view;
        view = fold(view, fact);
        if (fact.type !== 'deal_scored') continue;
        // The total counts the running deal already, and counts it once.
        expect(totalsSoFar(before)).toEqual(fact.totals);
        expect(totalsSoFar(view)).toEqual(fact.totals);
        expect(runningPoints(view.state.settings.rules, view.deal!.public)).toEqual(fact.scores);
        compared += 1;
      }
      expect(compared).toBeGreaterThan(0);
    });

    test('tells what each trick brought, which comes to the score of the deal', () => {
      let view = snapshot;
      let sums: number[] = [];
      let tricks = 0;
      for (const fact of updates.flat()) {
        view = fold(view, fact);
        const { rules } = view.state.settings;
        const deal = view.deal?.public;
        if (fact.type === 'deal_called') [sums, tricks] = [[], 0];
        if (deal && deal.tricks.length > tricks) {
          expect(deal.tricks.length).toBe((tricks += 1));
          const pile = pileOf(rules, deal.tricks.at(-1)!.winner);
          sums[pile] = (sums[pile] ?? 0) + lastTrickPoints(rules, deal);
        }
        if (fact.type !== 'deal_scored' || deal?.moon_choice) continue;
        expect(fact.scores.map((_, pile) => sums[pile] ?? 0)).toEqual(fact.scores);
      }
    });

    test('names one seat at a time during play, and never a seat that has chosen', () => {
      let view = snapshot;
      for (const fact of updates.flat()) {
        view = fold(view, fact);
        const acting = actingSeats(view);
        if (view.deal?.public.phase === 'playing' && view.state.stage === 'playing')
          expect(acting).toHaveLength(
            view.deal.public.trick.length < view.state.seats.length ? 1 : 0,
          );
        else expect(acting.some((seat) => view.deal?.chosen[seat])).toBe(false);
      }
    });
  },
);

describe('a pile', () => {
  test('begins with pig, sheep and doubler, then hearts from the highest', () => {
    expect(pileOrder(['2H', 'JD', 'AH', 'TC', 'TH', 'QS'])).toEqual([
      ...['QS', 'JD', 'TC'],
      ...['AH', 'TH', '2H'],
    ]);
  });
});

test('a trick is taken by the highest card of the suit led', () => {
  expect(winningPlace(['5D', 'TS', '4D'])).toBe(0);
  expect(winningPlace(['5D', 'AS', 'TD', 'KH'])).toBe(2);
  expect(winningPlace([])).toBeNull();
});

test('cards are passed to the left, across or to the second neighbour, as one sees it', () => {
  const ways = (players: number, direction: RuleSet['direction']) =>
    Array.from({ length: players - 1 }, (_, seats) => passWay({ players, direction }, seats + 1));
  expect(ways(4, 'clockwise')).toEqual(['left', 'across', 'right']);
  expect(ways(4, 'anticlockwise')).toEqual(['right', 'across', 'left']);
  expect(ways(5, 'clockwise')).toEqual(['left', 'left_2', 'right_2', 'right']);
  expect(ways(6, 'anticlockwise')).toEqual(['right', 'right_2', 'across', 'left_2', 'left']);
  expect(passWay({ players: 6, direction: 'clockwise' }, -2)).toBe('right_2');
});

test('whoever gets the cards of a seat has them from it, at every table and to any neighbour', () => {
  for (const players of [3, 4, 5, 6, 7, 8])
    for (const passing of [-2, -1, 1, 2])
      for (let seat = 0; seat < players; seat += 1) {
        const to = receiverOf(seat, passing, players);
        expect(to).toBe((seat + passing + 2 * players) % players);
        expect(giverOf(to, passing, players)).toBe(seat);
      }
});
