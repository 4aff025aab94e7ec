/** Days by Universal Time, as they are shown. */

import { language, t } from '../i18n';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const locale = () => (language() === 'zh' ? 'zh-CN' : 'en');

/** The time at which a day such as `2026-11-23` begins. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** A day in words, such as "Monday 23 November". */
export function dayName(day: string): string {
  return new Intl.DateTimeFormat(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(startOf(day));
}

/** A month such as `2026-11` in words. */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat(locale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(startOf(`${month}-01`));
}

/** The names of the days of the week, Monday first. */
export function weekdays(): string[] {
  const format = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' });
  // The fifth of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, at) => format.format((4 + at) * DAY));
}

/** A time of the day here, such as 01:00. */
export function timeHere(at: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(at);
}

/** The time that is left, rounded up to minutes. */
export function timeLeft(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE));
  const h = Math.floor(minutes / 60);
  const m = minutes % 60;
  return h > 0 ? t('daily.hours', { h, m }) : t('daily.minutes', { m });
}

/** The month before (-1) or after (1) another. */
export function otherMonth(month: string, by: -1 | 1): string {
  const first = new Date(startOf(`${month}-01`));
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 7);
}

/** The days of a month in weeks from Monday on; null where a day is of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = startOf(`${month}-01`);
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
