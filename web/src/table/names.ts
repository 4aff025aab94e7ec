/** How people and cards are called in sentences. */

import { cardName, t } from '../i18n';
import { listAnd } from '../i18n/lists';
import type { TableState } from './wire';

/** The name of who sits in a seat. */
export function nameOf(state: TableState, seat: number): string {
  const sitting = state.seats[seat];
  return sitting?.name || t('table.seat', { n: seat + 1 });
}

/** A name, or "You" for the player. */
export function youOr(state: TableState, seat: number, me: number | null): string {
  return seat === me ? t('common.you') : nameOf(state, seat);
}

export function namesOf(state: TableState, seats: readonly number[]): string {
  return listAnd(seats.map((seat) => nameOf(state, seat)));
}

export function cardNames(cards: readonly string[]): string {
  return listAnd(cards.map(cardName));
}
