/** Rules in an address, so that a link or a code carries them. */

import { validChanges } from '../scoring/checks';
import { changesFrom, nearestPreset } from '../scoring/following';
import type { PlainRules } from '../scoring/plain';
import { PRESETS } from '../scoring/rule-texts';
import type { Rules } from '../scoring/rules';

/** A preset and what is changed in it. */
export interface Variant {
  preset: string;
  changes: PlainRules;
}

/** The query of an address with these changes; empty where there are none. */
export function changesQuery(changes: PlainRules): string {
  if (Object.keys(changes).length === 0) return '';
  const text = btoa(JSON.stringify(changes));
  return `?with=${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The changes in the query of an address that a preset can have; null: none. */
export function changesIn(search: string, preset: string): PlainRules | null {
  const text = new URLSearchParams(search).get('with');
  const base = PRESETS[preset];
  if (!text || !base) return null;
  try {
    const values: unknown = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    return validChanges(values);
  } catch {
    return null;
  }
}

/** The path of the page that tells these rules, and opens a table with them. */
export function rulesPath({ preset, changes }: Variant): string {
  return `/rules/${preset}${changesQuery(changes)}`;
}

/** The path of the lobby with the form for a table with these rules open. */
export function newTablePath({ preset, changes }: Variant): string {
  return `/?new=${preset}${changesQuery(changes).replace('?', '&')}`;
}

/** The path of the form for a scorebook with these rules. */
export function newBookPath(variant: Variant): string {
  return `/score${newTablePath(variant).slice(1)}#new`;
}

/** Any rules as a preset and what is changed in it. */
export function variantOf(rules: Rules): Variant {
  const preset = nearestPreset(rules);
  return { preset, changes: changesFrom(PRESETS[preset]!, rules) };
}
