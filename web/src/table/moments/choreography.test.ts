import { expect, test } from 'vitest';
import { inside } from './choreography';

test('a box is moved no further than it must be', () => {
  const table = { x: 10, y: 50, width: 300, height: 200 };
  const at = (x: number, y: number) => inside(table, { x, y, width: 80, height: 100 });
  expect(at(40, 60)).toMatchObject({ x: 40, y: 60 });
  expect(at(-20, 240)).toMatchObject({ x: 10, y: 150, width: 80, height: 100 });
  expect(at(290, 20)).toMatchObject({ x: 230, y: 50 });
});
