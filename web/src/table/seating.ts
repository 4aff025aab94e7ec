/** Who may take a seat at a table. */

import type { SeatState, TableState } from './wire';

/** Whether somebody who comes may have this seat: an open one, or a bot's where the host lets them. */
export const isFree = ({ settings }: TableState, { kind }: SeatState) =>
  kind === 'open' ||
  (kind === 'bot' && settings.late !== 'never' && !settings.day && !settings.board);

/** Whether there is a seat for somebody who comes. */
export const maySit = (state: TableState) => state.seats.some((seat) => isFree(state, seat));
