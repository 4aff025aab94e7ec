/**
 * A browser's part in the deals of a tournament: one random number for all of them. It commits to
 * the number once for each deal, and shows it when everybody's commitments are locked.
 */

import { bytesToHex } from '@noble/hashes/utils.js';
import type { DoInTournament, TournamentCall } from '../wire/types';
import type { Evidence, RuleValues } from '../fair/evidence';
import { commitment, rulesHash } from '../fair/sums';

/** What the browser keeps, over reloads, to show the number later and to check the deals. */
export interface Kept {
  anchor: string;
  place: number;
  number: string;
  rulesHash: string;
  /** The lock: by place, everybody's commitment to the first deal; null before it was shown. */
  locked: (string | null)[] | null;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (tournament: string) => `gongzhu.tournament.${tournament}`;

export function keptFor(tournament: string, shelf: Shelf = localStorage): Kept | null {
  try {
    return JSON.parse(shelf.getItem(keyOf(tournament)) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/**
 * What is due now; null: nothing. Nothing is sent for other rules than those that the page shows,
 * nor is a number shown for another chain of secrets than the one it was committed to.
 */
export function due(
  tournament: string,
  call: TournamentCall,
  rules: RuleValues,
  shelf: Shelf = localStorage,
  random = () => bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
): DoInTournament['do'] | null {
  if (call.yours || rulesHash(rules) !== call.rules_hash) return null;
  const { anchor } = call.chain;
  let kept = keptFor(tournament, shelf);
  const fits = kept !== null && kept.anchor === anchor && kept.place === call.place;
  if (call.step === 'reveal' && !fits) return null;
  if (!fits) {
    const { place, rules_hash: rulesHash } = call;
    kept = { anchor, place, number: random(), rulesHash, locked: null };
    if (!keep(tournament, kept, shelf)) return null;
  }
  const { number, locked } = kept!;
  const commitments = Array.from({ length: call.rounds }, (_, round) =>
    commitment(
      { table: tournament, chain: call.chain, deal: round + 1, rulesHash: call.rules_hash },
      call.place,
      number,
    ),
  );
  if (call.step === 'commit') return { type: 'commit', commitments };
  // After the number is known, nobody's commitment may be another: it is shown for one lock only.
  if (call.locked[call.place] !== commitments[0]) return null;
  if (locked === null && !keep(tournament, { ...kept!, locked: call.locked }, shelf)) return null;
  return same(locked ?? call.locked, call.locked) ? { type: 'reveal', number } : null;
}

/** False if this browser keeps nothing: a number that is not kept could not be shown or checked. */
function keep(tournament: string, kept: Kept, shelf: Shelf): boolean {
  try {
    shelf.setItem(keyOf(tournament), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

type ByPlace = readonly (string | null)[];

const same = (one: ByPlace, other: ByPlace) =>
  one.length === other.length && one.every((value, place) => value === other[place]);

const each = (deal: Evidence, what: 'commitment' | 'reveal'): ByPlace =>
  deal.contributions.map((given) => ({ commitment: null, reveal: null, ...given })[what]);

/**
 * Whether the evidence has all deals from the first on as they were promised to this browser: by
 * the secrets and the rules it knew of, with its own number, and with the locked numbers of others,
 * the same in each deal. `uncounted`: all but that its own number did not come in time.
 */
export function judged(
  deals: readonly Evidence[],
  tournament: string,
  kept: Kept,
): 'fair' | 'uncounted' | 'unfair' {
  const first = deals[0];
  if (first === undefined || kept.locked === null) return 'unfair';
  const numbers = each(first, 'reveal');
  const own = numbers[kept.place];
  const promised =
    same(each(first, 'commitment'), kept.locked) &&
    (own === kept.number || own === null) &&
    deals.every(
      (deal, at) =>
        deal.table === tournament &&
        deal.chain.anchor === kept.anchor &&
        deal.deal === at + 1 &&
        rulesHash(deal.rules) === kept.rulesHash &&
        same(each(deal, 'reveal'), numbers),
    );
  if (!promised) return 'unfair';
  return own === null ? 'uncounted' : 'fair';
}
