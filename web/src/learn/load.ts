/** Fetches what the pages of learning show, each in its language and only when it is opened. */

import type { Language } from '../i18n';
import type { LessonData, LessonWords } from './lesson.svelte';
import type { HowToPlay, Strategy } from './pages';

export type Game = 'gongzhu' | 'hearts';

type Loaded<T> = Promise<{ default: T }>;
const lessons: Record<Game, () => Loaded<unknown>> = {
  gongzhu: () => import('./data/gongzhu.json'),
  hearts: () => import('./data/hearts.json'),
};
const words: Record<Game, Record<Language, () => Loaded<unknown>>> = {
  gongzhu: {
    en: () => import('./data/gongzhu.en.json'),
    zh: () => import('./data/gongzhu.zh.json'),
  },
  hearts: {
    en: () => import('./data/hearts.en.json'),
    zh: () => import('./data/hearts.zh.json'),
  },
};

export async function loadLesson(game: Game): Promise<LessonData> {
  return (await lessons[game]()).default as LessonData;
}

export async function loadWords(game: Game, language: Language): Promise<LessonWords> {
  return (await words[game][language]()).default as LessonWords;
}

export async function loadStrategy(language: Language): Promise<Strategy> {
  const { default: found } = await (language === 'zh'
    ? import('./data/strategy.zh.json')
    : import('./data/strategy.en.json'));
  return found;
}

export async function loadHowToPlay(language: Language): Promise<HowToPlay> {
  const { default: found } = await (language === 'zh'
    ? import('./data/how-to-play.zh.json')
    : import('./data/how-to-play.en.json'));
  return found as HowToPlay;
}
