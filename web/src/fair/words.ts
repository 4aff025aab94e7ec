/** What does not match in evidence, in the language that is shown. */

import { t, type Key } from '../i18n';
import type { FairFault } from './check';

/** One sentence: which deal and seat, what was expected and what is there. */
export function faultText(fault: FairFault): string {
  const say = t as (key: Key, values: Readonly<Record<string, string | number>>) => string;
  const told = say(`table.step_${fault.step}`, fault.details);
  const { deal, seat } = fault;
  return seat === null
    ? t('table.step_deal', { deal, told })
    : t('table.step_seat', { deal, seat, told });
}
