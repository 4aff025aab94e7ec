/** A page that speaks another version of the wire than its server fetches the pages anew. */

import { VERSION } from '../wire/types';

const KEY = 'gongzhu.reloaded';

/**
 * Reload the page, once for each version: if the new page is refused as well, it stays and shows
 * why. Answers whether it reloads.
 */
export function reloadOnce(
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload: () => void = () => location.reload(),
): boolean {
  try {
    if (storage.getItem(KEY) === String(VERSION)) return false;
    storage.setItem(KEY, String(VERSION));
  } catch {
    // Without storage nobody would know that it has been tried.
    return false;
  }
  reload();
  return true;
}
