/** The keyboard of a review. */

import { stepByKey } from '../replay/stepping';
import type { Reading } from './reading.svelte';

/** Do what a key means on the page, unless something on the page has a use for it itself. */
export function onKey(
  event: KeyboardEvent,
  reading: Reading,
  visitMistake: (by: 1 | -1) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const on = event.target instanceof HTMLElement ? event.target : null;
  if (on?.matches('input, select, textarea, [role=menuitem]')) return;
  if (on?.matches('[role=tab]') && event.key.length > 1) return;
  if (on?.closest('dialog')) return;
  if (meant(event, reading, visitMistake)) event.preventDefault();
}

/** Do what a key means; true if it meant anything. */
function meant(
  event: KeyboardEvent,
  reading: Reading,
  visitMistake: (by: 1 | -1) => void,
): boolean {
  switch (event.key) {
    case 'n':
    case 'm':
      visitMistake(1);
      return true;
    case 'p':
      visitMistake(-1);
      return true;
    case 'e':
      reading.eyes = !reading.eyes;
      return true;
    case '[':
    case 'PageUp':
      reading.show(reading.deal - 1);
      return true;
    case ']':
    case 'PageDown':
      reading.show(reading.deal + 1);
      return true;
    case 'Escape':
      if (!reading.line) return false;
      reading.line = null;
      return true;
    default:
      return stepByKey(event, {
        next: () => reading.go(reading.now + 1),
        back: () => reading.go(reading.now - 1),
        trick: (by) => reading.goTrick(by),
        first: () => reading.go(0),
        last: () => reading.go(reading.last),
        toggle: () => (reading.playing = !reading.playing),
      });
  }
}
