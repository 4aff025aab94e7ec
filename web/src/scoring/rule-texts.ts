/** Presets, options and whole rule sets in words, without a server. The data are the engine's. */

import type { Language } from '../i18n';
import { isHeart, placeOf, shown, type Card } from './cards';
import { allHold, MATTERS_WHERE, type Condition } from './conditions';
import { OPTIONS, plainValues, USUAL, type OptionForm, type PlainValue } from './plain';
import data from './rule-data.json';
import {
  handSize,
  keyCards,
  leadCard,
  pointCards,
  pointsSign,
  valuesOf,
  type Family,
  type Rules,
} from './rules';
import { slamPoints } from './score';
import { RuleWords, wordsOf, type Words } from './rule-words';
import { number, signed } from './words';

export interface Sentence {
  text: string;
  /** The option that it explains; null for what holds without any. */
  option: string | null;
  /** The option, or `*` and the name of a sentence that holds without any. */
  key: string;
}

export interface Section {
  group: string;
  title: string;
  sentences: Sentence[];
}

export type KeyedForm = OptionForm & { key: string };

/** Sentences that are true only under some rules, by key. */
const TRUE_WHERE = data.true_where as unknown as Readonly<Record<string, readonly Condition[]>>;

/** Values that go without saying, by option. */
const UNSAID: Readonly<Record<string, readonly unknown[]>> = data.unsaid;

/** Every preset, by name. */
export const PRESETS = Object.fromEntries(
  Object.entries(data.presets).map(([name, changes]) => [
    name,
    { ...USUAL[changes.family as Family], ...changes },
  ]),
) as Readonly<Record<string, Rules>>;

/** The options, in the order in which they are shown. */
export const OPTION_LIST: readonly KeyedForm[] = Object.entries(OPTIONS).map(([key, form]) => ({
  key,
  ...form,
}));

/** Whether the option makes a difference under these rules. */
export function matters(rules: Rules, key: string): boolean {
  return allHold(MATTERS_WHERE[key] ?? [], rules);
}

/** The name of the preset that these rules are exactly, if any. */
export function presetOf(rules: Rules): string | null {
  const values = (of: Rules) => JSON.stringify(plainValues(of));
  const same = values(rules);
  return Object.keys(PRESETS).find((name) => values(PRESETS[name]!) === same) ?? null;
}

/** The words of a language, fetched when they are wanted. */
export async function ruleTexts(language: Language): Promise<RuleTexts> {
  return new RuleTexts(await wordsOf(language));
}

/** Presets, options and whole rule sets in words. */
export class RuleTexts extends RuleWords {
  /** What this value of the option means, in one sentence. */
  meaning(key: string, value: PlainValue): string {
    const say = (word: string, places?: Words) => this.say(`option.${key}.${word}`, places);
    const join = (parts: readonly string[]) => parts.join(this.say('joint'));
    const { kind } = OPTIONS[key]!;
    if (kind === 'choice') return say(String(value).replaceAll('-', '_'));
    if (value === 'none' || value === 'all') return say(value);
    switch (kind) {
      case 'flag':
        return say(value ? 'yes' : 'no');
      case 'whole':
        return say('set', { value: (key === 'lone_doubler' ? signed : number)(value as number) });
      case 'card':
        return say('set', { card: shown(value as Card) });
      case 'cards': {
        const cards = join((value as readonly Card[]).map(shown));
        return say(cards ? 'set' : 'empty', { cards });
      }
      case 'choices': {
        const steps = value as readonly string[];
        if (steps.every((step) => step === 'none')) return say('never');
        return say('set', { steps: join(steps.map((step) => this.word(key, step))) });
      }
      case 'points':
        return say('set', { values: join(this.#values(value as Record<Card, number | 'none'>)) });
      case 'pairs': {
        const pairs = (value as readonly [number, number][]).map(([before, after]) =>
          say('pair', { before: number(before), after: number(after) }),
        );
        return say(pairs.length > 0 ? 'set' : 'empty', { pairs: join(pairs) });
      }
    }
  }

  /** What a card of these roles counts: "Q♠ counts −100." */
  worth(role: 'pig' | 'sheep', rules: Rules): string {
    const points = valuesOf(rules).get(role === 'pig' ? 'QS' : 'JD') ?? 0;
    return this.say(`option.${role}.set`, { value: signed(points) });
  }

  /** A word of a list, such as a step of a cycle. */
  word(option: string, word: string): string {
    return this.say(`option.${option}.${word.replaceAll('-', '_')}`);
  }

  /** The cards of a table of points in words, those of one value together. */
  #values(table: Readonly<Record<Card, number | 'none'>>): string[] {
    const cards = (Object.keys(table) as Card[]).sort((a, b) => placeOf(a) - placeOf(b));
    const worths = [...new Set(Object.values(table))].sort((one, other) => {
      if (one === 'none' || other === 'none') return one === 'none' ? 1 : -1;
      return Math.abs(other) - Math.abs(one) || one - other;
    });
    return worths.map((worth) => {
      const alike = cards.filter((card) => table[card] === worth);
      const kind =
        worth === 'none' ? 'none' : worth === 0 ? 'nothing' : alike.length > 1 ? 'each' : 'one';
      const points = typeof worth === 'number' ? signed(worth) : worth;
      return this.say(`option.points.${kind}`, { cards: runs(alike).join(' '), points });
    });
  }

  /** The whole rule set, in the order in which a table needs to know it. */
  explain(rules: Rules): Section[] {
    const values = plainValues(rules);
    return Object.entries(data.order)
      .map(([group, keys]) => ({
        group,
        title: this.group(group),
        sentences: keys.flatMap((key): Sentence[] => {
          if (key.startsWith('*')) {
            const basic = key.slice(1);
            if (!holds(rules, basic)) return [];
            return [{ text: this.say(`basics.${basic}`, this.#places(rules)), option: null, key }];
          }
          const value = values[key]!;
          const unsaid = UNSAID[key]?.some((each) => same(each, value));
          if (unsaid || !matters(rules, key)) return [];
          return [{ text: this.meaning(key, value), option: key, key }];
        }),
      }))
      .filter((section) => section.sentences.length > 0);
  }

  /** The values that fill the places in sentences that hold under all options. */
  #places(rules: Rules): Words {
    const counting = pointCards(rules).reverse();
    const [values, sign] = [valuesOf(rules), pointsSign(rules)];
    const sum = counting.filter(isHeart).reduce((points, card) => points + values.get(card)!, 0);
    const hearts = counting.filter(isHeart).map(shown);
    const others = counting.filter((card) => !isHeart(card)).map(shown);
    const cards =
      hearts.length === 13
        ? [this.say('basics.thirteen_hearts'), ...others]
        : [...others, ...hearts];
    const card = (code: Card | null) => (code ? shown(code) : '');
    return {
      count: String(handSize(rules)),
      named: card(rules.first_lead_card),
      card: card(leadCard(rules)),
      doubler: card(rules.doubler),
      cards: cards.join(this.say('joint')),
      number: String(counting.length),
      keys: keyCards(rules).map(shown).join(this.say('joint')),
      hearts: signed(sign * Math.abs(sum)),
      pig: signed(sign * Math.abs(values.get('QS') ?? 0)),
      slam: String(slamPoints(rules, rules.slam_needs === 'all' ? counting : [], {})),
    };
  }
}

/** Whether a sentence that belongs to no option is true under these rules. */
function holds(rules: Rules, basic: string): boolean {
  if (basic === 'lead_replaced') {
    return rules.first_lead_card !== null && rules.first_lead_card !== leadCard(rules);
  }
  return allHold(TRUE_WHERE[basic] ?? [], rules);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Cards as text, with three or more in a row of one suit as a range. */
function runs(cards: readonly Card[]): string[] {
  const rows: Card[][] = [];
  for (const card of cards) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (last && last[1] === card[1] && placeOf(card) === placeOf(last) + 1) row!.push(card);
    else rows.push([card]);
  }
  return rows.flatMap((row) =>
    row.length > 2 ? [`${shown(row[0]!)}–${shown(row.at(-1)!)}`] : row.map(shown),
  );
}
