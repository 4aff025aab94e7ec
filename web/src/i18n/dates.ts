/** Dates and hours in the language of the page and in the manner of the reader's region. */

import { language } from './language.svelte';

const DAY = 24 * 3600 * 1000;
/** Days for which a date is told as "yesterday" or "3 days ago". */
const RECENT = 14;

/** The language of the page with the region that the browser names first: `en-GB`, `zh-Hans-CN`. */
function locale(): string {
  const regions = navigator.languages.map((tag) => /-([A-Z]{2}|\d{3})\b/.exec(tag)?.[1]);
  return [language() === 'zh' ? 'zh-Hans' : 'en', regions.find(Boolean)].filter(Boolean).join('-');
}

function written(at: number, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), style).format(at);
}

/** "3/11/2026", for the axis of a drawing. */
export const shortDate = (at: number) => written(at, { dateStyle: 'short' });

/** "3 Nov 2026". */
export const date = (at: number) => written(at, { dateStyle: 'medium' });

/** "3 November 2026", for a heading. */
export const longDate = (at: number) => written(at, { dateStyle: 'long' });

/** "23:08". */
export const time = (at: number) => written(at, { timeStyle: 'short' });

/** "3 Nov 2026, 23:08". */
export const dateTime = (at: number) => written(at, { dateStyle: 'medium', timeStyle: 'short' });

/** "Fri, 4 Dec, 20:00". */
export const dayTime = (at: number) =>
  written(at, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });

/** "today", "3 days ago", or the date of what is longer ago. */
export function daysAgo(at: number, now = Date.now()): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.max(0, Math.round((midnight(now) - midnight(at)) / DAY));
  if (days > RECENT) return date(at);
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-days, 'day');
}

/** The moment at which a day by Universal Time begins, such as `2026-11-23`. */
export const startOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A day by Universal Time, such as `2026-11-23`: "Monday, 23 November". */
export const utcDay = (day: string) =>
  written(startOfDay(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A month by Universal Time, such as `2026-11`: "November 2026". */
export const utcMonth = (month: string) =>
  written(startOfDay(`${month}-01`), { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The names of the days of the week, Monday first. */
export const weekdays = () =>
  // The fifth of January 1970 was a Monday.
  [4, 5, 6, 7, 8, 9, 10].map((day) => written(day * DAY, { weekday: 'short', timeZone: 'UTC' }));
