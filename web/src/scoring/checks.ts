/**
 * Whether rules can be played: the values that each option takes, and which go together.
 *
 * Evidence and score books are checked here without a server, by the engine's own tables.
 */

import { isCard, isHeart, PIG, SHEEP } from './cards';
import { allHold, CONFLICTS } from './conditions';
import { OPTIONS, rulesOf, USUAL, withNewNames, type OptionForm, type PlainRules } from './plain';
import { handSize, keyCards, packOf, pointCards, type Rules } from './rules';

const FEWEST_CARDS = 6;

/** The rules with these plain values, or else the options at fault. Older names are known. */
export function readRules(given: Readonly<Record<string, unknown>>): Rules | string[] {
  const values = withNewNames(given);
  const { family, ...options } = values;
  if (typeof family !== 'string' || !(family in USUAL)) return ['family'];
  const faulty = Object.entries(options).flatMap(([key, value]) =>
    OPTIONS[key] && takes(OPTIONS[key], value) ? [] : [key],
  );
  if (faulty.length > 0) return faulty;
  const rules = rulesOf(values as PlainRules);
  const together = new Set(faultsOf(rules));
  return together.size > 0 ? [...together] : rules;
}

/** The options at fault; none for rules that can be played. */
export function faultyOptions(values: Readonly<Record<string, unknown>>): string[] {
  const read = readRules(values);
  return Array.isArray(read) ? read : [];
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
          ([card, worth]) => isCard(card) && (worth === 'none' || isWhole(worth, -form.most, form.most)),
        )
      );
    case 'pairs':
      return (
        isListOf(value, (pair) => isListOf(pair, (total) => isWhole(total, -1e6, 1e6)) && pair.length === 2) &&
        value.length <= form.most
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

/** The options that make no sense together, though each value is allowed. */
function faultsOf(rules: Rules): string[] {
  const { removed, points, doubler, exposable, exact_total: exact } = rules;
  const kept = packOf(rules);
  const counting = pointCards(rules);
  const totals = exact.map(([total]) => total);
  const may = keyCards({ ...rules, exposable: 'all' });
  const wrong: Record<string, boolean> = {
    removed:
      new Set(removed).size < removed.length ||
      counting.some((card) => removed.includes(card)) ||
      new Set(kept.map((card) => card[1])).size < 4 ||
      kept.length % rules.players > 0 ||
      handSize(rules) < FEWEST_CARDS,
    pass_count: rules.pass_count >= handSize(rules),
    points: points.length < 2,
    doubler:
      doubler !== null &&
      (points.some(([card]) => card === doubler) ||
        isHeart(doubler) ||
        doubler === PIG ||
        doubler === SHEEP),
    exposable: exposable !== 'all' && exposable.some((card) => !may.includes(card)),
    lower_limit: rules.lower_limit !== 'none' && rules.lower_limit >= 0,
    upper_limit: rules.upper_limit !== 'none' && rules.upper_limit <= 0,
    exact_total:
      new Set(totals).size < totals.length ||
      exact.some(([before, after]) => before === after) ||
      (rules.at_lower_limit === 'turns-positive' && totals.some((total) => total === rules.lower_limit)),
  };
  const conflicts = CONFLICTS.filter(({ where }) => allHold(where, rules)).map(({ key }) => key);
  return [...conflicts, ...Object.keys(wrong).filter((key) => wrong[key])];
}
