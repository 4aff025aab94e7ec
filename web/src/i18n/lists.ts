/** Lists within a sentence, and pieces joined by the colon and the comma of the language. */

import { language, t } from './language.svelte';
import { joined } from './message';

function listed(items: Iterable<string>, style: 'long' | 'narrow'): string {
  // As everywhere in the English texts, no comma stands before "and".
  const format = new Intl.ListFormat(language() === 'zh' ? 'zh-CN' : 'en-GB', { style });
  const pieces = format.formatToParts(items).map(({ value }) => value);
  return joined(pieces, language());
}

/** "Ann, Bo, Cleo", 甲、乙、丙. */
export const list = (items: Iterable<string>) => listed(items, 'narrow');

/** "Ann, Bo and Cleo", 甲、乙和丙. */
export const listAnd = (items: Iterable<string>) => listed(items, 'long');

/** "Lulu: queen of spades", 小明：黑桃 Q. */
export const labelled = (label: string, text: string | number) =>
  t('common.labelled', { label, text });

/** "queen of spades, takes the trick", 黑桃 Q，收这一墩; empty pieces are left out. */
export const withCommas = (...pieces: readonly string[]) =>
  pieces.filter(Boolean).join(t('common.comma'));
