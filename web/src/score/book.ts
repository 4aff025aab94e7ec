/** A scorebook: who plays by which rules, and every deal that was entered.
 *
 * Nothing that follows from the deals is kept: scores, totals, games and strips are counted anew
 * each time, so that a deal put right late puts right all that came after it. */

import { leaders } from '../scoring/match';
import { pilesOf, sidesOf, type Rules } from '../scoring/rules';
import {
  countDeals,
  standingAfter,
  type CountedDeal,
  type DealEntry,
  type Standing,
} from '../scoring/standing';

export interface NamedRules {
  name: string;
  /** The preset that it is, or that it was made from. */
  base: string;
  rules: Rules;
}

export interface Book {
  rules: NamedRules;
  /** By seat. */
  names: readonly string[];
  /** How many games were agreed on; null: until the players stop. */
  games: number | null;
  /** A forfeit for the losers of each game, in the players' own words. */
  forfeit?: string;
  deals: readonly DealEntry[];
}

/** Between the names of partners. */
export const TOGETHER = ' + ';
/** Characters of a name: half a line of a terminal. */
export const LONGEST_NAME = 40;
/** Characters of a forfeit: a sentence on a line of its own. */
export const LONGEST_FORFEIT = 60;
/** Of a match that was agreed on. */
export const MOST_GAMES = 1000;

/** With one more deal at the end. */
export function withDeal(book: Book, entry: DealEntry): Book {
  return { ...book, deals: [...book.deals, entry] };
}

/** With another entry for a deal, 0-based over the match. */
export function withEdited(book: Book, place: number, entry: DealEntry): Book {
  return { ...book, deals: book.deals.map((deal, at) => (at === place ? entry : deal)) };
}

/** Without the last deal. */
export function withoutLast(book: Book): Book {
  return { ...book, deals: book.deals.slice(0, -1) };
}

/** With another forfeit, or none. */
export function withForfeit(book: Book, typed: string): Book {
  const changed = { ...book, forfeit: tidyName(typed, LONGEST_FORFEIT) };
  if (!changed.forfeit) delete (changed as Book).forfeit;
  return changed;
}

/** Every deal with its score, and the game and the match after it. */
export function counted(book: Book): CountedDeal[] {
  return countDeals(book.rules.rules, book.deals);
}

/** What the next deal is counted on. */
export function standing(book: Book): Standing {
  return standingAfter(book.rules.rules, counted(book).at(-1));
}

/** The sides that have won the match, once all the games agreed on are played; else null. */
export function matchWinners(book: Book): number[] | null {
  const { match } = standing(book);
  if (book.games === null || match.played < book.games) return null;
  return leaders(book.rules.rules, match);
}

/** Whose each pile is. */
export function pileNames(book: Book): string[] {
  return pilesOf(book.rules.rules).map((owner) => together(book, owner));
}

/** Who each side is. */
export function sideNames(book: Book): string[] {
  return sidesOf(book.rules.rules).map((side) => together(book, side));
}

function together(book: Book, seats: readonly number[]): string {
  return seats.map((seat) => book.names[seat]).join(TOGETHER);
}

/** A name as it may stand in a book: no control characters, no spaces around it, not too long, and
 * no more marks on a letter than any writing needs. */
export function tidyName(typed: string, longest = LONGEST_NAME): string {
  const visible = typed
    .replace(/\s+/gu, ' ')
    .replace(/(?! )[\p{C}\p{Z}]/gu, '')
    .replace(/([\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+/gu, '$1');
  return [...visible.trim()].slice(0, longest).join('').trim();
}

/** The seats whose names are wrong: none at all, one that is not tidy, or one that is there twice. */
export function wrongNames(names: readonly string[]): number[] {
  const folded = names.map((name) => name.toUpperCase().toLowerCase());
  return names.flatMap((name, seat) =>
    name === '' || tidyName(name) !== name || folded.indexOf(folded[seat]!) !== seat ? [seat] : [],
  );
}
