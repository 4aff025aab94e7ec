/** What a player has picked and not yet sent: pure, so that every way of input comes to the same. */

import { settings, type Settings } from '../settings.svelte';
import type { Ask, Card, Mode } from './wire';

/** Mark a card for passing, or unmark it; null: enough are marked already. */
export function togglePass(chosen: readonly Card[], card: Card, count: number): Card[] | null {
  if (chosen.includes(card)) return chosen.filter((each) => each !== card);
  return chosen.length < count ? [...chosen, card] : null;
}

/** The next way of exposing a card: not at all, then each mode, then not at all again. */
export function cycleMode(
  chosen: Readonly<Partial<Record<Card, Mode>>>,
  card: Card,
  modes: readonly Mode[],
): Partial<Record<Card, Mode>> {
  const now = chosen[card];
  const next = now === undefined ? modes[0] : modes[modes.indexOf(now) + 1];
  const others = Object.entries(chosen).filter(([each]) => each !== card);
  return Object.fromEntries(next === undefined ? others : [...others, [card, next]]);
}

/** What is left of a choice made for another ask: cards that are no longer to be chosen go. */
export function stillChosen(chosen: readonly Card[], ask: Ask | null): Card[] {
  if (ask?.kind !== 'pass') return [];
  return chosen.filter((card) => ask.cards.includes(card));
}

/** The only card there is, when it is to be played. */
export function forcedCard(ask: Ask | null, hand: readonly Card[]): Card | null {
  return ask?.kind === 'play' && hand.length === 1 ? (hand[0] ?? null) : null;
}

/** Whether a card may be touched to some effect now. */
export function isLegal(card: Card, ask: Ask | null): boolean {
  if (!ask) return false;
  if (ask.kind === 'expose') return card in ask.modes;
  return ask.cards.includes(card);
}

export interface Typed {
  /** The rank that waits for its suit. */
  rank: string;
  /** The card that was completed by this key. */
  card: string | null;
  /** Whether the key was a part of a card at all. */
  taken: boolean;
}

/** A card typed on the keyboard: its rank, then its suit; `10d` and `td` are the same. */
export function typeCard(rank: string, key: string): Typed {
  const letter = key.toUpperCase();
  if (rank === '1') {
    if (letter === '0') return { rank: 'T', card: null, taken: true };
    return typeCard('', key);
  }
  if (rank !== '' && 'SHDC'.includes(letter) && letter.length === 1)
    return { rank: '', card: rank + letter, taken: true };
  if ('23456789TJQKA1'.includes(letter) && letter.length === 1)
    return { rank: letter, card: null, taken: true };
  return { rank: '', card: null, taken: false };
}

/** The order of a hand on the screen, as the player likes it. */
export function shownOrder(
  hand: readonly Card[],
  { suits, ranks }: Pick<Settings, 'suits' | 'ranks'> = settings,
): Card[] {
  const sign = ranks === 'high' ? 1 : -1;
  return [...hand].sort(
    (a, b) =>
      suits.indexOf(a.charAt(1)) - suits.indexOf(b.charAt(1)) ||
      sign * (RANKS.indexOf(a.charAt(0)) - RANKS.indexOf(b.charAt(0))),
  );
}

const RANKS = 'AKQJT98765432';
