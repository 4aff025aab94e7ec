/** Presets, options and whole rule sets in words, without a server. The data are the engine's. */

import type { Language } from '../i18n';
import { shown, type Card } from './cards';
import { OPTIONS, type OptionForm } from './checks';
import { allHold, MATTERS_WHERE, type Condition } from './conditions';
import data from './rule-data.json';
import { handSize, leadCard, type Family, type PassTo, type Rules } from './rules';

export interface Sentence {
  text: string;
  /** The option that it explains; null for what holds without any. */
  option: string | null;
}

export interface Section {
  group: string;
  title: string;
  sentences: Sentence[];
}

export type KeyedForm = OptionForm & { key: string };

type Words = Readonly<Record<string, string>>;
type Value = string | number | boolean | readonly string[];

/** Sentences that are true only under some rules, by key. */
const TRUE_WHERE: Readonly<Record<string, readonly Condition[]>> = data.true_where;

/** Values that go without saying, by option. */
const UNSAID: Readonly<Record<string, Value>> = data.unsaid;

/** Every preset, by name. */
export const PRESETS = data.presets as unknown as Readonly<Record<string, Rules>>;

/** The options of a game, in the order in which they are shown. */
export function optionsOf(family: Family): KeyedForm[] {
  return Object.entries(OPTIONS[family]!).map(([key, form]) => ({ key, ...form }));
}

/** Whether the option makes a difference under these rules. */
export function matters(rules: Rules, key: string): boolean {
  return allHold(MATTERS_WHERE[key] ?? [], rules);
}

/** The name of the preset that these rules are exactly, if any. */
export function presetOf(rules: Rules): string | null {
  return Object.keys(PRESETS).find((name) => sameRules(PRESETS[name]!, rules)) ?? null;
}

function sameRules(one: Rules, other: Rules): boolean {
  const values = (rules: Rules) => JSON.stringify(Object.entries(rules).sort());
  return values(one) === values(other);
}

/** The words of a language, fetched when they are wanted. */
export async function ruleTexts(language: Language): Promise<RuleTexts> {
  const words = language === 'zh' ? import('./rule-words.zh.json') : import('./rule-words.en.json');
  return new RuleTexts((await words).default);
}

export class RuleTexts {
  readonly #words: Words;

  constructor(words: Words) {
    this.#words = words;
  }

  family(family: Family): string {
    return this.#say(`family.${family}`);
  }

  group(group: string): string {
    return this.#say(`group.${group}`);
  }

  preset(name: string): { title: string; about: string } {
    return { title: this.#say(`preset.${name}.title`), about: this.#say(`preset.${name}.about`) };
  }

  title(option: string): string {
    return this.#say(`option.${option}.title`);
  }

  /** What this value of the option means, in one sentence. */
  meaning({ key, kind }: Pick<KeyedForm, 'key' | 'kind'>, value: Value): string {
    const option = `option.${key}`;
    const joint = this.#say('joint');
    switch (kind) {
      case 'choice':
        return this.#say(`${option}.${String(value).replaceAll('-', '_')}`);
      case 'flag':
        return this.#say(`${option}.${value ? 'yes' : 'no'}`);
      case 'whole':
        return this.#say(`${option}.${value ? 'set' : 'zero'}`, {
          value: String(value).replace('-', '−'),
        });
      case 'cards': {
        const cards = (value as readonly Card[]).map(shown);
        return this.#say(`${option}.${cards.length ? 'set' : 'empty'}`, {
          cards: cards.join(joint),
        });
      }
      case 'choices': {
        const steps = value as readonly PassTo[];
        if (steps.every((step) => step === 'none')) return this.#say(`${option}.never`);
        return this.#say(`${option}.set`, {
          steps: steps.map((step) => this.#say(`${option}.${step}`)).join(joint),
        });
      }
    }
  }

  /** The whole rule set, in the order in which a table needs to know it. */
  explain(rules: Rules): Section[] {
    const options = new Map(optionsOf(rules.family).map((form) => [form.key, form]));
    return Object.entries(data.order)
      .map(([group, keys]) => ({
        group,
        title: this.group(group),
        sentences: keys.flatMap((key) => this.#sentences(rules, options, key)),
      }))
      .filter((section) => section.sentences.length > 0);
  }

  #sentences(rules: Rules, options: ReadonlyMap<string, KeyedForm>, key: string): Sentence[] {
    if (key.startsWith('*')) {
      const basic = key.slice(1);
      if (!holds(rules, basic)) return [];
      return [{ text: this.#say(`basics.${basic}`, places(rules)), option: null }];
    }
    const option = options.get(key);
    if (!option || !matters(rules, key)) return [];
    const value = (rules[key as keyof Rules] ?? option.default) as Value;
    if (value === UNSAID[key]) return [];
    return [{ text: this.meaning(option, value), option: key }];
  }

  #say(key: string, values: Readonly<Record<string, string>> = {}): string {
    const text = this.#words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  }
}

/** Whether a sentence that belongs to no option is true under these rules. */
function holds(rules: Rules, basic: string): boolean {
  if (basic === 'lead_replaced') return namedLead(rules) !== leadCard(rules);
  return allHold(TRUE_WHERE[basic] ?? [], rules);
}

function places(rules: Rules): Record<string, string> {
  const [named, card] = [namedLead(rules), leadCard(rules)];
  return {
    count: String(handSize(rules)),
    named: named ? shown(named) : '',
    card: card ? shown(card) : '',
  };
}

/** The card that the first lead is named after, in play or not. */
function namedLead(rules: Rules): Card | null {
  return rules.first_lead === 'seat-0' ? null : (rules.first_lead.slice(-2) as Card);
}
