/** The one sign that hangs over a plate: the most pressing thing about the seat. */

import { t } from '../i18n';
import { turnOf } from './deal-fold';
import { actingSeats, choosingAtOnce } from './pacing';
import type { TableState, TableView } from './wire';

/** Seconds before a bot plays for somebody who is there, from which on it is told. */
const IDLE_TOLD = 30;

export interface Flag {
  kind: 'turn' | 'away' | 'left' | 'choosing' | 'ready' | 'led';
  text: string;
  /** Added where there is room for it. */
  more?: string;
  /** Instead of all of it where there is next to none. */
  short?: string;
  icon?: 'away' | 'check' | 'lead';
}

/**
 * The flag of a seat, or none. `view` is what is shown; `present` tells who is there now; `soon`
 * are the seconds until a bot plays for whoever is away or keeps the others waiting.
 */
export function flagOf(
  view: TableView,
  present: TableState,
  seat: number,
  soon: number | null,
): Flag | null {
  const deal = view.deal?.public ?? null;
  const sitting = present.seats[seat]!;
  const choosing = choosingAtOnce(view);
  const acting = actingSeats(view).includes(seat);
  if (acting && !choosing) {
    const text = t(seat === view.seat ? 'table.flag_yours' : 'table.flag_turn');
    if (soon === null || (sitting.online && soon > IDLE_TOLD)) return { kind: 'turn', text };
    const left = {
      more: t('table.flag_soon', { n: soon }),
      short: t('table.flag_seconds', { n: soon }),
    };
    return { kind: 'turn', icon: 'away', text, ...left };
  }
  // While nobody is there the table waits, and no bot plays.
  const bot = present.seats.some(({ online }) => online) ? { more: t('table.flag_bot') } : {};
  if (sitting.left) return { kind: 'left', icon: 'away', text: t('table.flag_left'), ...bot };
  if (sitting.stand_in) return { kind: 'away', icon: 'away', text: t('table.away'), ...bot };
  if (sitting.kind === 'player' && !sitting.online) {
    if (soon === null) return { kind: 'away', icon: 'away', text: t('table.away') };
    return {
      kind: 'away',
      icon: 'away',
      text: t('table.away'),
      more: t('table.flag_soon', { n: soon }),
      short: t('table.flag_seconds', { n: soon }),
    };
  }
  if (sitting.resigned) return { kind: 'left', text: t('table.flag_resigned') };
  if (choosing)
    return acting
      ? { kind: 'choosing', text: t('table.choosing') }
      : { kind: 'ready', icon: 'check', text: t('table.chosen') };
  const over = view.state.stage === 'scored' || view.state.stage === 'finished';
  if (over && sitting.kind === 'player' && sitting.ready)
    return { kind: 'ready', icon: 'check', text: t('table.ready') };
  if (
    deal?.phase === 'playing' &&
    deal.leader === seat &&
    deal.trick.length > 0 &&
    turnOf(deal) !== null
  )
    return { kind: 'led', icon: 'lead', text: t('table.leads') };
  return null;
}
