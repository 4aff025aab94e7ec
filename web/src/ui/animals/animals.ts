/** The faces of those who sit at a table: one animal each; the pig is kept for who loses. */

export const ANIMALS = [
  'rabbit',
  'fox',
  'owl',
  'panda',
  'tiger',
  'frog',
  'cat',
  'dog',
  'monkey',
  'penguin',
  'mouse',
  'duck',
] as const;
export type Animal = (typeof ANIMALS)[number];

/**
 * The animal of each of these names, in order: a name keeps its own from table to table, except
 * where somebody before it has the same.
 */
export function animalsOf(names: readonly string[]): Animal[] {
  const taken = new Set<number>();
  return names.map((name) => {
    let place = hash(name) % ANIMALS.length;
    while (taken.has(place) && taken.size < ANIMALS.length) place = (place + 1) % ANIMALS.length;
    taken.add(place);
    return ANIMALS[place]!;
  });
}

/** FNV-1a, in 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return value;
}
