/** Looks again at what the server tells, for as long as a page is open. */

import { untrack } from 'svelte';
import { language } from '../i18n';

/**
 * Look at first and in another language, every so many milliseconds unless a look is under way,
 * and when the page is seen or the network is there again. A page that nobody sees does not look,
 * unless it has work to do there.
 */
export function keepLooking(
  look: () => unknown,
  every: () => number,
  { unseen = false }: { unseen?: boolean } = {},
): void {
  let underWay = 0;
  async function now() {
    underWay += 1;
    try {
      await look();
    } finally {
      underWay -= 1;
    }
  }
  const again = () => {
    if (unseen || document.visibilityState === 'visible') void now();
  };
  $effect(() => {
    if (language()) void untrack(now);
  });
  $effect(() => {
    // With a server slower than this, each look would overtake the last one for ever.
    const timer = setInterval(() => underWay === 0 && again(), every());
    return () => clearInterval(timer);
  });
  $effect(() => {
    document.addEventListener('visibilitychange', again);
    addEventListener('online', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      removeEventListener('online', again);
    };
  });
}
