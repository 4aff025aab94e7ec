/**
 * QR codes by ISO/IEC 18004: bytes, error correction level M, versions 1 to 10, which is enough
 * for an address of 213 characters.
 */

/** Of each version: error correction codewords in a block, then blocks as [how many, data each]. */
const BLOCKS: readonly (readonly [number, readonly (readonly [number, number])[]])[] = [
  [10, [[1, 16]]],
  [16, [[1, 28]]],
  [26, [[1, 44]]],
  [18, [[2, 32]]],
  [24, [[2, 43]]],
  [16, [[4, 27]]],
  [18, [[4, 31]]],
  [
    22,
    [
      [2, 38],
      [2, 39],
    ],
  ],
  [
    22,
    [
      [3, 36],
      [2, 37],
    ],
  ],
  [
    26,
    [
      [4, 43],
      [1, 44],
    ],
  ],
];

/** Where the centres of the alignment patterns stand. */
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

type Cell = boolean | null;

/** The modules of the code, row by row; true is dark. Throws RangeError for a text too long. */
export function qrMatrix(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(
    ([, blocks], place) => bytes.length + (place < 9 ? 2 : 3) <= dataSize(blocks),
  );
  if (version < 0) throw new RangeError('too long for a code');
  const stream = interleaved(version, encoded(version, bytes));
  const codes = MASKS.map((mask, number) => drawn(version, stream, mask, number));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

function dataSize(blocks: readonly (readonly [number, number])[]): number {
  return blocks.reduce((sum, [count, size]) => sum + count * size, 0);
}

/** The data codewords: mode, length, bytes, and padding. */
function encoded(version: number, bytes: readonly number[]): number[] {
  const size = dataSize(BLOCKS[version]![1]);
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 9 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, size * 8 - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, place) =>
    bits.slice(place * 8, place * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  );
  for (let pad = 0xec; words.length < size; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Blocks of data with their corrections, one codeword of each by turns. */
function interleaved(version: number, words: readonly number[]): number[] {
  const [correction, groups] = BLOCKS[version]!;
  let place = 0;
  const blocks = groups.flatMap(([count, size]) =>
    Array.from({ length: count }, () => words.slice(place, (place += size))),
  );
  const byTurns = (lists: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) =>
      lists.flatMap((list) => (at < list.length ? [list[at]!] : [])),
    ).flat();
  return [
    ...byTurns(blocks),
    ...byTurns(blocks.map((block) => remainder(block, generator(correction)))),
  ];
}

/** Multiplication in the field of 256 elements that the codes are made over. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

/** The polynomial with the first powers of 2 as its roots, without its leading 1. */
function generator(degree: number): number[] {
  let poly = [1];
  for (let power = 0, root = 1; power < degree; power += 1, root = times(root, 2))
    poly = [...poly, 0].map((value, at) => value ^ (at > 0 ? times(poly[at - 1]!, root) : 0));
  return poly.slice(1);
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((value, at) => (rest[at]! ^= times(value, factor)));
  }
  return rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(
  version: number,
  stream: readonly number[],
  mask: (x: number, y: number) => boolean,
  number: number,
): boolean[][] {
  const size = 21 + 4 * version;
  const cells: Cell[][] = Array.from({ length: size }, () => Array<Cell>(size).fill(null));
  patterns(cells, version);
  formats(cells, version, number);
  const bits = stream.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (word >> bit) & 1));
  let place = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((size - 1 - right) & 2) === 0;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = upward ? size - 1 - step : step;
        if (cells[y]![x] === null) {
          cells[y]![x] = ((bits[place] ?? 0) === 1) !== mask(x, y);
          place += 1;
        }
      }
  }
  return cells as boolean[][];
}

/** What stands in every code of the version. */
function patterns(cells: Cell[][], version: number): void {
  const size = cells.length;
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    for (let y = -1; y <= 7; y += 1)
      for (let x = -1; x <= 7; x += 1) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        const row = cells[top + y];
        if (row && left + x >= 0 && left + x < size) row[left + x] = ring !== 2 && ring !== 4;
      }
  const centres = ALIGNED[version]!;
  for (const cy of centres)
    for (const cx of centres) {
      if (cells[cy]![cx] !== null) continue;
      for (let y = -2; y <= 2; y += 1)
        for (let x = -2; x <= 2; x += 1)
          cells[cy + y]![cx + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
    }
  for (let at = 8; at < size - 8; at += 1) cells[6]![at] = cells[at]![6] = at % 2 === 0;
}

/** The format of level M with this mask, and from version 7 on the version. */
function formats(cells: Cell[][], version: number, mask: number): void {
  const size = cells.length;
  const format = ((mask << 10) | checked(mask, 10, 0x537)) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((format >> bit) & 1) === 1;
    const down = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const along = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit;
    cells[down]![8] = dark;
    cells[8]![along] = dark;
  }
  cells[size - 8]![8] = true;
  if (version < 6) return;
  const info = ((version + 1) << 12) | checked(version + 1, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit += 1) {
    const dark = ((info >> bit) & 1) === 1;
    const near = Math.floor(bit / 3);
    const far = size - 11 + (bit % 3);
    cells[far]![near] = cells[near]![far] = dark;
  }
}

/** The check bits of a value: what is left when it is divided by the polynomial. */
function checked(value: number, length: number, poly: number): number {
  let rest = value;
  for (let bit = 0; bit < length; bit += 1) rest = (rest << 1) ^ ((rest >> (length - 1)) * poly);
  return rest;
}

/** How hard a code is to read: runs, blocks, false finders, and too much of one colour. */
function penalty(cells: readonly (readonly boolean[])[]): number {
  const size = cells.length;
  const columns = cells.map((_, x) => cells.map((row) => row[x]!));
  let points = 0;
  for (const line of [...cells, ...columns]) {
    const text = line.map((dark) => (dark ? 1 : 0)).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const dark = cells[y]![x];
      if (dark === cells[y - 1]![x] && dark === cells[y]![x - 1] && dark === cells[y - 1]![x - 1])
        points += 3;
    }
  const share = cells.flat().filter(Boolean).length / (size * size);
  return points + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}
