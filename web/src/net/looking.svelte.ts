/** Looks again at what the server tells, for as long as a page is open. */

import { untrack } from 'svelte';
import { language } from '../i18n';

/**
 * Look at first and in another language, every so many milliseconds, and when the page is seen or
 * the network is there again. A page that nobody sees does not look, unless it has work to do there.
 */
export function keepLooking(
  look: () => unknown,
  every: () => number,
  { unseen = false }: { unseen?: boolean } = {},
): void {
  const again = () => {
    if (unseen || document.visibilityState === 'visible') look();
  };
  $effect(() => {
    if (language()) void untrack(look);
  });
  $effect(() => {
    const timer = setInterval(again, every());
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
