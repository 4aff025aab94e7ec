import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { typed } from './typed';

const vectors = JSON.parse(readFileSync('../tests/web/typed_vectors.json', 'utf8')) as [
  string,
  string,
][];

test.each(vectors)('%j is read as the engine reads it', (text, expected) => {
  expect(typed(text)).toBe(expected);
});
