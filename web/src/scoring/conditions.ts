/** Conditions on options and on what follows from them. The tables are the engine's
 * `gongzhu.rules.conditions`. */

import { ACE_OF_HEARTS, PIG, QUEEN_OF_DIAMONDS, SHEEP, type Card } from './cards';
import data from './rule-options.json';
import { countingHearts, keyCards, penaltiesOf, type Rules } from './rules';

/** One option or fact, the values that it must or must not have, and which of the two. */
export type Condition = [option: string, values: readonly unknown[], among: boolean];

/** Values that are each allowed and make no sense together. */
export interface Conflict {
  /** The option at fault. */
  key: string;
  where: readonly Condition[];
  /** The values that it may have, given the others. */
  allowed: readonly (string | boolean)[];
  /** The options that make its value wrong. */
  others: readonly string[];
}

export const CONFLICTS = data.conflicts as unknown as readonly Conflict[];

/** Options that make a difference only under some rules, by key. */
export const MATTERS_WHERE = data.matters_where as unknown as Readonly<
  Record<string, readonly Condition[]>
>;

const counts = (rules: Rules, wanted: Card) => rules.points.some(([card]) => card === wanted);
const isKey = (rules: Rules, wanted: Card | null) => keyCards(rules).some((key) => key === wanted);

const FACTS: Readonly<Record<string, (rules: Rules) => unknown>> = {
  pig_counts: (rules) => counts(rules, PIG),
  sheep_counts: (rules) => counts(rules, SHEEP),
  hearts_count: (rules) => countingHearts(rules).length >= 2,
  penalties_count: (rules) => penaltiesOf(rules).length >= 2,
  ace_of_hearts_is_key: (rules) => isKey(rules, ACE_OF_HEARTS),
  anything_exposable: (rules) => keyCards(rules).length > 0,
  doubler_is_key: (rules) => isKey(rules, rules.doubler),
  queen_of_diamonds_in_play: (rules) => !rules.removed.includes(QUEEN_OF_DIAMONDS),
  ends: (rules) =>
    [rules.lower_limit, rules.upper_limit, rules.deals].some((value) => value !== 'none'),
};

/** Whether every condition holds. */
export function allHold(where: readonly Condition[], rules: Rules): boolean {
  return where.every(([option, values, among]) => {
    const fact = FACTS[option];
    const value = fact ? fact(rules) : (rules[option as keyof Rules] ?? 'none');
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.some((item) => values.includes(item)) === among;
  });
}
