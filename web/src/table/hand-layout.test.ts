import { describe, expect, test } from 'vitest';
import { handSize, layHand, TARGET } from './hand-layout';
import { shownOrder } from './selection';
import type { Card } from './wire';

/** The window, and the room that a hand has in it. */
const WINDOWS = [
  [1920, 1080, 1480],
  [1280, 800, 920],
  [1024, 768, 1000],
  [390, 844, 366],
  [360, 640, 344],
  [640, 360, 624],
  [768, 1024, 744],
] as const;
const PACK = ['S', 'H', 'C', 'D'].flatMap((suit) =>
  [...'AKQJT98765432'].map((rank) => (rank + suit) as Card),
);
/** Some hands of thirteen: even, one suit alone, two long suits. */
const HANDS = [
  PACK.filter((_, at) => at % 4 === 0),
  PACK.slice(0, 13),
  [...PACK.slice(0, 9), ...PACK.slice(39, 43)],
];

test.each(WINDOWS)('at %d×%d every card is a target, all deal', (width, height, room) => {
  const size = handSize(width, height);
  for (const hand of HANDS)
    for (let count = 13; count > 0; count -= 1) {
      const { card, height: high, spots } = layHand(hand.slice(0, count), 13, room, size);
      expect(card).toBe(size.card);
      expect(high).toBe(layHand(hand, 13, room, size).height);
      for (const [at, { x, y, row }] of spots.entries()) {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + card).toBeLessThanOrEqual(room + 0.01);
        expect(y + (card * 7) / 5 - size.hidden).toBeLessThanOrEqual(high + 0.01);
        const next = spots[at + 1];
        if (next?.row === row) expect(next.x - x).toBeGreaterThanOrEqual(TARGET);
        else if (next) expect(next.y - y).toBeGreaterThanOrEqual(TARGET);
      }
    }
});

test.each(WINDOWS)('at %d×%d large cards are larger, and targets too', (width, height, room) => {
  const size = handSize(width, height, true);
  for (const hand of HANDS) {
    const { card, spots } = layHand(hand, 13, room, size);
    expect(card).toBeGreaterThan(layHand(hand, 13, room, handSize(width, height)).card);
    for (const [at, { x, y, row }] of spots.entries()) {
      expect(x + card).toBeLessThanOrEqual(room + 0.01);
      const next = spots[at + 1];
      if (next) expect(next.row === row ? next.x - x : next.y - y).toBeGreaterThanOrEqual(TARGET);
    }
  }
});

describe('rows', () => {
  const rowsOf = (hand: Card[], [width, height, room]: readonly [number, number, number]) => {
    const { spots } = layHand(shownOrder(hand), 13, room, handSize(width, height));
    return [0, 1].map((row) => spots.filter((spot) => spot.row === row).length);
  };

  test('are two on a phone from eight cards on, one elsewhere', () => {
    for (const at of [3, 4]) {
      expect(rowsOf(HANDS[1]!.slice(0, 8), WINDOWS[at]!)).toEqual([4, 4]);
      expect(rowsOf(HANDS[1]!.slice(0, 7), WINDOWS[at]!)).toEqual([7, 0]);
    }
    for (const at of [0, 1, 2, 5]) expect(rowsOf(HANDS[1]!, WINDOWS[at]!)).toEqual([13, 0]);
  });

  test('break between suits where that leaves no row above seven', () => {
    const hand = (spades: number, hearts: number, clubs: number): Card[] => [
      ...PACK.slice(0, spades),
      ...PACK.slice(13, 13 + hearts),
      ...PACK.slice(26, 26 + clubs),
    ];
    expect(rowsOf(hand(3, 3, 7), WINDOWS[3])).toEqual([6, 7]);
    expect(rowsOf(hand(4, 3, 6), WINDOWS[3])).toEqual([7, 6]);
    expect(rowsOf(hand(5, 5, 3), WINDOWS[3])).toEqual([7, 6]);
    expect(rowsOf(hand(3, 4, 3), WINDOWS[3])).toEqual([3, 7]);
  });
});

test.each(WINDOWS)(
  'at %d×%d all of seventeen cards are targets, all deal',
  (width, height, room) => {
    const size = handSize(width, height);
    const hand = PACK.filter((_, at) => at % 3 === 0).slice(0, 17);
    for (let count = 17; count > 0; count -= 1) {
      const { card, height: high, spots } = layHand(hand.slice(0, count), 17, room, size);
      for (const [at, { x, y, row }] of spots.entries()) {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + card).toBeLessThanOrEqual(room + 0.01);
        expect(y).toBeGreaterThanOrEqual(size.raise);
        expect(y + (card * 7) / 5 - size.hidden).toBeLessThanOrEqual(high + 0.01);
        const next = spots[at + 1];
        if (next?.row === row) expect(next.x - x).toBeGreaterThanOrEqual(TARGET);
        else if (next) expect(next.y - y).toBeGreaterThanOrEqual(TARGET);
      }
    }
  },
);

test('suits stand apart where there is room', () => {
  const { spots } = layHand(['AS', 'KS', 'AH'], 13, 920, handSize(1280, 800));
  expect(spots[2]!.x - spots[1]!.x).toBeCloseTo(spots[1]!.x - spots[0]!.x + 12);
});
