import { afterEach, expect, test, vi } from 'vitest';
import { fitted } from './fitted';

afterEach(() => vi.unstubAllGlobals());

/** A line of this width with words that are so wide at their full size; the size they get. */
function sizeIn(width: number, words: number): number {
  let look = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look_: () => void) {
        look = look_;
      }
      observe() {}
      disconnect() {}
    },
  );
  const line = document.createElement('p');
  const text = line.appendChild(document.createElement('bdi'));
  const fit = () => Number(line.style.getPropertyValue('--fit') || 1);
  const box = (right: number) => ({ left: 0, right }) as DOMRect;
  vi.spyOn(line, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(line, 'getBoundingClientRect').mockReturnValue(box(width));
  vi.spyOn(text, 'getBoundingClientRect').mockImplementation(() => box(words * fit()));
  fitted(0.81)(line);
  look();
  return fit();
}

test('a line keeps its size where it fits, and becomes smaller before it is cut', () => {
  expect(sizeIn(100, 90)).toBe(1);
  expect(sizeIn(100, 105)).toBeCloseTo(0.94);
  expect(sizeIn(100, 300)).toBeCloseTo(0.82);
});
