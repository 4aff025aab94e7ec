/** Whether cards are large at this table: where they are wanted, and the text leaves room for them. */

import { innerHeight } from 'svelte/reactivity/window';
import { settings } from '../settings.svelte';
import { roomForLarge } from './table-size';

export function largeCards(): boolean {
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return settings.cards === 'large' && roomForLarge(innerHeight.current ?? 0, em);
}
