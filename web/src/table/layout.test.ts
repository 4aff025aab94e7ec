import { describe, expect, test } from 'vitest';
import { arrowTo, placesOf } from './layout';

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
