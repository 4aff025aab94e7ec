import { has, t } from './language.svelte';
import { withCommas, labelled } from './lists';

/** "spades", 黑桃; the code is one of S H D C. */
export function suitName(suit: string): string {
  const key = `cards.${suit}`;
  return has(key) ? t(key as 'cards.S') : suit;
}

/** "queen of spades", 黑桃Q; the code is such as QS or TC. */
export function cardName(card: string): string {
  const [rank = '', suit = ''] = card;
  const key = `cards.${rank}`;
  const ranked = rank === 'T' ? '10' : has(key) ? t(key as 'cards.A') : rank;
  return t('cards.name', { rank: ranked, suit: suitName(suit) });
}

/** "Lulu: queen of spades, takes the trick"; `name` is that of who played the card. */
export function playedName(name: string, card: string, takes: boolean): string {
  return labelled(name, withCommas(cardName(card), takes ? t('cards.takes') : ''));
}
