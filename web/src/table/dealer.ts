/** Whose turn it is to deal. The server shuffles; the mark goes round as it does at a real table. */

import { dealerAfter } from '../scoring/rules';
import type { TableState } from './wire';

/** The seat that deals: of the running deal, or, between two deals and before a game, of the next.
 *
 * A deal that was broken off has had its turn: the count of fair deals goes on after it too. */
export function dealerOf(state: TableState): number {
  const running = state.stage === 'calling' || state.stage === 'playing';
  return dealerAfter(state.seats.length, state.fair.count - (running ? 1 : 0));
}
