/** Changes of a rule set that leave it one that can be played. */

import type { PassTo, Rules } from '../scoring/rules';
import { matters, optionsOf, type KeyedForm } from '../scoring/rule-texts';

type Value = string | number | boolean | readonly PassTo[];

/** What matters to keeping score, or to who begins; the cards are laid aside by the players. */
const GROUPS = ['seats', 'exposing', 'scoring', 'ending', 'passing', 'lead'];

/** The options that a scorekeeper asks about, in groups. */
export function openOptions(rules: Rules): { group: string; options: KeyedForm[] }[] {
  const options = optionsOf(rules.family).filter(
    ({ key }) =>
      key !== 'removed' && matters(rules, key) && !(key === 'partners' && rules.players === 5),
  );
  return GROUPS.map((group) => ({
    group,
    options: options.filter((option) => option.group === group),
  })).filter(({ options: found }) => found.length > 0);
}

/** The values that are offered for an option; none for a whole number. */
export function offered(rules: Rules, option: KeyedForm): Value[] {
  switch (option.kind) {
    case 'choice':
      return [...(option.values ?? [])];
    case 'flag':
      return [true, false];
    case 'choices': {
      const cycles: PassTo[][] = [['none'], ['left'], ['left', 'right', 'across', 'none']];
      if (rules.players === 5) cycles[2] = ['left', 'right', 'none'];
      const now = JSON.stringify(rules.pass_cycle);
      return cycles.some((cycle) => JSON.stringify(cycle) === now)
        ? cycles
        : [[...rules.pass_cycle], ...cycles];
    }
    default:
      return [];
  }
}

/** The rules with another value of an option, and with whatever that makes meaningless set right. */
export function changed(rules: Rules, key: string, value: Value): Rules {
  const next = { ...rules, [key]: value } as Rules;
  if (next.players !== rules.players) next.removed = next.players === 5 ? ['2C', '2D'] : [];
  if (next.players === 5) {
    next.partners = 'none';
    const cycle = next.pass_cycle.filter((step) => step !== 'across');
    next.pass_cycle = cycle.length > 0 ? cycle : ['none'];
  }
  if (next.family === 'gongzhu') {
    if (next.sale === 'none' || next.lone_doubler === 0) next.cancelled_doubler = 'nothing';
    // What came later is left out where it has the value that all rules had before.
    const usual = next.sale !== 'face-down-or-up' || next.face_down_first_trick === 'bound';
    if (usual) delete next.face_down_first_trick;
    if (next.upper_limit === 0) next.past_upper_limit = 'wins';
  }
  return next;
}
