/** Goes from a deal that is looked at to the choice how to play it on. */

import { goto } from '../route.svelte';
import type { DealRecord } from '../wire/types';
import { addressOf, packed } from './address';

/**
 * `game`: of the server; empty for a file, whose record then stands in the address. `deal`: from 1.
 * `seat`: who is to play; null: whoever is next.
 */
export async function openFork(
  game: string,
  record: DealRecord,
  deal: number,
  ply: number,
  seat: number | null,
): Promise<void> {
  const origin = { game, record: '', deal: game === '' ? 1 : deal, ply };
  const terms = { seat, hidden: 'kept' as const, seed: '', levels: [] };
  const kept = game === '' ? await packed(JSON.stringify(record)) : '';
  goto(addressOf({ origin, terms, actions: [] }, kept));
}
