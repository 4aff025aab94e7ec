/** The colours and dashes by which piles and sides are told apart. */

const COLOURS = [
  'var(--accent)',
  'var(--pig)',
  'var(--warn)',
  'var(--suit-d-on-page)',
  'var(--ink-2)',
  'var(--ink)',
  'color-mix(in oklab, var(--pig), var(--suit-d-on-page))',
  'color-mix(in oklab, var(--warn), var(--ink))',
];
const DASHES = ['none', '8 3', '3 3', '10 3 2 3', '1 4', '14 4', '6 2 1 2', '2 6'];

/** The colour and the dash of a pile or a side. */
export function markOf(place: number): { colour: string; dash: string } {
  return { colour: COLOURS[place % COLOURS.length]!, dash: DASHES[place % DASHES.length]! };
}
