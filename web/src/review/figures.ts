/** Figures of a review as they are written, and how choices are told apart. */

import { t } from '../i18n';
import { shown } from '../scoring/cards';
import { number, signed } from '../scoring/words';
import { cardsOf } from '../table/hint';
import type { Action, Estimate, LossClass, ReviewedChoice, ToldDecision } from './wire';

export type Family = 'gongzhu' | 'hearts';
export type Aim = ToldDecision['aim'];

const MINUS = '−';

/** The size of a loss, without a sign: "47", "0.8" in Hearts, "6%" near the end of a game. */
export function sizeText(family: Family, aim: Aim, size: number): string {
  if (aim === 'game') return `${(100 * size).toFixed(0)}%`;
  const coarse = family === 'gongzhu' && Math.abs(size) >= 9.5;
  return size.toFixed(coarse ? 0 : 1).replace('-', MINUS);
}

/** A change: "+12", "−47", "0". */
export function changeText(family: Family, aim: Aim, change: number): string {
  const text = sizeText(family, aim, Math.abs(change));
  if (/^[0.%]+$/.test(text)) return '0';
  return `${change < 0 ? MINUS : '+'}${text}`;
}

/** What a decision cost: "−47". */
export function lossText(family: Family, { aim, loss }: ToldDecision): string {
  return changeText(family, aim, -loss.mean);
}

/** The interval of a loss: "41 to 53". */
export function intervalText(family: Family, aim: Aim, { low, high }: Estimate): string {
  const [from, to] = [Math.max(0, low), Math.max(0, high)];
  return t('review.from_to', { low: sizeText(family, aim, from), high: sizeText(family, aim, to) });
}

/** What a choice is worth: points as "+64" or "−1.2", the chance of the game as "65%". */
export function worthText(
  family: Family,
  aim: Aim,
  { value }: Pick<ReviewedChoice, 'value'>,
): string {
  return (aim === 'game' ? sizeText : changeText)(family, aim, value.mean);
}

/** Half of the interval around it: "±9"; empty where it is certain. */
export function errorText(family: Family, aim: Aim, { value }: ReviewedChoice): string {
  const half = (value.high - value.low) / 2;
  if (half <= 0) return '';
  if (aim === 'game') return `±${(100 * half).toFixed(0)}%`;
  return `±${half.toFixed(family === 'gongzhu' ? 0 : 1)}`;
}

/** The points of a deal that is over: "+100" in Gong Zhu, "13" in Hearts. */
export function scoreText(family: Family, points: number): string {
  return family === 'gongzhu' ? signed(points) : number(points);
}

/** True if two actions do the same: the order of passed cards does not matter. */
export function sameAction(one: Action, other: Action): boolean {
  return keyOf(one) === keyOf(other);
}

/** A text that is the same for the same action. */
export function keyOf(action: Action): string {
  switch (action.type) {
    case 'play':
      return action.card;
    case 'pass':
      return `pass ${[...action.cards].sort().join(' ')}`;
    case 'expose':
      return `expose ${Object.entries(action.modes).sort().flat().join(' ')}`;
    case 'moon':
      return `moon ${action.choice}`;
    case 'claim':
      return 'claim';
  }
}

/** A choice in short: "A♠", "Expose nothing". */
export function actionText(action: Action): string {
  const cards = cardsOf({ action })
    .map(({ card }) => shown(card))
    .join(' ');
  switch (action.type) {
    case 'expose':
      return cards ? t('review.expose', { cards }) : t('review.expose_nothing');
    case 'pass':
      return t('review.pass', { cards });
    case 'moon':
      return t(`review.moon_${action.choice}`);
    default:
      return cards;
  }
}

/** How good a decision was: its class; or that nothing was better, or nothing worth a word. */
export type Quality = LossClass | 'best' | 'good';

export function qualityOf(decision: ToldDecision): Quality {
  return decision.class ?? (decision.loss.mean <= 0 ? 'best' : 'good');
}

/** A decision in a headline: "A♠ was better than 4♠". */
export function titleOf(decision: ToldDecision): string {
  const [best, action] = [actionText(decision.best), actionText(decision.action)];
  if (decision.loss.mean <= 0)
    return t(decision.kind === 'play' ? 'review.best_card' : 'review.best_choice');
  if (decision.class === null) return t('review.nearly', { best });
  return decision.kind === 'play'
    ? t('review.better_card', { best, action })
    : t('review.better', { best });
}
