/** Days and hours as the fields for them want them: by this device's clock, without a zone. */

const two = (n: number) => String(n).padStart(2, '0');

/** A day for a date field: `2026-12-04`. */
export function localDay(at: number): string {
  const day = new Date(at);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** A moment for a field of date and time: `2026-12-04T20:00`. */
export function localTime(at: number): string {
  const day = new Date(at);
  return `${localDay(at)}T${two(day.getHours())}:${two(day.getMinutes())}`;
}

/** The moment at which a day of a date field begins; NaN for none. */
export const dayBegins = (day: string) => new Date(`${day}T00:00`).getTime();

/** The moment at which it is over. */
export function dayEnds(day: string): number {
  const next = new Date(dayBegins(day));
  return next.setDate(next.getDate() + 1);
}

/** The Friday to come, at eight in the evening. */
export function nextEvening(now: number): number {
  const day = new Date(now);
  day.setDate(day.getDate() + ((12 - day.getDay()) % 7 || 7));
  return day.setHours(20, 0, 0, 0);
}

/** The first and the last day of the quarter of a year that this day is in. */
export function quarter(now: number): { first: string; last: string } {
  const day = new Date(now);
  const month = day.getMonth() - (day.getMonth() % 3);
  return {
    first: localDay(new Date(day.getFullYear(), month, 1).getTime()),
    last: localDay(new Date(day.getFullYear(), month + 3, 0).getTime()),
  };
}
