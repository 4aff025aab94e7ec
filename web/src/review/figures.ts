/** Figures of a review as they are written, and how choices are told apart. */

import { t } from '../i18n';
import { sizeText, toldOf, type Aim, type Told } from '../scoring/behind';
import { shown } from '../scoring/cards';
import type { Rules } from '../scoring/rules';
import { MINUS } from '../scoring/words';
import { cardsOf } from '../table/hint';
import type { Action, Estimate, LossClass, ToldDecision } from './wire';

export type { Aim } from '../scoring/behind';

/** A change: "+12", "−47", "0". */
export function changeText(rules: Rules, aim: Aim, change: number): string {
  const text = sizeText(rules, aim, Math.abs(change));
  if (/^[0.%]+$/.test(text)) return '0';
  return `${change < 0 ? MINUS : '+'}${text}`;
}

/** What a decision cost: "−47". */
export function lossText(rules: Rules, { aim, loss }: ToldDecision): string {
  return changeText(rules, aim, -loss.mean);
}

/** The interval of a loss: "41 to 53". */
export function intervalText(rules: Rules, aim: Aim, { mean, low, high }: Estimate): string {
  const told = (size: number) => sizeText(rules, aim, Math.max(0, size), mean);
  return t('common.from_to', { low: told(low), high: told(high) });
}

/** The choices of a decision in words. */
export function toldChoices(rules: Rules, { aim, choices }: ToldDecision): Told[] {
  return toldOf(
    rules,
    aim,
    choices.map(({ behind }) => behind),
  );
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
