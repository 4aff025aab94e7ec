/** Clubs and their people in words. */

import { t } from '../i18n';
import { date } from '../i18n/dates';
import { list } from '../i18n/lists';
import { typed } from '../ui/typed';
import type { ClubMember, SeasonBrief } from '../wire/types';

/** The longest name of a club, a season or a tournament that the server takes. */
export const LONGEST_NAME = 40;

/** The club's number, or the code in a link to it, in what somebody typed or pasted. */
export function codeIn(text: string): string | null {
  const link = /\/clubs\/join\/([A-Za-z0-9_-]{1,64})\/?(?:[?#].*)?$/.exec(text.trim());
  if (link) return link[1]!;
  const number = typed(text).replace(/[\s-]/g, '');
  return /^\d{6,10}$/.test(number) ? number : null;
}

/** Those who have given this answer for the next evening: "3 coming: Ann, Bo, Cleo". */
export function answered(members: readonly ClubMember[], coming: 'yes' | 'maybe' | 'no'): string {
  const names = members.flatMap((each) => (each.coming === coming ? [each.name] : []));
  return names.length === 0
    ? ''
    : t(`clubs.coming_${coming}_n`, { n: names.length, names: list(names) });
}

const RANK = { owner: 0, helper: 1, member: 2 };

/** Those who are there first, then those who run the club, then the others as they came. */
export function inOrder(members: readonly ClubMember[]): ClubMember[] {
  return [...members].sort(
    (one, other) =>
      Number(other.online ?? false) - Number(one.online ?? false) ||
      RANK[one.role] - RANK[other.role] ||
      one.member - other.member,
  );
}

/** The first and the last day of a season. */
export function between({ begins, ends }: Pick<SeasonBrief, 'begins' | 'ends'>): string {
  return t('clubs.between', { first: date(begins), last: date(ends - 1) });
}
