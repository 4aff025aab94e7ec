/** Rule sets as the engine has them, and what follows from one alone: its pack, its point cards,
 * its sides. */

import type { Exposure, MoonChosen, RuleSet } from '../wire/types';
import { ACE_OF_HEARTS, isHeart, PACK, PIG, SHEEP, sorted, type Card } from './cards';

export type Rules = RuleSet;
export type Family = Rules['family'];
export type PassTo = Rules['pass_cycle'][number];
export type Mode = Exposure['mode'];
export type MoonChoice = MoonChosen['choice'];

export const MOST_PLAYERS = 8;

const FACTORS = { open: 2, down: 2, up: 4 } as const;

/** What a key card exposed in this way multiplies by; 1 where it is not. */
export function factorOf(mode: Mode | null | undefined): number {
  return mode ? FACTORS[mode] : 1;
}

/** The cards in play, sorted. */
export function packOf(rules: Pick<Rules, 'removed'>): Card[] {
  return PACK.filter((card) => !rules.removed.includes(card));
}

/** The point cards with their values, the doubler not included. */
export function valuesOf(rules: Rules): Map<Card, number> {
  return new Map(rules.points);
}

/** The cards that count when captured, with the doubler, sorted; one worth 0 is among them. */
export function pointCards(rules: Rules): Card[] {
  const valued = rules.points.map(([card]) => card);
  return sorted(rules.doubler ? [...valued, rules.doubler] : valued);
}

/** The hearts that are point cards, sorted. */
export function countingHearts(rules: Rules): Card[] {
  return pointCards(rules).filter(isHeart);
}

/** The cards that count against their captor. */
export function penaltiesOf(rules: Rules): Card[] {
  const sign = pointsSign(rules);
  return rules.points.flatMap(([card, points]) => (points * sign < 0 ? [card] : []));
}

/** The points of all cards that count against their captor: what a deal is about. */
export function stakeOf(rules: Rules): number {
  return weights(rules).reduce((sum, points) => sum + points, 0);
}

/** Points of a grave loss in a deal: the dearest of these cards, or a third of the stake if that is
 * more. */
export function graveLoss(rules: Rules): number {
  return Math.max(1, ...weights(rules), Math.floor(stakeOf(rules) / 3));
}

function weights(rules: Rules): number[] {
  const sign = pointsSign(rules);
  return rules.points.flatMap(([, points]) => (points * sign < 0 ? [Math.abs(points)] : []));
}

/** The cards that may be exposed where exposing is played: the doubler, J♦, A♥ and Q♠, as far as
 * they count and the rules do not restrict them. */
export function keyCards({ exposable, ...rules }: Rules): Card[] {
  const counting = pointCards({ ...rules, exposable });
  const keys: readonly (Card | null)[] = [rules.doubler, SHEEP, ACE_OF_HEARTS, PIG];
  return keys.filter(
    (key) =>
      key !== null && counting.includes(key) && (exposable === 'all' || exposable.includes(key)),
  ) as Card[];
}

/** 1 where more points are better, −1 where fewer are. */
export function pointsSign(rules: Pick<Rules, 'aim'>): number {
  return rules.aim === 'high' ? 1 : -1;
}

/** How many cards every seat is dealt, which is the number of tricks too. */
export function handSize(rules: Pick<Rules, 'removed' | 'players'>): number {
  return Math.floor(packOf(rules).length / rules.players);
}

/** Who plays together and has one total: one seat each, or the two that sit opposite each other. */
export function sidesOf(rules: Pick<Rules, 'players' | 'partners'>): number[][] {
  const seats = Array.from({ length: rules.players }, (_, seat) => seat);
  if (rules.partners === 'none') return seats.map((seat) => [seat]);
  const half = rules.players / 2;
  return seats.slice(0, half).map((seat) => [seat, seat + half]);
}

/** Whose captures are scored as one pile: sides where pooled, else every seat by itself. */
export function pilesOf(rules: Pick<Rules, 'players' | 'partners'>): number[][] {
  return sidesOf({ ...rules, partners: rules.partners === 'pooled' ? 'pooled' : 'none' });
}

/** The place of a seat's side in `sidesOf`. */
export function sideOf(rules: Pick<Rules, 'players' | 'partners'>, seat: number): number {
  return rules.partners === 'none' ? seat : seat % (rules.players / 2);
}

/** The ways in which a key card may be exposed; none where nothing is. */
export function exposureModes(rules: Pick<Rules, 'sale'>): Mode[] {
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

/** The limit at which a game is lost, or else ends; null where none is. */
export function losingLimit(rules: Rules): number | null {
  const { lower_limit: lower, upper_limit: upper } = rules;
  const [first, second] = rules.aim === 'high' ? [lower, upper] : [upper, lower];
  const limit = first === 'none' ? second : first;
  return limit === 'none' ? null : limit;
}

/** The card that the first lead is about: where the one named is laid aside, the next higher of its
 * suit in play, above the ace the lowest; null where no card decides. */
export function leadCard(rules: Rules): Card | null {
  const named = rules.first_lead_card;
  if (!named) return null;
  const suit = PACK.filter((card) => card[1] === named[1]);
  const from = suit.indexOf(named);
  const around = [...suit.slice(from), ...suit.slice(0, from)];
  return around.find((card) => !rules.removed.includes(card)) ?? null;
}
