import { describe, expect, test } from 'vitest';
import {
  angleTo,
  around,
  boardSpots,
  LEAST_CARD,
  placeOf,
  tableLayout,
  type Box,
  type Room,
  type TableLayout,
} from './layout';
import { handSize } from './hand-layout';
import { roomForLarge } from './table-size';
import { layPile, MINI_HIGH, type Lying } from './pile-layout';

/** A window, and the felt that is left in it. */
const WINDOWS: [number, number, number, number[], number][] = [
  // width, height; of the felt: width, heights below two rows of a hand for three texts, a watcher's
  [360, 640, 360, [330, 298, 273], 384],
  [390, 844, 390, [486, 453, 413], 506],
  [640, 360, 640, [220, 209, 209], 284],
  [844, 390, 844, [250, 239, 239], 314],
  [768, 1024, 768, [646, 633, 608], 614],
  [1280, 800, 912, [474, 453, 420], 702],
  [1920, 1080, 1472, [699, 682, 647], 982],
];
const PLAYERS = [3, 4, 5, 6, 7, 8];

/** Rows of a hand on a phone. */
const handRows = (players: number) => (players < 4 ? 3 : players > 6 ? 1 : 2);

const laid = new Map<number, [Room, TableLayout][]>();

/** All windows, texts, directions, seated and watching, with the layout of each. */
function layouts(players: number): [Room, TableLayout][] {
  if (!laid.has(players))
    laid.set(
      players,
      rooms(players).map((room) => [room, tableLayout(room)]),
    );
  return laid.get(players)!;
}

function rooms(players: number): Room[] {
  return WINDOWS.flatMap(([w, h, width, heights, watched]) =>
    [16, 24, 32].flatMap((em, at) =>
      (['clockwise', 'anticlockwise'] as const).flatMap((direction) =>
        (
          [
            [0, false],
            [0, true],
            [null, false],
          ] as const
        ).map(([me, wanted]) => {
          const large = wanted && roomForLarge(h, em);
          return {
            players,
            me,
            direction,
            window: { width: w, height: h },
            width,
            height:
              me === null
                ? watched
                : heights[at]! +
                  (w < 700 && h > w ? (2 - handRows(players)) * handSize(w, h).rise : 0) -
                  (handSize(w, h, large).card - handSize(w, h).card) * 1.4,
            em,
            large,
          };
        }),
      ),
    ),
  );
}

const nameOf = (room: Room) =>
  `${room.window.width}x${room.window.height} ${room.em} ${room.direction} ${room.me}${room.large ? ' large' : ''}`;

function meet(a: Box, b: Box): boolean {
  const air = 1;
  return (
    a.x < b.x + b.width - air &&
    b.x < a.x + a.width - air &&
    a.y < b.y + b.height - air &&
    b.y < a.y + a.height - air
  );
}

describe('seats', () => {
  const around = (players: number, me: number | null, direction: 'clockwise' | 'anticlockwise') =>
    Array.from({ length: players }, (_, seat) => placeOf({ players, me, direction }, seat));

  test('go round to the left where play is clockwise', () => {
    expect(around(4, 0, 'clockwise')).toEqual([0, 1, 2, 3]);
    expect(around(4, 2, 'clockwise')).toEqual([2, 3, 0, 1]);
  });

  test('go round to the right where it is anticlockwise', () => {
    expect(around(4, 0, 'anticlockwise')).toEqual([0, 3, 2, 1]);
    expect(around(5, 1, 'anticlockwise')).toEqual([1, 0, 4, 3, 2]);
  });

  test('have seat 0 at the bottom for a watcher', () => {
    expect(around(5, null, 'clockwise')[0]).toBe(0);
  });

  test('stand on a board with one at each side, and the others above', () => {
    const sides = (players: number) =>
      boardSpots({ players, me: 0, direction: 'clockwise' }).map(({ side, at }) => `${side} ${at}`);
    expect(sides(3)).toEqual(['bottom 0', 'left 0', 'right 0']);
    expect(sides(4)).toEqual(['bottom 0', 'left 0', 'above 0', 'right 1']);
    expect(sides(6).slice(2, 5)).toEqual(['above 0', 'above 1', 'above 2']);
  });

  test.each(PLAYERS)(
    'of %i have an arrow of their own each, from the left to the right',
    (players) => {
      const angles = around(players, 0, 'clockwise').map((place) => angleTo(players, place));
      expect(new Set(angles).size).toBe(players);
      expect([angles[0], angles[1], angles.at(-1)]).toEqual([90, 180, 360]);
    },
  );

  test.each(PLAYERS)('of %i stand around the table in the order of play', (players) => {
    for (const [room, { seats, trick, middle }] of layouts(players)) {
      const angles = seats.map(({ plate }, seat) => {
        const { x, y } = plate ? { x: plate.x + plate.width / 2, y: plate.y } : trick[seat]!;
        // From the bottom clockwise.
        const turn = Math.atan2(-(x - middle.x), y - middle.y);
        return (turn + 2 * Math.PI) % (2 * Math.PI);
      });
      const inOrder =
        room.direction === 'clockwise' ? angles : [angles[0]!, ...angles.slice(1).reverse()];
      const from = inOrder.slice(1);
      expect(from, nameOf(room)).toEqual(from.toSorted((a, b) => a - b));
    }
  });
});

describe('with any number of players', () => {
  test.each(PLAYERS)('nothing of %i lies over another', (players) => {
    const wrong = layouts(players).flatMap(([room, { seats, trick, card }]) => {
      const things: [string, Box][] = [
        ...seats.flatMap(({ plate, pile }, seat): [string, Box][] => [
          ...(plate ? [[`plate ${seat}`, plate] as [string, Box]] : []),
          [`pile ${seat}`, pile],
        ]),
        ...trick.map(({ x, y }, seat): [string, Box] => [`card ${seat}`, around(x, y, card)]),
      ];
      return things.flatMap(([name, box], at) => [
        ...things
          .slice(at + 1)
          .filter(([, other]) => meet(box, other))
          .map(([other]) => `${nameOf(room)}: ${name} / ${other}`),
        ...(box.x < -1 || box.y < -1 || box.x + box.width > room.width + 1
          ? [`${nameOf(room)}: ${name} outside`]
          : []),
      ]);
    });
    expect(wrong).toEqual([]);
  });

  test.each(PLAYERS)('a trick of %i has cards that can be played on', (players) => {
    const narrow = layouts(players).flatMap(([room, { card }]) =>
      room.me !== null && card < LEAST_CARD ? [`${nameOf(room)}: ${card}`] : [],
    );
    expect(narrow).toEqual([]);
  });

  test.each(PLAYERS)('the piles of %i hold all that counts', (players) => {
    const worst: Lying[] = ['whole', 'apart', 'apart', 'apart', ...Array<Lying>(13).fill('over')];
    for (const [room, { seats, pile, size }] of layouts(players)) {
      for (const seat of seats) {
        const { spots, height } = layPile(
          worst,
          { ...seat.pile, card: pile, step: size.step, rise: size.rise },
          seat.side,
        );
        expect(height, nameOf(room)).toBeLessThanOrEqual(seat.pile.height + 0.01);
        for (const { x, y } of spots) {
          expect(x, nameOf(room)).toBeGreaterThanOrEqual(-0.01);
          expect(x + pile, nameOf(room)).toBeLessThanOrEqual(seat.pile.width + 0.01);
          expect(y + pile * MINI_HIGH).toBeLessThanOrEqual(height + 0.01);
        }
      }
    }
  });
});
