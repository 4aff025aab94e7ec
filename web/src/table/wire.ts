/** The wire's types as the table uses them. */

import type * as Wire from '../wire/types';

export type * from '../wire/types';
/** What the table asks, with the fields that the wire leaves out. */
export type Ask = Required<Wire.Ask>;
export type DealEvent = Wire.Happened['event'];
/** The view of a deal that a seat has; a watcher's is without its `own`. */
export type SeatDeal = Wire.DealView & { own: Wire.Own };
export type Mode = Wire.Exposure['mode'];

/** Who plays in a seat of a table that this page makes itself. */
export const playerIn = (seat: number, name = ''): Wire.You => ({
  name,
  seat,
  host: false,
  devices: 1,
  removed: false,
  left: false,
  waiting: false,
});

export function fullAsk(ask: Wire.Ask | null | undefined): Ask | null {
  return ask ? { cards: [], count: 0, modes: {}, claim: false, ...ask } : null;
}
