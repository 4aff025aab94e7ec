/** The pack by the engine's codes: rank then suit, `QS` is the queen of spades, `TC` the ten of clubs. */

import type { Card } from '../wire/types';

export type { Card };

export const RANKS = '23456789TJQKA';
export const SUITS = 'CDHS';

/** All 52, sorted: clubs, diamonds, hearts, spades, each from the two up. */
export const PACK: readonly Card[] = [...SUITS].flatMap((suit) =>
  [...RANKS].map((rank) => (rank + suit) as Card),
);
export const HEARTS: readonly Card[] = PACK.filter((card) => card.endsWith('H'));
export const PIG: Card = 'QS';
export const SHEEP: Card = 'JD';
export const ACE_OF_HEARTS: Card = 'AH';
export const QUEEN_OF_DIAMONDS: Card = 'QD';

/** Whether a card is a heart. */
export function isHeart(card: Card): boolean {
  return card[1] === 'H';
}

const PLACES = new Map<string, number>(PACK.map((card, place) => [card, place]));

/** The place of a card in the pack, 0 to 51; -1 for what is no card. */
export function placeOf(card: string): number {
  return PLACES.get(card) ?? -1;
}

/** Whether a text is the code of a card. */
export function isCard(text: string): text is Card {
  return PLACES.has(text);
}

/** The cards in the order of the pack. */
export function sorted(cards: Iterable<Card>): Card[] {
  return [...cards].sort((one, other) => placeOf(one) - placeOf(other));
}

/** As people print a card: `Q♠`, `10♣`. */
export function shown(card: string): string {
  return rankShown(card) + '♣♦♥♠'[SUITS.indexOf(card[1] ?? '')];
}

/** The rank as people print it: `Q`, `10`. */
export function rankShown(card: string): string {
  return card[0] === 'T' ? '10' : (card[0] ?? '');
}
