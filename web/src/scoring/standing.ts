/** How a match stands, deal by deal, counted from what a real table enters. */

import { PIG, type Card } from './cards';
import { afterDeal, defaultMoonChoice, newGame, type Game } from './game';
import { afterGame, newMatch, type Match } from './match';
import {
  handSize,
  packOf,
  pilesOf,
  pointCards,
  type Mode,
  type MoonChoice,
  type Rules,
} from './rules';
import { scorePiles } from './score';
import type { DealScore } from './score-lines';

/** What a table enters after a deal; the same fields as a deal of `gongzhu score --file`. */
export interface DealEntry {
  /** By pile. Cards that count nothing may be left out. */
  captures: readonly (readonly Card[])[];
  exposed?: Readonly<Partial<Record<Card, Mode>>>;
  /** By pile: the tricks that it won after the one with Q♦ in it. */
  tricks_after_qd?: readonly number[];
  /** What the maker of a slam chose. */
  moon_choice?: MoonChoice;
  /** The pile that captured every trick. */
  all_tricks?: number;
}

/** A match between two deals; a game that has ended has given way to the next. */
export interface Standing {
  game: Game;
  match: Match;
}

/** A deal, and what it came to. */
export interface CountedDeal {
  entry: DealEntry;
  score: DealScore;
  /** Of the deal within the match, 0-based. */
  place: number;
  /** Of its game within the match, 0-based. */
  gameNumber: number;
  /** Of the deal within its game, 0-based. */
  number: number;
  totalsBefore: number[];
  /** After the deal. */
  game: Game;
  match: Match;
}

/** A match before its first deal. */
export function newStanding(rules: Rules): Standing {
  return { game: newGame(rules), match: newMatch(rules) };
}

/** Every deal of a match in order, each counted on what stood before it. */
export function countDeals(rules: Rules, entries: readonly DealEntry[]): CountedDeal[] {
  let standing = newStanding(rules);
  return entries.map((entry, place) => {
    const counted = countDeal(rules, standing, entry, place);
    standing = standingAfter(rules, counted);
    return counted;
  });
}

/** What the deal after this one is counted on. */
export function standingAfter(rules: Rules, counted: CountedDeal | undefined): Standing {
  if (!counted) return newStanding(rules);
  const { game, match } = counted;
  return { game: game.result ? newGame(rules, game.dealt) : game, match };
}

function countDeal(
  rules: Rules,
  { game: before, match }: Standing,
  entry: DealEntry,
  place: number,
): CountedDeal {
  const score = scoreEntry(rules, entry, before);
  const game = afterDeal(rules, before, score, pigCaptor(rules, entry));
  return {
    entry,
    score,
    place,
    gameNumber: match.played,
    number: before.number,
    totalsBefore: before.totals,
    game,
    match: game.result ? afterGame(rules, match, game.result) : match,
  };
}

/** Score an entry. `game` is the one before the deal: a slam that nobody chose for counts as the
 * rules say of one left open. */
export function scoreEntry(rules: Rules, entry: DealEntry, game: Game): DealScore {
  return scored(rules, entry, entry.moon_choice ?? moonChoiceOf(rules, entry, game));
}

/** What the maker of a slam gets that does not choose. */
export function moonChoiceOf(rules: Rules, entry: DealEntry, game: Game): MoonChoice {
  const [others, self] = [scored(rules, entry, 'others'), scored(rules, entry, 'self')];
  return defaultMoonChoice(rules, game, { others, self });
}

function scored(rules: Rules, entry: DealEntry, moonChoice: MoonChoice): DealScore {
  const { captures, exposed, tricks_after_qd: tricksAfterQueen } = entry;
  const allTricks = allTricksOf(rules, entry);
  return scorePiles(rules, captures, { exposed, tricksAfterQueen, moonChoice, allTricks });
}

/** The pile that captured every trick, where the rules count that: the one that the entry names, or
 * one of which it says so in another way. */
export function allTricksOf(rules: Rules, entry: DealEntry): number | null {
  if (rules.all_tricks === 'none') return null;
  const pack = packOf(rules).length;
  const told = [
    entry.captures.findIndex((cards) => cards.length === pack),
    entry.tricks_after_qd?.indexOf(handSize(rules) - 1) ?? -1,
  ];
  return entry.all_tricks ?? told.find((pile) => pile >= 0) ?? null;
}

/** The point cards that no pile has, sorted. */
export function missingCards(rules: Rules, entry: DealEntry): Card[] {
  return pointCards(rules).filter((card) => !entry.captures.some((pile) => pile.includes(card)));
}

/** The seat that captured the pig; null where nobody is said to have, or a pile has two owners. */
function pigCaptor(rules: Rules, entry: DealEntry): number | null {
  const pile = entry.captures.findIndex((cards) => cards.includes(PIG));
  const owner = pilesOf(rules)[pile] ?? [];
  return owner.length === 1 ? owner[0]! : null;
}
