import { describe, expect, test } from 'vitest';
import { arrowTo, handLayout, placesOf, TARGET } from './layout';

describe('seats', () => {
  test('go round to the left where play is clockwise', () => {
    expect(placesOf(4, 0, 'clockwise')).toEqual(['bottom', 'left', 'top', 'right']);
    expect(placesOf(4, 2, 'clockwise')).toEqual(['top', 'right', 'bottom', 'left']);
  });

  test('go round to the right where it is anticlockwise', () => {
    expect(placesOf(4, 0, 'anticlockwise')).toEqual(['bottom', 'right', 'top', 'left']);
    expect(placesOf(5, 1, 'anticlockwise')).toEqual([
      'left',
      'bottom',
      'right',
      'topright',
      'topleft',
    ]);
  });

  test('have seat 0 at the bottom for a watcher', () => {
    expect(placesOf(5, null, 'clockwise')[0]).toBe('bottom');
  });

  test('have an arrow towards each place', () => {
    const places = placesOf(5, 0, 'clockwise');
    expect(new Set(places.map((place) => JSON.stringify(arrowTo(place)))).size).toBe(5);
    expect(
      new Set(placesOf(4, 0, 'clockwise').map((place) => JSON.stringify(arrowTo(place)))).size,
    ).toBe(4);
  });
});

describe('a hand', () => {
  const SPACES = [
    [344, 150],
    [360, 140],
    [374, 170],
    [624, 92],
    [828, 110],
    [752, 180],
    [1264, 190],
  ] as const;

  test.each(SPACES)('fits into %d×%d with every card a target', (width, height) => {
    for (let count = 1; count <= 13; count += 1) {
      const { rows, card, step, rise } = handLayout(count, width, height);
      expect(rows.reduce((sum, row) => sum + row)).toBe(count);
      const longest = Math.max(...rows);
      expect(card + (longest - 1) * step).toBeLessThanOrEqual(width + 0.01);
      if (longest > 1) expect(step).toBeGreaterThanOrEqual(TARGET);
      expect(card).toBeGreaterThanOrEqual(TARGET);
      if (rows.length > 1) expect(rise).toBeGreaterThanOrEqual(TARGET);
      expect((card * 7) / 5 + rise).toBeLessThanOrEqual(height + 0.01);
    }
  });

  test('stands in two rows on a narrow phone, in one where there is room', () => {
    expect(handLayout(13, 344, 150).rows).toEqual([7, 6]);
    expect(handLayout(13, 624, 92).rows).toEqual([13]);
    expect(handLayout(5, 344, 150).rows).toEqual([5]);
  });

  test('does not spread a few cards over the whole width', () => {
    const { card, step } = handLayout(3, 1200, 180);
    expect(step).toBeLessThan(card + 10);
  });
});
