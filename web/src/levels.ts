/** Levels of bots as the wire writes them: a name, and the time to think where one was given. */

import { t } from './i18n';
import type { RulesForm } from './wire/types';

export interface Level {
  name: string;
  /** Milliseconds for a move; 0: as the level does by itself. */
  ms: number;
}

/** What rule pickers know of levels. */
export type Levels = Pick<
  RulesForm,
  'levels' | 'levels_about' | 'default_level' | 'looking_ahead' | 'thinking_ms'
>;

/** `master@500ms`, `master@2s` or `master`. */
export function readLevel(text: string): Level {
  const [, name = text, number = '0', unit] = /^([^@]*)@([\d.]+)(ms|s)$/.exec(text) ?? [];
  return { name, ms: Number(number) * (unit === 's' ? 1000 : 1) };
}

/** The level with this time to think, where it makes something of it. */
export function levelText(form: Levels, name: string, ms: number): string {
  return ms > 0 && form.looking_ahead.includes(name) ? `${name}@${ms}ms` : name;
}

/** What a level is called, with its time where it has one. */
export function levelName(names: Readonly<Record<string, string>>, text: string): string {
  const { name, ms } = readLevel(text);
  const level = names[name] ?? name;
  return ms > 0 ? t('common.level_timed', { level, seconds: ms / 1000 }) : level;
}

/** The form before the server has sent it. */
export const NO_LEVELS: Levels = {
  levels: {},
  levels_about: {},
  default_level: '',
  looking_ahead: [],
  thinking_ms: [],
};

const STRENGTH: Readonly<Record<string, number>> = {
  random: 1,
  novice: 1,
  steady: 2,
  strong: 3,
  master: 4,
};

/** How strong a level is, from 1 to 4; 0 where nobody knows, as of a bot from outside. */
export function strengthOf(text: string): number {
  return STRENGTH[readLevel(text).name] ?? 0;
}
