/** Where books are kept: the browser's storage, or the page's own memory where that is closed. */

import type { Storage } from './shelf';

export const storage: Storage = open();

function open(): Storage {
  try {
    const found = globalThis.localStorage;
    void found.length;
    return found;
  } catch {
    // Switched off: whatever is kept here is refused, and the page says so.
    return {
      length: 0,
      key: () => null,
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new Error('storage is switched off');
      },
    };
  }
}
