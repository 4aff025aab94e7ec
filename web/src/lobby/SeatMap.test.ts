import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import type { SeatBrief } from '../wire/types';
import SeatMap from './SeatMap.svelte';

test.each([3, 4, 5, 6, 7, 8])('%s seats stand apart, one’s own at the bottom', (players) => {
  const seats = Array.from({ length: players }, () => ({ kind: 'player', name: '' }) as SeatBrief);
  const { container } = render(SeatMap, { seats, mine: 1 });
  const places = [...container.querySelectorAll('circle')].map((circle) => ({
    x: Number(circle.getAttribute('cx')),
    y: Number(circle.getAttribute('cy')),
  }));
  expect(places).toHaveLength(players);
  expect(places[1]!.y).toBe(Math.max(...places.map(({ y }) => y)));
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(13);
});
