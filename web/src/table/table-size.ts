/** The measures of a table, in pixels; cards do not grow with the text, and plates up to 1.5 times. */

export type Shape = 'wide' | 'upright' | 'lying';

export interface TableSize {
  shape: Shape;
  /** A plate's width, which may become less, and its least height. */
  plate: number;
  high: number;
  avatar: number;
  /** The widest card of a trick. */
  trick: number;
  /** A small card of a pile, how much of it is seen in a row, and of a row under the next. */
  pile: number;
  step: number;
  rise: number;
  /** Between what stands on the table and its edge. */
  margin: number;
}

const WIDE: TableSize = {
  shape: 'wide',
  plate: 216,
  high: 64,
  avatar: 44,
  trick: 94,
  pile: 36,
  step: 22,
  rise: 54,
  margin: 24,
};
const LARGE = { ...WIDE, plate: 300, high: 90, avatar: 62, pile: 52, step: 31, rise: 78 };
const TABLET: TableSize = { ...WIDE, shape: 'upright', trick: 116, step: 22, rise: 34, margin: 8 };
const PHONE = { ...TABLET, plate: 119, high: 72, avatar: 34, trick: 84, step: 16 };
const SMALL = { ...PHONE, plate: 109, high: 68, trick: 56 };
const LYING: TableSize = { ...SMALL, shape: 'lying', plate: 176, high: 46, trick: 54 };

/** Whether large cards leave room for text of `em` pixels in a window of this height. */
export const roomForLarge = (height: number, em: number) => height > 20 * em;

/** The measures in a window of this width and height; the same windows as those of a hand. */
export function tableSize(width: number, height: number, large = false): TableSize {
  const size = usualSize(width, height);
  return large ? { ...size, trick: size.trick * 1.16 } : size;
}

function usualSize(width: number, height: number): TableSize {
  if (height < 480 && width >= 480) return LYING;
  if (width < 700) return height < 720 ? SMALL : PHONE;
  if (width >= 1600 && height >= 900)
    return { ...LARGE, trick: Math.min(Math.max(94, height * 0.15), 164) };
  const trick = Math.min(Math.max(56, height * 0.1175), 94);
  if (width < 860) return height < 900 ? { ...TABLET, trick } : TABLET;
  return { ...WIDE, trick };
}

/** How much of a seat its plate tells: all in a row, in two lines, the name below, or next to nothing else. */
export type Stage = 'row' | 'stack' | 'small' | 'face';

/** What fits on a plate of this width, with text of `em` pixels, and how high it is then. */
export function stageOf(width: number, size: TableSize, em: number): [Stage, number] {
  if (width >= size.avatar + 26 + (size.high < 60 ? 6.1 : 7.5) * em && size.plate > 150)
    return ['row', Math.max(size.high, 2.4 * em + 8)];
  if (width >= 6.2 * em) return ['stack', Math.max(em < 16 ? 64 : 68, 3.2 * em + 8)];
  if (width >= 5 * em) return ['small', Math.max(28, 2.07 * em) + em + 12];
  return ['face', Math.max(24, 1.9 * em) + em + 8];
}
