/** Rules as a preset and what is changed in it; see the engine's `gongzhu.rules.following`. */

import { PACK, placeOf, type Card } from './cards';
import { plainValues, rulesOf, USUAL, type PlainRules, type PlainValue } from './plain';
import { PRESETS } from './rule-texts';
import { handSize, type Rules } from './rules';

const LAID_ASIDE: Readonly<Record<number, Card[]>> = {
  1: ['2D'],
  2: ['2C', '2D'],
  3: ['2C', '3C', '2D'],
  4: ['2C', '3C', '2D', '3D'],
};

/** The rules of a preset with these changes. What follows from the number of players or the aim
 * follows them, unless it is named too. */
export function withChanges(base: Rules, changes: PlainRules): Rules {
  const values = { ...followingValues(base, changes), ...changes };
  const named = (changes['removed'] ?? []) as readonly string[];
  const aside = (values['removed'] as readonly string[]).filter((card) => !named.includes(card));
  const table = {
    ...Object.fromEntries(base.points),
    ...(changes['points'] as object | undefined),
  };
  const points = Object.entries(table).filter(([card]) => !aside.includes(card));
  return rulesOf({ ...values, points: Object.fromEntries(points) });
}

function followingValues(base: Rules, changes: PlainRules): PlainRules {
  const values: Record<string, PlainValue> = { ...plainValues(base) };
  const players = Number(changes['players'] ?? base.players);
  if (players !== base.players) {
    values['removed'] = LAID_ASIDE[PACK.length % players] ?? [];
    if (players % 2 === 1) {
      const cycle = base.pass_cycle.filter((to) => to !== 'across');
      values['pass_cycle'] = cycle.length > 0 ? cycle : ['none'];
    }
  }
  const removed = (changes['removed'] ?? values['removed']) as Card[];
  const hand = handSize({ removed, players });
  if (hand !== handSize(base)) values['pass_count'] = hand >= 9 ? 3 : 2;
  const aim = changes['aim'] ?? base.aim;
  if (aim !== base.aim) {
    const usual = aim === 'high' ? USUAL.gongzhu : USUAL.hearts;
    const { lone_doubler, losers, past_upper_limit, pig_with_all_hearts } = usual;
    Object.assign(values, { lone_doubler, losers, past_upper_limit, pig_with_all_hearts });
  }
  if (!['must-lead', 'holder'].includes(String(changes['first_lead'] ?? 'holder'))) {
    values['first_lead_card'] = 'none';
  }
  return values;
}

/** What is to be changed in a preset to have these rules, but for what follows. Of the point cards
 * only those whose value differs, with "none" for one that does not count. */
export function changesFrom(base: Rules, rules: Rules): PlainRules {
  const wanted = plainValues(rules);
  const changes: Record<string, PlainValue> = {};
  for (const key of ['players', 'removed', 'aim', 'first_lead', ...Object.keys(wanted)]) {
    if (key === 'family' || key === 'points') continue;
    if (!same(wanted[key], followingValues(base, changes)[key])) changes[key] = wanted[key]!;
  }
  const [before, after] = [new Map(base.points), new Map(rules.points)];
  const points = [...new Set([...before.keys(), ...after.keys()])]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .filter((card) => before.get(card) !== after.get(card) && !rules.removed.includes(card))
    .map((card) => [card, after.get(card) ?? 'none'] as const);
  return points.length > 0 ? { ...changes, points: Object.fromEntries(points) } : changes;
}

/** The preset of the same game that differs in the fewest options; of several, the first. */
export function nearestPreset(rules: Rules): string {
  const same = Object.keys(PRESETS).filter((name) => PRESETS[name]!.family === rules.family);
  const counts = same.map((name) => Object.keys(changesFrom(PRESETS[name]!, rules)).length);
  return same[counts.indexOf(Math.min(...counts))]!;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
