/** What a line says, in the language of this page. */

import { has, t, type Key } from '../i18n';
import type { Line } from '../wire/types';
import sets from './phrases.json';

export type Family = 'gongzhu' | 'hearts';
export type Face = (typeof sets.reactions)[number];

/** Phrases on one page. */
export const PAGE = 6;
export const FACES: readonly Face[] = sets.reactions;

/** The pages of phrases that a game offers. */
export function pagesOf(family: Family): string[][] {
  const keys = sets.phrases[family];
  return Array.from({ length: Math.ceil(keys.length / PAGE) }, (_, page) =>
    keys.slice(page * PAGE, (page + 1) * PAGE),
  );
}

/** The face that a line makes; null where it says something. */
export function faceOf(line: Line): Face | null {
  return FACES.find((face) => face === line.phrase) ?? null;
}

/** A phrase; one of a newer server, which this page does not know, is passed over. */
export function phraseText(key: string): string {
  return told(`talk.phrase_${key}`);
}

/** What somebody said, without who it was; empty for a face. */
export function lineText(line: Line): string {
  return line.text ?? phraseText(line.phrase ?? '');
}

/** A line as a screen reader says it. */
export function spoken(line: Line, name: string): string {
  const face = faceOf(line);
  if (face)
    return has(`talk.made_${face}`) ? t(`talk.made_${face}` as 'talk.made_cry', { name }) : '';
  const text = lineText(line);
  return text && t('talk.line', { name, text });
}

function told(key: string): string {
  return has(key) ? t(key as Key & 'talk.title') : '';
}
