/** How the cards of a trick lie to each other, in widths of a card. */

/** The middle of a card, and by how many degrees it is turned. */
export interface CardSpot {
  x: number;
  y: number;
  turn: number;
}

/** A way to lay a trick out. */
export interface Pattern {
  kind: 'cross' | 'rows' | 'block' | 'line';
  /** How many seats stand at each side where their cards do. */
  sides: number;
  /** By place around the table: the bottom one first, then to the left. */
  spots: readonly CardSpot[];
  /** What the cards take, around a middle at 0, 0. */
  width: number;
  height: number;
}

/** From card to card, with a little air between. */
const ACROSS = 1.1;
const DOWN = 1.48;
const HIGH = 1.4;
const TURNS = [2, -4, -3, 2, -2, 3, -3, 4];

/** All ways to lay out a trick of so many cards; what goes round stands in the order of play. */
export function patternsOf(players: number): Pattern[] {
  const ways = [pattern('line', line(players))];
  if (players < 5) ways.push(pattern('cross', cross(players)));
  else ways.push(pattern('rows', rows(players, 0)));
  if (players > 6) ways.push(pattern('rows', rows(players, 1), 2));
  if (players === 8) ways.push(pattern('block', block()));
  return ways;
}

function pattern(
  kind: Pattern['kind'],
  at: readonly (readonly [number, number])[],
  sides = 1,
): Pattern {
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  return {
    kind,
    sides,
    spots: at.map(([x, y], place) => ({ x, y: y - middle, turn: TURNS[place]! })),
    width: Math.max(...xs) - Math.min(...xs) + 1,
    height: Math.max(...ys) - Math.min(...ys) + HIGH,
  };
}

function cross(players: number): [number, number][] {
  if (players === 3) return [[0, 0.8], [-1.09, 0], [1.09, -0.04]]; // prettier-ignore
  return [[0, 0.78], [-1.09, 0.02], [-0.02, -0.81], [1.09, -0.04]]; // prettier-ignore
}

/** Three at the bottom, `pairs` of two at the sides, the others above. */
function rows(players: number, pairs: number): [number, number][] {
  const above = players - 3 - 2 * pairs;
  const side = Array.from({ length: pairs }, (_, row) => -DOWN * (row + 1));
  const top = Array.from({ length: above }, (_, at): [number, number] => [
    (at - (above - 1) / 2) * ACROSS,
    -DOWN * (pairs + 1),
  ]);
  return [
    [0, 0],
    [-ACROSS, 0],
    ...side.map((y): [number, number] => [-ACROSS, y]),
    ...top,
    ...side.toReversed().map((y): [number, number] => [ACROSS, y]),
    [ACROSS, 0],
  ];
}

/** Two rows of four, where there is next to no room. */
function block(): [number, number][] {
  const at = [1, 0, 0, 1, 2, 3, 3, 2];
  return at.map((x, place) => [x * ACROSS - 1.5 * ACROSS, place > 1 && place < 6 ? -DOWN : 0]);
}

/** One's own card in the middle of the others. */
function line(players: number): [number, number][] {
  const own = Math.floor(players / 2);
  return Array.from({ length: players }, (_, place): [number, number] => {
    const at = place === 0 ? own : place <= own ? place - 1 : place;
    return [(at - (players - 1) / 2) * ACROSS, place === 0 ? 0.04 : 0];
  });
}
