import { settings } from '../settings.svelte';
import { en } from './en';
import { LATER, type Later, type Topic } from './later';
import { fill, type Like, type Message, type Values } from './message';

export type Language = 'en' | 'zh';
type Dictionary = typeof en & Later;
type Loose = { readonly [T in keyof typeof en]: Like<(typeof en)[T]> } & {
  readonly [T in Topic]?: Like<Later[T]>;
};

const asked: Topic[] = [];
/** Those asked for last are on their way, or there. */
let fetching = Promise.resolve();

/** Every key: `topic.name`. */
export type Key = {
  [Topic in keyof Dictionary]: `${Topic}.${Extract<keyof Dictionary[Topic], string>}`;
}[keyof Dictionary];

type MessageOf<K extends Key> = K extends `${infer Topic extends keyof Dictionary}.${infer Name}`
  ? Name extends keyof Dictionary[Topic]
    ? Dictionary[Topic][Name]
    : never
  : never;

let shown: { language: Language; texts: Loose } = $state.raw({ language: 'en', texts: en });

/** The language that is shown now. */
export function language(): Language {
  return shown.language;
}

/** The text of a key in the language that is shown; a component that calls it follows changes. */
export function t<K extends Key>(key: K, ...values: Values<MessageOf<K>>): string {
  const [topic, name] = key.split('.') as [keyof Loose, string];
  const message = (shown.texts[topic] as Readonly<Record<string, Message>> | undefined)?.[name];
  return message === undefined ? key : fill(message, values[0] ?? {}, shown.language);
}

/** Whether a key is known: for names that come from the server, such as `cards.S`. */
export function has(key: string): key is Key {
  const [topic = '', name = ''] = key.split('.');
  return name in ((en as Readonly<Record<string, object>>)[topic] ?? {});
}

/** The language that the settings and the browser ask for. */
export function wanted(): Language {
  if (settings.language !== 'auto') return settings.language;
  for (const tag of navigator.languages) {
    if (tag.startsWith('zh')) return 'zh';
    if (tag.startsWith('en')) return 'en';
  }
  return 'en';
}

/** Load the wanted language and show it; <html lang> goes along. */
export async function startLanguage(): Promise<void> {
  const chosen = wanted();
  const first = chosen === 'zh' ? (await import('./zh')).zh : en;
  const more =
    asked.length > 0 ? await Promise.all(asked.map((topic) => LATER[topic][chosen]())) : [];
  // Another language may have been chosen meanwhile.
  if (wanted() === chosen) shown = { language: chosen, texts: Object.assign({}, first, ...more) };
  document.documentElement.lang = shown.language === 'zh' ? 'zh-CN' : 'en';
}

/** Have the texts of topics that are fetched later. */
export async function addTopics(...topics: Topic[]): Promise<void> {
  const missing = topics.filter((topic) => !asked.includes(topic));
  if (missing.length > 0) {
    asked.push(...missing);
    fetching = startLanguage();
  }
  try {
    await fetching;
  } catch (error) {
    for (const topic of missing) asked.splice(asked.indexOf(topic), 1);
    throw error;
  }
}

/** A part of the program, fetched together with the topics that it speaks of. */
export function withTexts<Part>(load: () => Promise<Part>, ...topics: Topic[]) {
  return async (): Promise<Part> => (await Promise.all([load(), addTopics(...topics)]))[0];
}

/** Choose a language and store the choice. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  settings.language = chosen;
  await startLanguage();
}
