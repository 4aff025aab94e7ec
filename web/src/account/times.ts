import { whenFormat } from '../games/words';
import { language } from '../i18n';

const DAY = 24 * 3600 * 1000;
/** Days for which a time is told as "yesterday" or "3 days ago". */
const RECENT = 14;

/** A day, such as 3 Nov 2026. */
export function day(at: number): string {
  return whenFormat({ dateStyle: 'medium' }).format(at);
}

/** The day on which something was used last: the server notes it to the day. */
export function lastUsed(at: number, now = Date.now()): string {
  const ago = Math.round((midnight(now) - midnight(at)) / DAY);
  if (ago > RECENT) return day(at);
  const words = new Intl.RelativeTimeFormat(language() === 'zh' ? 'zh-CN' : 'en', {
    numeric: 'auto',
  });
  return words.format(-Math.max(ago, 0), 'day');
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
