/** The evidence of a deal that is over, asked of the server. */

import type { Evidence } from '../fair';
import { api, get } from '../net/api';
import type { DealSheet } from '../wire/types';

/**
 * The evidence of deal `count` of a table: of the running game, or of one of its `games`, the last
 * of them first. Null where the server does not show it.
 */
export async function evidenceOf(
  table: string,
  count: number,
  games: readonly { game: string }[],
): Promise<Evidence | null> {
  try {
    const sheet = await get<DealSheet>(`/api/tables/${encodeURIComponent(table)}/deals/${count}`);
    if (sheet.evidence) return sheet.evidence;
  } catch {
    // Not of the running game.
  }
  for (const { game } of [...games].reverse()) {
    try {
      for (let next = 1, last = 1; next <= last;) {
        const page = await api.game(game, next);
        const found = page.deals.find(({ evidence }) => evidence?.deal === count);
        if (found) return found.evidence;
        next = page.first + page.deals.length;
        last = page.count;
      }
    } catch {
      // A game that is not shown to us, or no longer kept.
    }
  }
  return null;
}
