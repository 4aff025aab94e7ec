/** What a scorebook's file holds: the same JSON that `gongzhu score --file` reads and writes. */

import { readRules } from '../scoring/checks';
import { t } from '../i18n';
import { isCard, QUEEN_OF_DIAMONDS, type Card } from '../scoring/cards';
import { plainValues } from '../scoring/plain';
import { PRESETS } from '../scoring/rule-texts';
import { exposureModes, handSize, keyCards, packOf, pilesOf, type Rules } from '../scoring/rules';
import { slamOf } from '../scoring/score';
import { allTricksOf, missingCards, type DealEntry } from '../scoring/standing';
import {
  LONGEST_FORFEIT,
  MOST_GAMES,
  tidyName,
  wrongNames,
  type Book,
  type NamedRules,
} from './book';
import { otherKind } from '../ui/file-kind';

const PROGRAM = 'gongzhu score';
const FORMAT = 1;
/** Characters: the book of ten thousand deals has less. */
export const LARGEST = 4_000_000;

/** Why a text is no book, in the language that is shown. */
export class BookFault extends Error {}

/** What the book's file holds: always the same for the same book. */
export function encodeBook(book: Book): string {
  const { name, base, rules } = book.rules;
  const head = {
    program: PROGRAM,
    format: FORMAT,
    rules: { name, base, options: plainValues(rules) },
    names: book.names,
    games: book.games,
    ...(book.forfeit ? { forfeit: book.forfeit } : {}),
  };
  const lines = Object.entries(head).map(([key, value]) => `  ${json(key)}: ${json(value)},`);
  const deals = book.deals.map((deal) => `    ${json(entryValues(deal))}`).join(',\n');
  return ['{', ...lines, deals ? `  "deals": [\n${deals}\n  ]` : '  "deals": []', '}', ''].join(
    '\n',
  );
}

function entryValues(deal: DealEntry): DealEntry {
  const { captures, exposed = {}, tricks_after_qd: tricks = [] } = deal;
  return {
    captures,
    ...(Object.keys(exposed).length > 0 ? { exposed } : {}),
    ...(tricks.length > 0 ? { tricks_after_qd: tricks } : {}),
    ...(deal.moon_choice ? { moon_choice: deal.moon_choice } : {}),
    ...(deal.all_tricks === undefined ? {} : { all_tricks: deal.all_tricks }),
  };
}

/** JSON on one line, with a space after each comma and colon. */
function json(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, item]) => `${json(key)}: ${json(item)}`);
    return `{${pairs.join(', ')}}`;
  }
  return JSON.stringify(value);
}

/** The book that a file holds. Throws BookFault, which says what is wrong with it. */
export function decodeBook(text: string): Book {
  const other = otherKind(text, 'scorebook');
  if (other) throw new BookFault(other);
  let values: unknown;
  try {
    values = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new BookFault(t('score.fault_not_json'));
  }
  if (!isObject(values) || values['program'] !== PROGRAM || text.length > LARGEST) {
    throw new BookFault(t('score.fault_no_book'));
  }
  if (values['format'] !== FORMAT) throw new BookFault(t('score.fault_format'));
  const { names, games, deals, forfeit = '' } = values;
  const rules = decodeRules(values['rules']);
  const { players } = rules.rules;
  if (!isTexts(names) || names.length !== players || wrongNames(names).length > 0) {
    throw new BookFault(t('score.fault_names', { players }));
  }
  if (games !== null && !(isWhole(games) && games > 0 && games <= MOST_GAMES)) {
    throw new BookFault(t('score.fault_games', { most: MOST_GAMES }));
  }
  if (typeof forfeit !== 'string' || tidyName(forfeit, LONGEST_FORFEIT) !== forfeit) {
    throw new BookFault(t('score.fault_forfeit', { most: LONGEST_FORFEIT }));
  }
  if (!Array.isArray(deals)) throw new BookFault(t('score.fault_no_book'));
  const entries = deals.map((deal: unknown, place) => {
    const fault = entryFault(rules.rules, deal);
    if (fault) throw new BookFault(t('score.fault_deal', { number: place + 1, fault }));
    return withoutNull(deal as DealEntry);
  });
  return { rules, names, games, ...(forfeit ? { forfeit } : {}), deals: entries };
}

function decodeRules(values: unknown): NamedRules {
  if (isObject(values)) {
    const { name, base, options } = values;
    const known = typeof name === 'string' && typeof base === 'string' && base in PRESETS;
    if (known && isObject(options)) {
      const rules = readRules(options);
      if (!Array.isArray(rules)) return { name, base, rules };
      throw new BookFault(t('score.fault_option', { option: rules[0]!.key }));
    }
  }
  throw new BookFault(t('score.fault_rules'));
}

/** A key that holds null is as good as none. */
function withoutNull(deal: DealEntry): DealEntry {
  const kept = Object.entries(deal).filter(([, value]) => (value as unknown) !== null);
  return Object.fromEntries(kept) as unknown as DealEntry;
}

/** Why there can be no such deal under these rules, or null where there can. */
function entryFault(rules: Rules, deal: unknown): string | null {
  if (!isObject(deal) || !Array.isArray(deal['captures'])) return t('score.fault_no_captures');
  const known = ['captures', 'exposed', 'tricks_after_qd', 'moon_choice', 'all_tricks'];
  const strange = Object.keys(deal).find((key) => !known.includes(key));
  if (strange) return t('score.fault_key', { key: strange });
  const written: unknown[] = deal['captures'];
  if (written.length !== pilesOf(rules).length || !written.every(isTexts)) {
    return t('score.fault_piles', { n: pilesOf(rules).length });
  }
  const strangeCard = written.flat().find((card) => !isCard(card));
  if (strangeCard !== undefined) return t('score.fault_card', { card: strangeCard });
  const captures = written as Card[][];
  return (
    captureFault(rules, captures) ??
    exposureFault(rules, deal['exposed'] ?? {}) ??
    trickFault(rules, captures, deal['tricks_after_qd'] ?? null) ??
    moonFault(rules, captures, deal['moon_choice'] ?? null) ??
    allTricksFault(rules, withoutNull(deal as unknown as DealEntry))
  );
}

function captureFault(rules: Rules, captures: readonly (readonly Card[])[]): string | null {
  const pack = packOf(rules);
  const seen = new Set<Card>();
  for (const card of captures.flat()) {
    if (!pack.includes(card)) return t('score.fault_pack', { card });
    if (seen.has(card)) return t('score.fault_twice', { card });
    seen.add(card);
  }
  return null;
}

function exposureFault(rules: Rules, exposed: unknown): string | null {
  const modes: readonly unknown[] = exposureModes(rules);
  const fits =
    isObject(exposed) &&
    Object.entries(exposed).every(
      ([card, mode]) => keyCards(rules).some((key) => key === card) && modes.includes(mode),
    );
  return fits ? null : t('score.fault_exposed');
}

function trickFault(
  rules: Rules,
  captures: readonly (readonly Card[])[],
  tricks: unknown,
): string | null {
  if (tricks === null) return null;
  const most = handSize(rules) - 1;
  const counts = Array.isArray(tricks) ? (tricks as unknown[]) : [];
  const winners = counts.flatMap((count, pile) => (count ? [pile] : []));
  const captor = captures.findIndex((pile) => pile.includes(QUEEN_OF_DIAMONDS));
  const counted = rules.queen_of_diamonds;
  const fits =
    counts.length === captures.length &&
    counts.every((count) => isWhole(count) && count >= 0 && count <= most) &&
    winners.length <= (counted ? 1 : 0) &&
    (winners.length === 0 || captor < 0 || captor === winners[0]);
  return fits ? null : t('score.fault_tricks', { most });
}

function moonFault(
  rules: Rules,
  captures: readonly (readonly Card[])[],
  choice: unknown,
): string | null {
  if (choice === null) return null;
  const way = rules.all_point_cards;
  const fits =
    (choice === 'others' || choice === 'self') &&
    (way === 'choice' ||
      way === choice ||
      ((way === 'others' || way === 'self') && slamOf(rules, captures) === null));
  return fits ? null : t('score.fault_moon');
}

/** Every trick has every card in it. */
function allTricksFault(rules: Rules, deal: DealEntry): string | null {
  const told: unknown = deal.all_tricks ?? null;
  const known = told === null || (isWhole(told) && told in deal.captures);
  if (!known || (told !== null && rules.all_tricks === 'none')) return t('score.fault_all_tricks');
  const winner = allTricksOf(rules, deal);
  if (winner === null) return null;
  const fits =
    deal.captures.every((cards, pile) => pile === winner || cards.length === 0) &&
    missingCards(rules, deal).length === 0 &&
    (deal.tricks_after_qd ?? []).every((count, pile) => pile === winner || count === 0);
  return fits ? null : t('score.fault_all_tricks');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}
