import { render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import Histogram from './Histogram.svelte';

const scores = [
  { score: -310, n: 2 },
  { score: -90, n: 5 },
  { score: 100, n: 1 },
];

beforeEach(() => {
  // As wide as a page, which nothing has here.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
});

test('every bar says what it stands for, and marks lie on their scale or at its edge', () => {
  let at: (score: number) => number = () => 0;
  const marks = createRawSnippet<[(score: number) => number, number]>((place) => {
    at = place();
    return { render: () => '<g></g>' };
  });
  const { container } = render(Histogram, {
    title: 'Scores',
    text: 'some',
    scores,
    saying: ({ low, high, n }) => `${low} to ${high}: ${n}`,
    tone: ({ high }) => (high < 0 ? 'quiet' : 'strong'),
    marks,
  });
  expect(screen.getByRole('img', { name: /Scores/ })).toBeTruthy();
  const bars = [...container.querySelectorAll('rect')];
  const full = bars.filter((bar) => !bar.textContent?.endsWith(': 0'));
  expect(full.map((bar) => bar.textContent?.split(': ')[1])).toEqual(['2', '5', '1']);
  expect(full.map((bar) => bar.classList.contains('quiet'))).toEqual([true, true, false]);
  // -90 lies within its bar, and what is far out at the edge.
  const [left, right] = [-310, 100].map(at) as [number, number];
  expect(at(-90)).toBeGreaterThan(left);
  expect(at(-90)).toBeLessThan(right);
  expect(at(-9000)).toBe(at(-400));
});
