import { t } from '../i18n';
import { ticking } from '../ui/ticking.svelte';
import type { TournamentPage } from '../wire/types';

/** The minutes that are left of a round played by the clock, in words; empty: there is no clock. */
export function timing(
  page: () => Pick<TournamentPage, 'stage' | 'ends' | 'now'> | null,
): () => string {
  const ends = $derived.by(() => {
    const told = page();
    // By this device's clock, since it is what runs on here.
    return told?.stage === 'playing' && told.ends !== null
      ? Date.now() + told.ends - told.now
      : null;
  });
  const now = ticking(() => ends !== null, 1000);
  return () => (ends === null ? '' : t('tournament.time_left', { time: clock(ends - now()) }));
}

/** Minutes and seconds: `6:05`. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
