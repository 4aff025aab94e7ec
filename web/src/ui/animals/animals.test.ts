import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANIMALS, animalsOf } from './animals';

test('everybody at a table is another animal', () => {
  const names = ['Ann', 'Ann', '小明', 'Momo', 'Nana'];
  const found = animalsOf(names);
  expect(new Set(found).size).toBe(names.length);
  expect(animalsOf(['Ann'])[0]).toBe(found[0]);
});

test('each animal is drawn, and the pig', () => {
  const drawn = readFileSync(join(import.meta.dirname, 'animals.svg'), 'utf8');
  for (const animal of [...ANIMALS, 'pig']) expect(drawn).toContain(`id="${animal}"`);
});
