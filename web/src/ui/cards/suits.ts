/** The suits' signs and how they lie on number cards. */

export type SuitCode = 'S' | 'H' | 'D' | 'C';

/** Filled outlines on a field of 24 by 24. */
export const SIGNS: Record<SuitCode, string> = {
  S: 'M12 1.500C10 6 3 9.5 3 14.600a4.6 4.6 0 0 0 8.1 3c-.2 2-.8 3.4-1.9 4.900h5.600c-1.1-1.5-1.7-2.9-1.9-4.900a4.6 4.6 0 0 0 8.1-3C21 9.5 14 6 12 1.500z',
  H: 'M12 22.500C10.2 18.2 2 13.5 2 7.700A5.3 5.3 0 0 1 12 5.3 5.3 5.3 0 0 1 22 7.700C22 13.5 13.8 18.2 12 22.500z',
  D: 'M12 1.500C13.7 5.6 16.6 9.3 20 12c-3.4 2.7-6.3 6.4-8 10.500C10.3 18.4 7.4 14.7 4 12c3.4-2.7 6.3-6.4 8-10.500z',
  C: 'M12 1.500a4.7 4.7 0 0 0-3.9 7.400A4.8 4.8 0 1 0 11.1 17.300c-.2 2.1-.8 3.7-1.9 5.200h5.600c-1.1-1.5-1.7-3.1-1.9-5.200a4.8 4.8 0 1 0 3-8.400A4.7 4.7 0 0 0 12 1.500z',
};

const [LEFT, MIDDLE, RIGHT] = [25, 52, 79];

/** Where the signs of a rank stand, in percent of the field; those below the middle stand upside down. */
export const PIPS: Readonly<Record<string, readonly (readonly [x: number, y: number])[]>> = {
  A: [[MIDDLE, 50]],
  2: column(MIDDLE, 8, 92),
  3: column(MIDDLE, 8, 50, 92),
  4: sides(8, 92),
  5: [...sides(8, 92), [MIDDLE, 50]],
  6: sides(8, 50, 92),
  7: [...sides(8, 50, 92), [MIDDLE, 29]],
  8: [...sides(8, 50, 92), [MIDDLE, 29], [MIDDLE, 71]],
  9: [...sides(8, 36, 64, 92), [MIDDLE, 50]],
  T: [...sides(8, 36, 64, 92), [MIDDLE, 22], [MIDDLE, 78]],
};

function column(x: number, ...heights: number[]): [number, number][] {
  return heights.map((y) => [x, y]);
}

function sides(...heights: number[]): [number, number][] {
  return [...column(LEFT, ...heights), ...column(RIGHT, ...heights)];
}
