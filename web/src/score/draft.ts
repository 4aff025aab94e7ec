/** A deal while it is entered: who has which card, and what else its score depends on. */

import { PACK, PIG, QUEEN_OF_DIAMONDS, isHeart, placeOf, type Card } from '../scoring/cards';
import type { Game } from '../scoring/game';
import {
  exposureModes,
  dealerAfter,
  keyCards,
  leadCard,
  passTo,
  pilesOf,
  pointCards,
  type Mode,
  type MoonChoice,
  type PassTo,
  type Rules,
} from '../scoring/rules';
import type { Exposed } from '../scoring/score-lines';
import { slamOf } from '../scoring/score';
import { moonChoiceOf, type DealEntry, type Standing } from '../scoring/standing';

export interface Draft {
  /** The pile of each card that has one. */
  owners: Readonly<Partial<Record<Card, number>>>;
  exposed: Exposed;
  /** That the pile with Q♦ won after it. */
  tricks: number;
  moon: MoonChoice | null;
  /** The pile that captured every trick, where that counts. */
  allTricks: number | null;
  /** The deal that is put right, 0-based over the match; null: a new one. */
  editing: number | null;
  /** The new deal that was being entered before. */
  aside?: Draft;
}

export const EMPTY: Draft = {
  owners: {},
  exposed: {},
  tricks: 0,
  moon: null,
  allTricks: null,
  editing: null,
};

/** Whether Q♦ has to be entered, though it is no point card. */
export function countsQueen(rules: Rules): boolean {
  return rules.queen_of_diamonds;
}

/** The cards to be entered, as they are laid out: hearts from the ace down, then the others. */
export function cardsToEnter(rules: Rules): Card[] {
  const queen = countsQueen(rules) ? [QUEEN_OF_DIAMONDS] : [];
  const all = [...new Set([...pointCards(rules).reverse(), ...queen])];
  const first = (card: Card) => (isHeart(card) ? 2 : card === PIG ? 0 : 1);
  return all.sort((one, other) => first(one) - first(other));
}

/** The draft with cards given to a pile; null: back on the table. */
export function give(draft: Draft, cards: readonly Card[], pile: number | null): Draft {
  const given = pile === null ? [] : cards.map((card) => [card, pile] as const);
  return { ...draft, owners: Object.fromEntries([...without(draft.owners, cards), ...given]) };
}

/** The cards that nobody has yet. */
export function unowned(rules: Rules, draft: Draft): Card[] {
  return cardsToEnter(rules).filter((card) => draft.owners[card] === undefined);
}

/** The draft with the next way of exposing a key card: none, then each that the rules know. */
export function exposeNext(rules: Rules, draft: Draft, card: Card): Draft {
  const ways: (Mode | undefined)[] = [undefined, ...exposureModes(rules)];
  const next = ways[(ways.indexOf(draft.exposed[card]) + 1) % ways.length];
  const others = without(draft.exposed, [card]);
  return { ...draft, exposed: Object.fromEntries(next ? [...others, [card, next]] : others) };
}

/** The entries of a table by card, but those of some cards. */
function without<Held>(table: Readonly<Partial<Record<Card, Held>>>, cards: readonly Card[]) {
  return Object.entries(table).filter(([card]) => !cards.some((other) => other === card));
}

/** The entry that a draft comes to. `game` is the one before the deal. */
export function entryOf(rules: Rules, draft: Draft, game: Game): DealEntry {
  const captures = pilesOf(rules).map((_, pile) =>
    PACK.filter((card) => draft.owners[card] === pile),
  );
  const keys = keyCards(rules).filter((card) => draft.exposed[card]);
  const exposed = Object.fromEntries(keys.map((card) => [card, draft.exposed[card]!]));
  const queen = countsQueen(rules) ? draft.owners[QUEEN_OF_DIAMONDS] : undefined;
  const entry = {
    captures,
    ...(keys.length > 0 ? { exposed } : {}),
    ...(queen !== undefined && draft.tricks > 0
      ? { tricks_after_qd: captures.map((_, pile) => (pile === queen ? draft.tricks : 0)) }
      : {}),
    ...(rules.all_tricks !== 'none' && draft.allTricks !== null
      ? { all_tricks: draft.allTricks }
      : {}),
  };
  if (rules.all_point_cards !== 'choice' || slamOf(rules, captures) === null) return entry;
  return { ...entry, moon_choice: draft.moon ?? moonChoiceOf(rules, entry, game) };
}

/** A deal that was entered before, to be put right; `editing` as in `Draft`. */
export function draftOf(entry: DealEntry, editing: number | null): Draft {
  const owners: Partial<Record<Card, number>> = {};
  entry.captures.forEach((cards, pile) => cards.forEach((card) => (owners[card] = pile)));
  const winner = entry.tricks_after_qd?.findIndex((count) => count > 0) ?? -1;
  if (winner >= 0) owners[QUEEN_OF_DIAMONDS] = winner;
  return {
    owners,
    exposed: { ...entry.exposed },
    tricks: entry.tricks_after_qd?.[winner] ?? 0,
    moon: entry.moon_choice ?? null,
    allTricks: entry.all_tricks ?? null,
    editing,
  };
}

/** Whether anything has been entered. */
export function isBegun(draft: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(EMPTY);
}

/** What a table needs to know before the deal: whose turn it is to deal when all do so in turn,
 * where cards go, and who leads. */
export interface Opening {
  dealer: number;
  pass: PassTo;
  lead: { by: 'captor' } | { by: 'seat'; seat: number } | { by: 'card'; card: Card; must: boolean };
}

/** The opening of the deal that follows a standing; `place` is its number over the match. */
export function openingOf(rules: Rules, { game }: Standing, place: number): Opening {
  const dealer = dealerAfter(rules.players, place);
  return { dealer, pass: passTo(rules, game.number), lead: leadOf(rules, game, dealer) };
}

function leadOf(rules: Rules, { number, leader }: Game, dealer: number): Opening['lead'] {
  if (number > 0 && rules.later_lead !== 'as-first') {
    return leader === null ? { by: 'captor' } : { by: 'seat', seat: leader };
  }
  const card = leadCard(rules);
  if (card !== null) return { by: 'card', card, must: rules.first_lead === 'must-lead' };
  const next = rules.first_lead === 'after-dealer' ? 1 : 0;
  const seat = rules.first_lead === 'seat-0' ? 0 : (dealer + next) % rules.players;
  return { by: 'seat', seat };
}

/** Whether a value is a draft that these rules can use, such as one from the storage. */
export function isDraft(rules: Rules, value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const {
    owners,
    exposed,
    tricks,
    moon,
    allTricks = null,
    editing,
    aside,
  } = value as Partial<Record<keyof Draft, unknown>>;
  const modes: readonly unknown[] = exposureModes(rules);
  const isKey = (card: string) => keyCards(rules).some((key) => key === card);
  return (
    isTable(
      owners,
      (card, pile) => placeOf(card) >= 0 && pilesOf(rules)[Number(pile)] !== undefined,
    ) &&
    isTable(exposed, (card, mode) => isKey(card) && modes.includes(mode)) &&
    Number.isInteger(tricks) &&
    (moon === null || moon === 'others' || moon === 'self') &&
    (allTricks === null || pilesOf(rules)[Number(allTricks)] !== undefined) &&
    (editing === null || Number.isInteger(editing)) &&
    (aside === undefined || isDraft(rules, aside))
  );
}

function isTable(value: unknown, fits: (card: string, held: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([card, held]) => fits(card, held));
}
