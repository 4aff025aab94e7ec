/** Lists within a sentence. */

import { language } from './language.svelte';
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
