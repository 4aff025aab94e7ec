/** Days by Universal Time: what is left of one, and months of them. */

import { t } from '../i18n';
import { startOfDay } from '../i18n/dates';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The time that is left, rounded up to minutes. */
export function timeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE));
  const h = Math.floor(minutes / 60);
  const m = minutes % 60;
  return h > 0 ? t('daily.hours', { h, m }) : t('daily.minutes', { m });
}

/** The month before (-1) or after (1) another. */
export function otherMonth(month: string, by: -1 | 1): string {
  const first = new Date(startOfDay(`${month}-01`));
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 7);
}

/** The days of a month in weeks from Monday on; null where a day is of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = startOfDay(`${month}-01`);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let at = first; ; at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (!day.startsWith(month)) break;
    days.push(day);
  }
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}
