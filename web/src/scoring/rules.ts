/** Rule sets as the engine has them, and what follows from one alone: pack, point cards, sides. */

import type { Exposure, GongzhuRules, HeartsRules, MoonChosen } from '../wire/types';
import { DOUBLER, HEARTS, PACK, PIG, SHEEP, sorted, type Card } from './cards';

export type { GongzhuRules, HeartsRules };
export type Rules = GongzhuRules | HeartsRules;
export type Family = Rules['family'];
export type PassTo = Rules['pass_cycle'][number];
export type Mode = Exposure['mode'];
export type MoonChoice = MoonChosen['choice'];

/** The cards in play, sorted. */
export function packOf(rules: Rules): Card[] {
  return PACK.filter((card) => !rules.removed.includes(card));
}

/** The cards that count when captured, sorted; the low hearts of Gong Zhu among them. */
export function pointCards(rules: Rules): Card[] {
  if (rules.family === 'gongzhu') return sorted([DOUBLER, SHEEP, ...HEARTS, PIG]);
  return sorted([...(rules.omnibus ? [SHEEP] : []), ...HEARTS, PIG]);
}

/** How many cards every seat is dealt, which is the number of tricks too. */
export function handSize(rules: Rules): number {
  return packOf(rules).length / rules.players;
}

/** Who plays together and has one total: one seat each, or seats 0 and 2 against 1 and 3. */
export function sidesOf(rules: Rules): number[][] {
  const seats = Array.from({ length: rules.players }, (_, seat) => seat);
  if (rules.partners === 'none') return seats.map((seat) => [seat]);
  return [seats.filter((seat) => seat % 2 === 0), seats.filter((seat) => seat % 2 === 1)];
}

/** Whose captures are scored as one pile: sides where pooled, else every seat by itself. */
export function pilesOf(rules: Rules): number[][] {
  if (rules.partners === 'pooled') return sidesOf(rules);
  return Array.from({ length: rules.players }, (_, seat) => [seat]);
}

/** The place of a seat's side in `sidesOf`. */
export function sideOf(rules: Rules, seat: number): number {
  return rules.partners === 'none' ? seat : seat % 2;
}

/** The ways in which a key card may be exposed; none where nothing is. */
export function exposureModes(rules: Rules): Mode[] {
  return {
    none: [],
    open: ['open' as const],
    'face-down-or-up': ['down' as const, 'up' as const],
  }[rules.sale];
}

/** To whom cards are passed in a deal, 0-based within its game. */
export function passTo(rules: Rules, number: number): PassTo {
  return rules.pass_cycle[number % rules.pass_cycle.length] ?? 'none';
}

/** The seat that deals, when `dealt` deals of the match have been dealt before: seat 0 deals first,
 * and the deal passes on in playing order, from one game to the next too. */
export function dealerAfter(players: number, dealt: number): number {
  return dealt % players;
}

/** The card that the first lead is about: the lowest of its suit in play; null: seat 0 leads. */
export function leadCard(rules: Rules): Card | null {
  if (rules.first_lead === 'seat-0') return null;
  const suit = rules.first_lead.slice(-1);
  return packOf(rules).find((card) => card.endsWith(suit)) ?? null;
}
