/** The link back from a review, or from a deal that is played on, to where one came from. */

import { t } from '../i18n';
import { cameFrom } from '../route.svelte';
import { match, type Route } from '../router';

const NAMED = ['replay', 'review', 'games', 'table', 'daily'] as const;

export interface WayBack {
  href: string;
  readonly text: string;
}

/** `otherwise`: for who came from another site. */
export function wayBack(otherwise: string): WayBack {
  const href = cameFrom(otherwise);
  const name = nameOf(match(new URL(href, location.origin).pathname));
  return {
    href,
    get text() {
      return t(`replay.back_to_${name}`);
    },
  };
}

function nameOf({ page }: Route): (typeof NAMED)[number] | 'page' {
  return NAMED.find((name) => name === page) ?? 'page';
}
