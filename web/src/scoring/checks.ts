/**
 * Whether rules can be played: the values that each option takes, and which go together.
 *
 * Evidence and score books are checked here without a server, by the engine's own tables.
 */

import { isCard, isHeart, PIG, SHEEP, type Card } from './cards';
import { allHold, CONFLICTS } from './conditions';
import { OPTIONS, rulesOf, USUAL, withNewNames, type OptionForm, type PlainRules } from './plain';
import { handSize, keyCards, packOf, pointCards, type Rules } from './rules';

const FEWEST_CARDS = 6;

/** What is wrong with rules: the option, and the others that make its value wrong. */
export interface Fault {
  key: string;
  others: readonly string[];
}

/** The rules with these plain values, or else their faults. Older names are known. */
export function readRules(given: Readonly<Record<string, unknown>>): Rules | Fault[] {
  const values = withNewNames(given);
  const { family, ...options } = values;
  if (typeof family !== 'string' || !(family in USUAL)) return [{ key: 'family', others: [] }];
  const faulty = Object.entries(options).flatMap(([key, value]) =>
    OPTIONS[key] && takes(OPTIONS[key], value) ? [] : [{ key, others: [] }],
  );
  if (faulty.length > 0) return faulty;
  const rules = rulesOf(values as PlainRules);
  const together = faultsOf(rules);
  return together.length > 0 ? together : rules;
}

/** Values as changes of a preset, each of which its option takes; null: they are something else. */
export function validChanges(values: unknown): PlainRules | null {
  const fits =
    typeof values === 'object' &&
    values !== null &&
    Object.entries(values).every(([key, value]) => OPTIONS[key] && takes(OPTIONS[key], value));
  return fits ? (values as PlainRules) : null;
}

/** The options at fault; none for rules that can be played. */
export function faultyOptions(values: Readonly<Record<string, unknown>>): string[] {
  const read = readRules(values);
  return Array.isArray(read) ? [...new Set(read.map(({ key }) => key))] : [];
}

function takes(form: OptionForm, value: unknown): boolean {
  const none = value === 'none';
  switch (form.kind) {
    case 'choice':
      return form.values.some((each) => each === value);
    case 'flag':
      return typeof value === 'boolean';
    case 'whole':
      return isWhole(value, form.least, form.most) || (form.or_none && none);
    case 'card':
      return isCardCode(value) || none;
    case 'cards':
      return isListOf(value, isCardCode) || (form.or_all && value === 'all');
    case 'choices':
      return (
        isListOf(value, (word) => form.values.some((each) => each === word)) &&
        value.length >= form.least &&
        value.length <= form.most
      );
    case 'points':
      return (
        typeof value === 'object' &&
        value !== null &&
        Object.entries(value).every(
          ([card, worth]) =>
            isCard(card) && (worth === 'none' || isWhole(worth, -form.most, form.most)),
        )
      );
    case 'pairs':
      return (
        isListOf(
          value,
          (pair) => isListOf(pair, (total) => isWhole(total, -1e6, 1e6)) && pair.length === 2,
        ) && value.length <= form.most
      );
  }
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isCardCode(value: unknown): boolean {
  return typeof value === 'string' && isCard(value);
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(fits);
}

/** What makes no sense together, though each value is allowed. */
export function faultsOf(rules: Rules): Fault[] {
  const { removed, points, doubler, exposable, exact_total: exact } = rules;
  const kept = packOf(rules);
  const isValued = (card: Card | null) => points.some(([each]) => each === card);
  const totals = exact.map(([total]) => total);
  const may = keyCards({ ...rules, exposable: 'all' });
  const turns = rules.at_lower_limit === 'turns-positive';
  const wrong: [boolean, string, ...string[]][] = [
    [new Set(removed).size < removed.length, 'removed'],
    [pointCards(rules).some((card) => removed.includes(card)), 'removed', 'points', 'doubler'],
    [new Set(kept.map((card) => card[1])).size < 4, 'removed'],
    [kept.length % rules.players > 0, 'removed', 'players'],
    [handSize(rules) < FEWEST_CARDS, 'removed', 'players'],
    [rules.pass_count >= handSize(rules), 'pass_count', 'removed', 'players'],
    [points.length < 2, 'points'],
    [isValued(doubler), 'doubler', 'points'],
    [doubler !== null && (isHeart(doubler) || doubler === PIG || doubler === SHEEP), 'doubler'],
    [
      exposable !== 'all' && exposable.some((card) => !may.includes(card)),
      ...(['exposable', 'points', 'doubler'] as const),
    ],
    [rules.lower_limit !== 'none' && rules.lower_limit >= 0, 'lower_limit'],
    [rules.upper_limit !== 'none' && rules.upper_limit <= 0, 'upper_limit'],
    [new Set(totals).size < totals.length, 'exact_total'],
    [exact.some(([before, after]) => before === after), 'exact_total'],
    [
      turns && totals.some((total) => total === rules.lower_limit),
      ...(['exact_total', 'at_lower_limit'] as const),
    ],
  ];
  const conflicts = CONFLICTS.filter(({ where }) => allHold(where, rules));
  return [
    ...conflicts.map(({ key, others }) => ({ key, others })),
    ...wrong.flatMap(([is, key, ...others]) => (is ? [{ key, others }] : [])),
  ];
}
