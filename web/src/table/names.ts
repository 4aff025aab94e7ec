/** How people and cards are called in sentences. */

import { cardName, t } from '../i18n';
import type { TableState } from './wire';

/** The name of who sits in a seat. */
export function nameOf(state: TableState, seat: number): string {
  const sitting = state.seats[seat];
  return sitting?.name || t('table.seat', { n: seat + 1 });
}

/** A name, or "You" for the player. */
export function youOr(state: TableState, seat: number, me: number | null): string {
  return seat === me ? t('table.you') : nameOf(state, seat);
}

/** "Ann, Bo and Cleo". */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  const one = names.slice(0, -1).join(t('say.joint'));
  return t('say.and', { one, other: names.at(-1)! });
}

export function namesOf(state: TableState, seats: readonly number[]): string {
  return listed(seats.map((seat) => nameOf(state, seat)));
}

export function cardNames(cards: readonly string[]): string {
  return listed(cards.map(cardName));
}
