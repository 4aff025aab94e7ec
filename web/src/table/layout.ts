/** Where things stand on the table: sums, so that nothing overlaps with any number of players. */

import { MINI_HIGH } from './pile-layout';
import { stageOf, tableSize, type Stage, type TableSize } from './table-size';
import { patternsOf, type CardSpot, type Pattern } from './trick-layout';

type Direction = 'clockwise' | 'anticlockwise';

/** What a table is laid out for; all measures in pixels. */
export interface Room {
  players: number;
  /** The seat at the bottom; null: a watcher's table, which has seat 0 there. */
  me: number | null;
  direction: Direction;
  window: { width: number; height: number };
  /** Of the felt. */
  width: number;
  height: number;
  /** The size of the text. */
  em: number;
  /** Cards are to be large. */
  large?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface SeatSpot {
  /** Null: one's own stands below the felt. */
  plate: Box | null;
  stage: Stage;
  pile: Box;
  /** To which side of its room a pile keeps, and whether it keeps to the bottom. */
  side: 'start' | 'center' | 'end';
  low: boolean;
}

export interface TableLayout {
  /** By seat, as all that follows. */
  seats: SeatSpot[];
  size: TableSize;
  /** The size of text on the plates, and the width of the small cards of piles. */
  em: number;
  pile: number;
  /** The width of the trick's cards, and their middles. */
  card: number;
  trick: CardSpot[];
  middle: { x: number; y: number };
  ring: Ring | null;
  /** What the trick takes. */
  spread: { width: number; height: number };
}

/** An ellipse around the middle, with signs between neighbours and an angle for each seat. */
export interface Ring {
  rx: number;
  ry: number;
  signs: { x: number; y: number; angle: number }[];
  turns: number[];
}

/** Puts an element into a box, or only its corner. */
export function inBox(box: Pick<Box, 'x' | 'y'> & Partial<Box>): (node: HTMLElement) => void {
  const { x: left, y: top, width, height } = box;
  return ({ style }) => {
    for (const [name, value] of Object.entries({ left, top, width, height }))
      if (value !== undefined) style.setProperty(name, `${value}px`);
  };
}

/** No card that may be played goes to a narrower one. */
export const LEAST_CARD = 44;
/** A face and a figure beside it. */
const LEAST_PLATE = 63;
const GAP = 6;

/** The place of a seat around the table: 0 at the bottom, then to the left. */
export function placeOf(room: Pick<Room, 'players' | 'me' | 'direction'>, seat: number): number {
  const steps = (seat - (room.me ?? 0) + room.players) % room.players;
  return room.direction === 'clockwise' ? steps : (room.players - steps) % room.players;
}

/** Where a seat stands on a board that shows hands: above there are so many, from the left. */
export interface BoardSpot {
  side: 'bottom' | 'left' | 'above' | 'right';
  /** Its number from the left, and of how many. */
  at: number;
  of: number;
}

/** The spots of all seats on a board, by seat. */
export function boardSpots(room: Pick<Room, 'players' | 'me' | 'direction'>): BoardSpot[] {
  const of = Math.max(1, room.players - 3);
  return Array.from({ length: room.players }, (_, seat) => {
    const place = placeOf(room, seat);
    if (place === 0) return { side: 'bottom', at: 0, of };
    if (place === 1) return { side: 'left', at: 0, of };
    return { side: place === room.players - 1 ? 'right' : 'above', at: place - 2, of };
  });
}

/** The direction in degrees, 0 to the right and 90 down, from one's own place to another one. */
export function angleTo(players: number, place: number): number {
  return place === 0 ? 90 : 180 + (180 * (place - 1)) / (players - 2);
}

/** The best of all plans: wide cards and plates, large text. */
export function tableLayout(room: Room): TableLayout {
  const size = tableSize(room.window.width, room.window.height, room.large);
  const most = Math.min(room.em, 24);
  let best: Draft | null = null;
  for (const plan of plansFor(room, size, most)) {
    if (best && plan.text * plan.share * (plan.side / size.plate) ** 0.6 <= best.score) continue;
    const draft = drafted(room, size, plan);
    if (!best || draft.score > best.score + 1e-9) best = draft;
  }
  return placed(room, size, best!);
}

interface Plan {
  /** The size of the text, as a share of what is wanted, and of small cards. */
  em: number;
  text: number;
  pile: number;
  share: number;
  /** How many seats each side has; the others are above. */
  sides: number;
  /** The piles of the sides stand beside their plates, and those above. */
  beside: boolean;
  apart: boolean;
  side: number;
  pattern: Pattern;
  /** One's own pile stands beside the own card. */
  corner: boolean;
}

function* plansFor(room: Room, size: TableSize, most: number): Generator<Plan> {
  const others = room.players - 1;
  const upright = size.shape === 'upright';
  const many = size.shape === 'lying' ? 3 : 2;
  const sides = [1, 2, 3, 0].filter(
    (each) =>
      each >= (upright ? 0 : 1) && each <= many && (others - 2 * each > 0 || others === 2 * each),
  );
  const patterns = patternsOf(room.players);
  const texts = [1, 0.9, 0.8, 0.7, 0.63].filter((share) => share === 1 || most * share >= 15);
  for (const text of texts)
    for (const share of [1, 0.9, 0.8])
      for (const side of sides)
        for (const beside of side > 0 && size.shape === 'lying' ? [false, true] : [false])
          for (const apart of size.shape === 'lying' ? [false, true] : [size.shape === 'wide'])
            for (const width of side > 0 ? [1, 0.9, 0.8, 0.7, 0.6, 0.55] : [1])
              for (const pattern of patterns)
                for (const corner of upright && room.me !== null && pattern.kind === 'cross'
                  ? [false, true]
                  : [false])
                  yield {
                    em: most * text,
                    text,
                    pile: size.pile * share,
                    share,
                    sides: side,
                    beside,
                    apart,
                    side: size.plate * width,
                    pattern,
                    corner,
                  };
}

interface Draft extends Plan {
  score: number;
  above: number;
  /** How far a flag hangs over its plate. */
  over: number;
  card: number;
  high: number;
  first: number;
  top: { x: number; cell: number; width: number; stage: Stage; height: number; beside: boolean };
  left: { stage: Stage; height: number; from: number; to: number; block: number; width: number };
  bottom: { stage: Stage; height: number; width: number; y: number };
  trick: { from: number; to: number };
}

function drafted(room: Room, size: TableSize, plan: Plan): Draft {
  const { width, height } = room;
  const { margin, shape } = size;
  const { em, pile, sides, pattern } = plan;
  const above = room.players - 1 - 2 * sides;
  const over = shape === 'wide' ? Math.max(0, em * 1.25 - 10) : em * 1.125 - 6;
  const high = pile * MINI_HIGH;
  const first = shape === 'wide' ? 22 : over + 2;

  const column =
    sides === 0 ? 0 : plan.side + (plan.beside ? GAP + pile * 2.8 : shape === 'wide' ? 12 : 0);
  const x = shape === 'lying' ? margin + column + 2 * GAP : margin;
  const cell = above === 0 ? 0 : (width - 2 * x - (above - 1) * GAP) / above;
  const apart = plan.apart && cell >= size.plate + 20 + 3 * pile;
  const topWidth = Math.min(cell, shape === 'upright' ? 260 : size.plate);
  const [topStage, topHigh] = stageOf(topWidth, size, em);
  const topEnd = above === 0 ? first : first + topHigh + (apart ? 0 : GAP + high);

  const [stage, sideHigh] = stageOf(plan.side, size, em);
  const block = plan.beside ? Math.max(sideHigh, high) : sideHigh + GAP + high;
  const bottomWidth = Math.min(size.plate, width / 2);
  const [bottomStage, bottomHigh] = stageOf(bottomWidth, size, em);
  const watching = room.me === null;
  const bottomY = height - (shape === 'wide' ? 24 : 6) - bottomHigh;
  const corners = cornersOf(room, size);
  const own = ownFlag(room);
  const end = watching
    ? bottomY - over - GAP
    : shape === 'upright' && !plan.corner
      ? height - high - own - 2 * GAP
      : // A large flag is wide as well.
        height - (plan.corner && room.em > 18 ? own : 8);
  const from = shape === 'lying' ? 46 + over : apart ? first + topHigh + GAP + over : above > 0 ? topEnd + GAP + over : first; // prettier-ignore
  const to = watching
    ? shape === 'upright'
      ? bottomY - over - GAP
      : height - 12
    : shape === 'upright'
      ? Math.min(corners.y, height - high - own) - GAP
      : height - own;

  const trick = { from: topEnd + (above > 0 ? 8 : 0), to: end };
  const across = width - 2 * (sides > 0 ? margin + column + GAP + 2 : margin / 2);
  const card = Math.max(
    1,
    Math.min(size.trick, across / pattern.width, (trick.to - trick.from) / pattern.height),
  );
  const need = sides * block + Math.max(0, sides - 1) * (over + GAP);
  const narrow = Math.min(above > 0 ? topWidth : size.plate, sides > 0 ? plan.side : size.plate);
  const left = trick.from + (end - trick.from) / 2 + (pattern.spots.at(-1)!.y + 0.7) * card;
  const score =
    Math.min(1, card / size.trick) ** 0.9 *
    Math.min(1, narrow / size.plate) ** 0.6 *
    plan.text *
    plan.share *
    (pattern.kind === 'block'
      ? 0.6
      : pattern.kind !== 'line'
        ? 1
        : shape === 'lying' && room.players < 5
          ? 0.95
          : 0.5) *
    (sides > 0 && pattern.kind !== 'line' && sides !== pattern.sides ? 0.85 : 1) *
    (stageOf(narrow, size, em)[0] === 'face' ? 0.6 : 1) *
    (plan.corner ? 0.9 : 1) *
    // What follows does not do.
    (narrow < Math.max(LEAST_PLATE, 4 * em) ? 0.01 : 1) *
    (card < LEAST_CARD ? 0.001 * (card / LEAST_CARD) : 1) *
    (plan.corner && ((width - card) / 2 - corners.x < 2 * pile || height - high - 2 - GAP < left)
      ? 0
      : 1) *
    (watching && bottomLong(room, size, plan, bottomWidth, column) < 2 * pile ? 0.0001 : 1) *
    (sides > 0 && need > to - from ? 0.0001 : 1);
  return {
    ...plan,
    score,
    above,
    over,
    card,
    high,
    first,
    top: { x, cell, width: topWidth, stage: topStage, height: topHigh, beside: apart },
    left: { stage, height: sideHigh, from, to, block, width: column },
    bottom: { stage: bottomStage, height: bottomHigh, width: bottomWidth, y: bottomY },
    trick,
  };
}

/** What the flag of one's own plate needs of the felt. */
function ownFlag({ em, me }: Room): number {
  return me === null ? 8 : Math.min(em, 24) * 1.25 - 6;
}

/** The buttons over the lower corners, where a seated player's table has them. */
function cornersOf(room: Room, { shape }: TableSize): Box {
  const { window, width, height, em } = room;
  const worded = window.height >= 720;
  const word = Math.min(em, 20);
  const [left, high] = worded ? [3.75 * word, 46 + word] : [44, 44];
  const inset = shape === 'upright' ? 12 + left + GAP : 0;
  return {
    x: inset,
    y: height - Math.max(16, ownFlag(room) + 2) - high,
    width: width - 2 * inset,
    height: high,
  };
}

/** Everything in its place, by the best plan. */
function placed(room: Room, size: TableSize, plan: Draft): TableLayout {
  const { players, width, height } = room;
  const { card, pattern, over, high, above, sides } = plan;
  const middle = { x: width / 2, y: (plan.trick.from + plan.trick.to) / 2 };
  const trick = pattern.spots.map(({ x, y, turn }) => ({
    x: middle.x + x * card,
    y: middle.y + y * card,
    turn,
  }));
  const round = [bottomSpot(room, size, plan, trick[0]!)];
  for (let at = 0; at < sides; at += 1) round.push(sideSpot(room, size, plan, middle.y, at, true));
  for (let at = 0; at < above; at += 1) round.push(topSpot(room, size, plan, at));
  for (let at = sides - 1; at >= 0; at -= 1)
    round.push(sideSpot(room, size, plan, middle.y, at, false));

  const corners = cornersOf(room, size);
  const firm = [
    ...trick.map(({ x, y }) => around(x, y, card)),
    ...round.flatMap(({ plate }) => (plate ? [{ ...plate, y: plate.y - over, height: plate.height + over }] : [])), // prettier-ignore
    ...(room.me === null || size.shape === 'lying'
      ? []
      : [
          {
            ...corners,
            x: size.shape === 'wide' ? width - 56 : width - corners.x,
            width: corners.x,
          },
          { ...corners, x: 0, width: corners.x },
        ]),
  ];
  for (const spot of round) {
    const { pile } = spot;
    const most = high + 3 * size.rise;
    const others = [...firm, ...round.flatMap((each) => (each === spot ? [] : [each.pile]))].filter(
      (each) => each.x < pile.x + pile.width && pile.x < each.x + each.width,
    );
    if (spot.low) {
      const floors = others.filter(({ y }) => y < pile.y).map((each) => each.y + each.height + GAP);
      const bottom = pile.y + pile.height;
      pile.y = Math.min(pile.y, Math.max(bottom - most, ...floors));
      pile.height = bottom - pile.y;
    } else {
      const floors = others.filter(({ y }) => y > pile.y).map(({ y }) => y - GAP);
      pile.height = Math.max(high, Math.min(most, height - ownFlag(room) - pile.y, ...floors.map((y) => y - pile.y))); // prettier-ignore
    }
  }

  const places = Array.from({ length: players }, (_, seat) => placeOf(room, seat));
  return {
    seats: places.map((place) => round[place]!),
    size,
    em: plan.em,
    pile: plan.pile,
    card,
    trick: places.map((place) => trick[place]!),
    middle,
    spread: { width: pattern.width * card, height: pattern.height * card },
    ring: pattern.kind === 'line' ? null : ringOf(pattern, card, places),
  };
}

/** The box of a card around its middle. */
export function around(x: number, y: number, card: number): Box {
  return { x: x - card / 2, y: y - card * 0.7, width: card, height: card * 1.4 };
}

function topSpot(
  { width }: Room,
  { plate, margin, shape }: TableSize,
  plan: Draft,
  at: number,
): SeatSpot {
  const { top, above, first, high } = plan;
  const left = top.x + at * (top.cell + GAP);
  const half = (above - 1) / 2;
  const side = at < half ? 'start' : at > half ? 'end' : 'center';
  if (!top.beside) {
    // Three on an arc.
    const lower = shape === 'upright' && above === 3 && plan.sides === 0 && plan.pattern.kind === 'cross' && at !== 1 ? 12 : 0; // prettier-ignore
    const x = left + (top.cell - top.width) / 2;
    const y = first + lower;
    return {
      plate: { x, y, width: top.width, height: top.height },
      stage: top.stage,
      pile: { x, y: y + top.height + GAP, width: top.width, height: high },
      side,
      low: false,
    };
  }
  // A pile beside its plate, on the side that is away from the middle.
  const mirrored = side === 'start';
  const x = above === 1 ? (width - plate) / 2 : mirrored ? left + top.cell - plate - 14 : left + 14;
  const from = mirrored ? Math.max(margin, left) : x + plate + 20;
  const to = mirrored ? x - 20 : Math.min(width - margin, left + top.cell);
  const room = Math.min(to - from, 8 * plan.pile);
  return {
    plate: { x, y: first, width: plate, height: top.height },
    stage: top.stage,
    pile: { x: mirrored ? to - room : from, y: first, width: room, height: high },
    side: mirrored ? 'end' : 'start',
    low: false,
  };
}

/** `at` counts from the bottom. */
function sideSpot(
  { width }: Room,
  { margin, shape }: TableSize,
  plan: Draft,
  middle: number,
  at: number,
  left: boolean,
): SeatSpot {
  const { left: column, sides, high, beside, side: wide } = plan;
  const free = column.to - column.from - sides * column.block;
  const y =
    sides === 1
      ? column.from + Math.max(0, Math.min(free, middle - column.height - 8 - column.from))
      : column.to - column.block - at * (column.block + free / (sides - 1));
  const x = left ? margin : width - margin - wide;
  const plate = { x, y, width: wide, height: column.height };
  const room = beside ? plan.pile * 2.8 : wide + (shape === 'wide' ? 12 : 0);
  const pile = beside
    ? { x: left ? x + wide + GAP : x - GAP - room, y, width: room, height: high }
    : {
        x: left ? x : width - margin - room,
        y: y + column.height + GAP,
        width: room,
        height: high,
      };
  return { plate, stage: column.stage, pile, side: left ? 'start' : 'end', low: false };
}

/** How much room is left for the pile beside the plate at the bottom of a watcher's table. */
function bottomLong(
  { width }: Room,
  { margin, shape }: TableSize,
  { pile }: Plan,
  plate: number,
  side: number,
): number {
  const column = side === 0 || shape === 'upright' ? 0 : side + GAP;
  const free = (width - plate) / (shape === 'wide' ? 2 : 1);
  return Math.min(8 * pile, free - (shape === 'wide' ? 1 : 2) * (margin + column) - 2 * GAP);
}

/** The seat at the bottom: a watcher sees a plate there, a player has it below the felt. */
function bottomSpot(room: Room, size: TableSize, plan: Draft, card: CardSpot): SeatSpot {
  const { width, height } = room;
  const { margin, shape } = size;
  const { bottom, high } = plan;
  if (room.me === null) {
    const long = bottomLong(room, size, plan, bottom.width, plan.left.width);
    const x = shape === 'wide' ? (width - bottom.width) / 2 : (width - bottom.width - 2 * GAP - long) / 2; // prettier-ignore
    return {
      plate: { x, y: bottom.y, width: bottom.width, height: bottom.height },
      stage: bottom.stage,
      pile: { x: x + bottom.width + 2 * GAP, y: bottom.y + bottom.height - high, width: long, height: high }, // prettier-ignore
      side: 'start',
      low: true,
    };
  }
  const corners = cornersOf(room, size);
  const right = width - corners.x;
  const own = shape === 'lying' ? Math.max(size.plate, 9.2 * Math.min(room.em, 24)) : size.plate;
  const beside = margin + own + 16;
  const [x, to, y] = plan.corner
    ? [card.x + plan.card / 2 + GAP, right, height - high - 2]
    : shape === 'upright'
      ? [corners.x, right, height - high - ownFlag(room)]
      : [beside, beside + 7.6 * plan.pile, height + size.high - high]; // prettier-ignore
  return {
    plate: null,
    stage: bottom.stage,
    pile: { x, y, width: to - x, height: high },
    side: 'start',
    low: true,
  };
}

function ringOf(pattern: Pattern, card: number, places: readonly number[]): Ring {
  const grand = pattern.kind === 'cross' ? 0.24 : 0.32;
  const rx = (pattern.width / 2 + grand) * card;
  const ry = (pattern.height / 2 + grand) * card;
  const spots = pattern.spots.map(({ x, y }) => ({ x: x * card, y: y * card }));
  const signs = spots.map((spot, place) => {
    const next = spots[(place + 1) % spots.length]!;
    const at = { x: (spot.x + next.x) / 2, y: (spot.y + next.y) / 2 };
    if (pattern.kind === 'cross') {
      const angle = Math.atan2(at.y, at.x);
      return { x: rx * Math.cos(angle), y: ry * Math.sin(angle), angle: degrees(angle) };
    }
    if (Math.abs(spot.y - next.y) < card / 2) {
      const y = Math.sign(at.y) * ry * Math.sqrt(1 - (at.x / rx) ** 2);
      return { x: at.x, y, angle: at.y < 0 ? -90 : 90 };
    }
    const x = Math.sign(at.x) * rx * Math.sqrt(1 - (at.y / ry) ** 2);
    return { x, y: at.y, angle: at.x < 0 ? 180 : 0 };
  });
  const turns = places.map((place) => degrees(Math.atan2(spots[place]!.y / ry, spots[place]!.x / rx))); // prettier-ignore
  return { rx, ry, signs, turns };
}

const degrees = (angle: number) => (angle * 180) / Math.PI;
