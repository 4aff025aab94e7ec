/**
 * Whether rules can be played: the values that each option takes, and which go together.
 *
 * The same as `gongzhu.rules` says, kept here so that evidence can be checked without a server.
 */

import type { RuleValues } from './evidence';

type Form =
  readonly (string | number | boolean)[] | { least: number; most: number } | 'cards' | 'passes';

const FLAG = [false, true] as const;
const POINTS = 1_000_000;
const COMMON: Readonly<Record<string, Form>> = {
  players: [4, 5],
  removed: 'cards',
  direction: ['clockwise', 'anticlockwise'],
  partners: ['none', 'separate', 'pooled'],
  pass_cycle: 'passes',
  sale: ['none', 'open', 'face-down-or-up'],
  first_lead: ['must-lead-2S', 'holder-of-2S', 'must-lead-2C', 'holder-of-2C', 'seat-0'],
  later_lead: ['pig-captor', 'as-first'],
  first_trick_points: FLAG,
  hearts_must_be_broken: FLAG,
  queen_breaks_hearts: FLAG,
};
const FAMILIES: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  gongzhu: {
    ...COMMON,
    heart_values: ['classic', 'face-value'],
    pig_with_all_hearts: ['shooter', 'sweep', 'swap'],
    lone_doubler: [50, 0],
    cancelled_doubler: ['nothing', 'bonus-if-exposed'],
    all_point_cards: ['plain', 'flat', 'instant-win'],
    queen_of_diamonds: FLAG,
    lower_limit: { least: -POINTS, most: -1 },
    at_lower_limit: ['loses', 'plays-on', 'turns-positive'],
    upper_limit: { least: 0, most: POINTS },
    past_upper_limit: ['wins', 'loses'],
    worth: ['games', 'strips', 'round-points'],
  },
  hearts: {
    ...COMMON,
    omnibus: FLAG,
    moon: ['others', 'self', 'choice'],
    limit: { least: 1, most: POINTS },
    at_limit: ['ends', 'plays-on'],
  },
};
const PASSES = ['left', 'right', 'across', 'none'];
const CARD = /^[2-9TJQKA][CDHS]$/;

/** The options at fault; none for rules that can be played. */
export function faultyOptions(rules: RuleValues): string[] {
  const family = FAMILIES[String(rules['family'])];
  if (typeof rules['family'] !== 'string' || !family) return ['family'];
  const given = Object.keys(rules).filter((key) => key !== 'family');
  const faulty = given.filter((key) => !family[key] || !takes(family[key], rules[key]));
  const missing = Object.keys(family).filter((key) => !(key in rules));
  if (faulty.length + missing.length > 0) return [...faulty, ...missing];
  return unplayable(rules);
}

function takes(form: Form, value: unknown): boolean {
  if (form === 'cards') return isList(value) && value.every((card) => CARD.test(card));
  if (form === 'passes')
    return (
      isList(value) &&
      value.length >= 1 &&
      value.length <= 12 &&
      value.every((step) => PASSES.includes(step))
    );
  if ('least' in form)
    return Number.isInteger(value) && Number(value) >= form.least && Number(value) <= form.most;
  return form.some((each) => each === value);
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Options that are each allowed, and do not go together. */
function unplayable(rules: RuleValues): string[] {
  const gongzhu = rules['family'] === 'gongzhu';
  const removed = rules['removed'] as string[];
  const players = rules['players'] as number;
  const kept = 52 - new Set(removed).size;
  const faults: [string, boolean][] = [
    ['partners', rules['partners'] !== 'none' && (!gongzhu || players !== 4)],
    ['pass_cycle', players !== 4 && (rules['pass_cycle'] as string[]).includes('across')],
    ['removed', new Set(removed).size < removed.length || kept % players !== 0],
    ['removed', removed.some((card) => counts(rules, card))],
    [
      'removed',
      [...'CDHS'].some((suit) => removed.filter((card) => card[1] === suit).length === 13),
    ],
    ['sale', rules['sale'] !== 'none' && !gongzhu],
    [
      'queen_breaks_hearts',
      rules['queen_breaks_hearts'] === true && rules['hearts_must_be_broken'] === false,
    ],
    [
      'cancelled_doubler',
      rules['cancelled_doubler'] === 'bonus-if-exposed' &&
        (rules['sale'] === 'none' || rules['lone_doubler'] === 0),
    ],
    ['past_upper_limit', rules['past_upper_limit'] === 'loses' && rules['upper_limit'] === 0],
  ];
  return [...new Set(faults.filter(([, wrong]) => wrong).map(([key]) => key))];
}

/** Whether a card scores, so that it cannot be laid aside. */
function counts(rules: RuleValues, card: string): boolean {
  if (card.endsWith('H') || card === 'QS') return true;
  if (rules['family'] === 'hearts') return card === 'JD' && rules['omnibus'] === true;
  return card === 'JD' || card === 'TC' || (card === 'QD' && rules['queen_of_diamonds'] === true);
}
