/** A place of a review in words: where it is, and what is to be said of the choice made there. */

import { cardName, t } from '../i18n';
import { withCommas, labelled } from '../i18n/lists';
import { cardText } from '../replay/story';
import type { RuleSet } from '../table/wire';
import type { DealRecord } from '../wire/types';
import type { Rules } from '../scoring/rules';
import { actionText, lossText } from './figures';
import type { Mistake } from './mistakes';
import { placesOf, type Place } from './places';
import type { Matter, ToldDecision } from './wire';

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
  place: Place,
  record: DealRecord | undefined,
  decision: ToldDecision | null,
  hidden: boolean,
): string {
  if (hidden || !record) return '';
  if (!decision) {
    const card = place.kind === 'play' ? record.plays[place.play]?.[1] : undefined;
    return card ? cardName(card) : '';
  }
  const choice = actionText(decision.action);
  if (decision.class === null) return choice;
  const verdict = withCommas(
    t(`review.class_${decision.class}`),
    lossText(record.rules as RuleSet, decision),
    t('review.better', { best: actionText(decision.best) }),
  );
  return labelled(choice, verdict);
}

/** What a mistake is about, in the words of its rules. */
export function matterText(rules: Rules, matter: Matter): string {
  if (matter === 'slam')
    return t(
      rules.all_hearts === 'in-favour' ? 'review.matter_gongzhu_slam' : 'review.matter_hearts_slam',
    );
  return t(`review.matter_${rules.family}_${matter}`);
}
