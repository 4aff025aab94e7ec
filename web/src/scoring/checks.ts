/**
 * Whether rules can be played: the values that each option takes, and which go together.
 *
 * Evidence and score books are checked here without a server, by the engine's own tables.
 */

import { isCard } from './cards';
import { allHold, CONFLICTS } from './conditions';
import data from './rule-options.json';
import { packOf, pointCards, type Rules } from './rules';

/** `default` is what is meant where an option that came later is left out. */
export type OptionForm = { default?: string } & (
  | { group: string; kind: 'choice'; values: (string | number)[] }
  | { group: string; kind: 'flag' }
  | { group: string; kind: 'whole'; least: number; most: number }
  | { group: string; kind: 'cards' }
  | { group: string; kind: 'choices'; values: string[]; least: number; most: number }
);

/** The options of each game by key, in the order in which they are shown. */
export const OPTIONS = data.options as unknown as Readonly<
  Record<string, Readonly<Record<string, OptionForm>>>
>;

/** The options at fault; none for rules that can be played. */
export function faultyOptions(values: Readonly<Record<string, unknown>>): string[] {
  const options = OPTIONS[String(values['family'])];
  if (typeof values['family'] !== 'string' || !options) return ['family'];
  const given = Object.keys(values).filter((key) => key !== 'family');
  const faulty = given.filter((key) => !options[key] || !takes(options[key], values[key]));
  const missing = Object.keys(options).filter(
    (key) => !(key in values) && options[key]!.default === undefined,
  );
  if (faulty.length + missing.length > 0) return [...faulty, ...missing];
  const rules = values as unknown as Rules;
  const conflicts = CONFLICTS.filter(({ where }) => allHold(where, rules)).map(({ key }) => key);
  return [...new Set([...conflicts, ...(canRemove(rules) ? [] : ['removed'])])];
}

function takes(form: OptionForm, value: unknown): boolean {
  switch (form.kind) {
    case 'choice':
      return form.values.some((each) => each === value);
    case 'flag':
      return typeof value === 'boolean';
    case 'whole':
      return Number.isInteger(value) && Number(value) >= form.least && Number(value) <= form.most;
    case 'cards':
      return isList(value) && value.every(isCard);
    case 'choices':
      return (
        isList(value) &&
        value.length >= form.least &&
        value.length <= form.most &&
        value.every((word) => form.values.includes(word))
      );
  }
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Whether the rules' `removed` cards leave every suit, every card that scores and even hands. */
function canRemove(rules: Rules): boolean {
  const { removed } = rules;
  const kept = packOf(rules);
  const scoring = pointCards(rules);
  if (rules.family === 'gongzhu' && rules.queen_of_diamonds) scoring.push('QD');
  return (
    new Set(removed).size === removed.length &&
    kept.length % rules.players === 0 &&
    scoring.every((card) => kept.includes(card)) &&
    new Set(kept.map((card) => card[1])).size === 4
  );
}
