/** Text in one line that becomes smaller before it is cut. */

import type { Attachment } from 'svelte/attachments';

/**
 * Sets `--fit` on the line, to multiply the size of its text by: 1, or as much as its children need to
 * fit, but no less than `least`. The line's own width must not hang on it.
 */
export function fitted(least: number): Attachment<HTMLElement> {
  return (line) => {
    let width = -1;
    const fits = () => {
      const { left, right } = line.getBoundingClientRect();
      return [...line.children]
        .map((child) => child.getBoundingClientRect())
        .every((child) => child.left > left - 1 && child.right < right + 1);
    };
    const observer = new ResizeObserver(() => {
      if (line.clientWidth === width) return;
      width = line.clientWidth;
      // Gaps and signs keep their size, so that no sum tells what fits.
      for (let share = 1; share >= least; share -= 0.06) {
        line.style.setProperty('--fit', `${share}`);
        if (fits()) return;
      }
    });
    observer.observe(line);
    return () => observer.disconnect();
  };
}
