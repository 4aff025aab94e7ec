/** Presets, options and whole rule sets in words, without a server. The data are the engine's. */

import type { Language } from '../i18n';
import { shown, type Card } from './cards';
import data from './rule-data.json';
import { handSize, leadCard, type Family, type PassTo, type Rules } from './rules';

export interface OptionForm {
  key: string;
  group: string;
  kind: 'choice' | 'flag' | 'whole' | 'cards' | 'choices';
  values?: readonly (string | number)[];
  least?: number;
  most?: number;
}

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

type Words = Readonly<Record<string, string>>;
type Value = string | number | boolean | readonly string[];

/** Every preset, by name. */
export const PRESETS = data.presets as unknown as Readonly<Record<string, Rules>>;

/** The options of a game, in the order in which they are shown. */
export function optionsOf(family: Family): OptionForm[] {
  const forms = data.options[family] as Record<string, Omit<OptionForm, 'key'>>;
  return Object.entries(forms).map(([key, form]) => ({ key, ...form }));
}

/** Whether the option makes a difference under these rules. */
export function decides(rules: Rules, key: string): boolean {
  if (key === 'queen_breaks_hearts') return rules.hearts_must_be_broken;
  if (rules.family === 'hearts') return key !== 'partners' && key !== 'sale';
  if (key === 'cancelled_doubler') return rules.sale !== 'none' && rules.lone_doubler !== 0;
  return key !== 'past_upper_limit' || rules.upper_limit !== 0;
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
  meaning({ key, kind }: Pick<OptionForm, 'key' | 'kind'>, value: Value): string {
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

  /** The words for one step of passing. */
  step(step: PassTo): string {
    return this.#say(`option.pass_cycle.${step}`);
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

  #sentences(rules: Rules, options: ReadonlyMap<string, OptionForm>, key: string): Sentence[] {
    if (key.startsWith('*')) {
      const basic = key.slice(1);
      if (!holds(rules, basic)) return [];
      return [{ text: this.#say(`basics.${basic}`, places(rules)), option: null }];
    }
    const option = options.get(key);
    if (!option || !decides(rules, key)) return [];
    const value = rules[key as keyof Rules] as Value;
    return [{ text: this.meaning(option, value), option: key }];
  }

  #say(key: string, values: Readonly<Record<string, string>> = {}): string {
    const text = this.#words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  }
}

/** Whether a sentence that belongs to no option holds under these rules. */
function holds(rules: Rules, basic: string): boolean {
  const gongzhu = rules.family === 'gongzhu';
  switch (basic) {
    case 'exposed_first':
      return rules.sale !== 'none';
    case 'exposed_open':
      return rules.sale === 'open';
    case 'exposed_sale':
      return rules.sale === 'face-down-or-up';
    case 'lead_replaced':
      return namedLead(rules) !== leadCard(rules);
    case 'claim':
      return !(gongzhu && rules.queen_of_diamonds);
    case 'gongzhu_cards':
    case 'pig_and_sheep':
    case 'all_hearts':
    case 'doubler':
    case 'highest':
      return gongzhu;
    case 'hearts_cards':
    case 'hearts':
    case 'lowest':
      return !gongzhu;
    default:
      return true;
  }
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
  return rules.first_lead === 'seat-0' ? null : rules.first_lead.slice(-2);
}
