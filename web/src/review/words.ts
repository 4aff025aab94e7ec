/** A place of a review in words: where it is, and what is to be said of the choice made there. */

import { cardName, t } from '../i18n';
import { cardText } from '../replay/story';
import type { RuleSet } from '../table/wire';
import type { DealRecord } from '../wire/types';
import { actionText, lossText, type Family } from './figures';
import type { Mistake } from './mistakes';
import { placesOf, type Place } from './places';
import type { ToldDecision } from './wire';

/** Where a place is: "Trick 3 of 13, card 2 · Ann". */
export function whereText(place: Place, record: DealRecord | undefined): string {
  const name = place.seat === null ? '' : record!.players[place.seat]!;
  if (place.kind === 'end') return t('review.at_end');
  if (place.kind !== 'play') return t(`review.at_${place.kind}`, { name });
  return t('review.at_play', { trick: cardText(record!.rules as RuleSet, place.play), name });
}

/** Where a mistake was made, for a column: the number of its trick, or a word. */
export function shortWhere({ decision }: Mistake, record: DealRecord | undefined): string {
  if (decision.kind !== 'play') return t(`review.where_${decision.kind}`);
  if (!record) return '';
  const found = placesOf(record, []).find((each) => each.ply === decision.ply);
  return String(Math.floor((found?.play ?? 0) / record.players.length) + 1);
}

/** The verdict on a choice in one breath, for those who do not see it. */
export function saidText(
  family: Family,
  place: Place,
  record: DealRecord | undefined,
  decision: ToldDecision | null,
  hidden: boolean,
): string {
  if (hidden) return '';
  if (!decision) {
    const card = place.kind === 'play' ? record?.plays[place.play]?.[1] : undefined;
    return card ? cardName(card) : '';
  }
  const choice = actionText(decision.action);
  if (decision.class === null) return choice;
  return `${choice}. ${t(`review.class_${decision.class}`)}, ${lossText(family, decision)}. ${t('review.better', { best: actionText(decision.best) })}`;
}
