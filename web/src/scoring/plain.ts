/** Rules as plain values, the form that records, scorebooks and forms have: a table of points is an
 * object there, and no card is "none". */

import type { RulesAsked } from '../wire/types';
import { placeOf, sorted, type Card } from './cards';
import data from './rule-options.json';
import { keyCards, type Family, type Rules } from './rules';

export type PlainRules = NonNullable<RulesAsked['rules']>;
export type PlainValue = PlainRules[string];

export type OptionForm = { group: string } & (
  | { kind: 'choice'; values: string[] }
  | { kind: 'flag' }
  | { kind: 'whole'; least: number; most: number; or_none: boolean }
  | { kind: 'card' }
  | { kind: 'cards'; or_all: boolean }
  | { kind: 'choices'; values: string[]; least: number; most: number }
  | { kind: 'points'; most: number }
  | { kind: 'pairs'; most: number }
);

/** The options by key, in the order in which they are shown. */
export const OPTIONS = data.options as unknown as Readonly<Record<string, OptionForm>>;

/** The rules from which an option takes its value where nothing else gives it one. */
export const USUAL = data.usual as unknown as Readonly<Record<Family, Rules>>;

/** Every option with its value, in the order in which they are shown. */
export function plainValues(rules: Rules): PlainRules {
  const values = { ...rules, points: Object.fromEntries(rules.points) };
  return Object.fromEntries(
    ['family', ...Object.keys(OPTIONS)].map((key) => [key, values[key as keyof Rules] ?? 'none']),
  );
}

/** The rules with these values, each of which is one that its option takes; what is left out has
 * its usual value. Rules that mean the same are the same. */
export function rulesOf(values: PlainRules): Rules {
  const usual = USUAL[values['family'] as Family];
  const plain = { ...plainValues(usual), ...values };
  const table = Object.entries(plain['points'] as Record<Card, number | 'none'>);
  const points = (table as [Card, number | 'none'][]).filter(([, worth]) => worth !== 'none');
  const card = (value: unknown) => (value === 'none' ? null : value);
  const rules = {
    ...plain,
    removed: sorted(plain['removed'] as Card[]),
    pass_cycle: shortest(plain['pass_cycle'] as Rules['pass_cycle']),
    first_lead_card: card(plain['first_lead_card']),
    doubler: card(plain['doubler']),
    points: points.sort(([one], [other]) => placeOf(one) - placeOf(other)),
  } as unknown as Rules;
  if (rules.exposable === 'all') return rules;
  const all = keyCards({ ...rules, exposable: 'all' });
  const every = all.every((key) => rules.exposable.includes(key));
  return { ...rules, exposable: every ? 'all' : sorted(new Set(rules.exposable)) };
}

/** A cycle cut to its shortest period. */
function shortest<Step>(cycle: readonly Step[]): Step[] {
  const lengths = cycle.map((_, at) => at + 1);
  const fits = (length: number) =>
    cycle.length % length === 0 && cycle.every((step, at) => step === cycle[at % length]);
  return cycle.slice(0, lengths.find(fits));
}

const NEW_KEYS: Readonly<Record<string, string>> = {
  limit: 'upper_limit',
  at_limit: 'at_upper_limit',
  moon: 'all_point_cards',
};

/** Values under the present names of their options: Gong Zhu and Hearts had options of their own
 * before they became one. */
export function withNewNames(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const renewed = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    const led = key === 'first_lead' && /^(must-lead|holder)(?:-of)?-(2[SC])$/.exec(String(value));
    if (led)
      return [
        ['first_lead', led[1]],
        ['first_lead_card', led[2]],
      ];
    if (key === 'upper_limit' && value === 0) return [[key, 'none']];
    const older = key in data.older_points;
    return older ? [['points', olderPoints(key, value)]] : [[NEW_KEYS[key] ?? key, value]];
  });
  return Object.fromEntries(renewed);
}

/** The table of points that `heart_values` or `omnibus` stood for. */
function olderPoints(key: string, value: unknown): unknown {
  const tables = data.older_points as Record<string, Record<string, Record<string, number>>>;
  const changed = tables[key]?.[String(value)];
  const usual = key === 'omnibus' ? USUAL.hearts : USUAL.gongzhu;
  return changed && { ...Object.fromEntries(usual.points), ...changed };
}
