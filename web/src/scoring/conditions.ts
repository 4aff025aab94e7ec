/** Conditions on options. The tables are the engine's `gongzhu.rules.conditions`. */

import data from './rule-options.json';

/** One option, and the values that it must (`among`) or must not have. */
export interface Condition {
  option: string;
  values: readonly unknown[];
  among: boolean;
}

/** The options at fault where values that are each allowed make no sense together. */
export const CONFLICTS: readonly { key: string; where: readonly Condition[] }[] = data.conflicts;

/** Options that make a difference only under some rules, by key. */
export const MATTERS_WHERE: Readonly<Record<string, readonly Condition[]>> = data.matters_where;

/** Whether every condition holds. An option that the game does not have has no value. */
export function allHold(where: readonly Condition[], rules: object): boolean {
  const values = rules as Readonly<Record<string, unknown>>;
  return where.every(({ option, values: wanted, among }) => {
    const value = values[option];
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.some((item) => wanted.includes(item)) === among;
  });
}
