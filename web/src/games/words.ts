/** Figures as they are written, with the minus sign. */

import { language, t } from '../i18n';
import { number } from '../scoring/words';
import type { Average, CompanionReport, GameBrief, RulesForm } from '../wire/types';
import { levelName } from '../levels';

/** A mean with one digit after the point; a dash for none. */
export function mean(value: number | null | undefined, plus = false): string {
  if (value === null || value === undefined) return '–';
  const text = number(Math.round(Math.abs(value) * 10) / 10).toString();
  const digits = text.includes('.') ? text : `${text}.0`;
  if (digits === '0.0') return digits;
  return (value < 0 ? '−' : plus ? '+' : '') + digits;
}

/** The interval of a mean, or why there is none. */
export function interval(average: Average): string {
  const { low, high } = average;
  if (low === null || low === undefined || high === null || high === undefined) {
    return t('games.too_few');
  }
  return t('games.interval', { low: mean(low), high: mean(high) });
}

/** The interval where there is little room; empty where there is none. */
export function shortInterval({ low, high }: Average): string {
  if (low === null || low === undefined || high === null || high === undefined) return '';
  return `${mean(low)} … ${mean(high)}`;
}

/** A share in whole percent. */
export function percent(part: number, whole: number): string {
  return String(Math.round((100 * part) / Math.max(1, whole)));
}

/** Somebody who was met: a person by name, a bot by its level. */
export function companionName(met: CompanionReport, levels: RulesForm['levels']): string {
  const { name, level, partner } = met.companion;
  const who = level ? t('games.bot', { level: levelName(levels, level) }) : name;
  return partner ? t('games.partner', { name: who }) : who;
}

/** How a game ended for me: won, last or the place; empty where that is not known. */
export function placeText(place: number, sides: number): string {
  if (place === 1) return t('games.won');
  if (place === sides) return t('games.last');
  return t('games.place', { place, sides });
}

/** Each side's names and total, best first, and whether it is mine. */
export function standings(
  game: GameBrief,
): { names: string; total: string; mine: boolean; place: number }[] {
  const sides = game.totals.length;
  return game.totals
    .map((total, side) => ({
      names: game.names
        .filter((_, seat) => seat % sides === side)
        .join(language() === 'zh' ? '、' : ' & '),
      total: number(total),
      mine: game.seat % sides === side,
      place: game.places?.[side] ?? 0,
    }))
    .sort((one, other) => one.place - other.place);
}
