/** The engine's words about presets and options, without a server. */

import type { Language } from '../i18n';
import type { Family } from './rules';

export type Words = Readonly<Record<string, string>>;

/** The words of a language, fetched when they are wanted. */
export async function ruleWords(language: Language): Promise<RuleWords> {
  return new RuleWords(await wordsOf(language));
}

export async function wordsOf(language: Language): Promise<Words> {
  const words = language === 'zh' ? import('./rule-words.zh.json') : import('./rule-words.en.json');
  return (await words).default;
}

export class RuleWords {
  readonly #words: Words;

  constructor(words: Words) {
    this.#words = words;
  }

  family(family: Family): string {
    return this.say(`family.${family}`);
  }

  group(group: string): string {
    return this.say(`group.${group}`);
  }

  preset(name: string): { title: string; about: string } {
    return { title: this.say(`preset.${name}.title`), about: this.say(`preset.${name}.about`) };
  }

  title(option: string): string {
    return this.say(`option.${option}.title`);
  }

  protected say(key: string, values: Words = {}): string {
    const text = this.#words[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
  }
}
