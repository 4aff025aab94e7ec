/** What does not match in evidence, in the language that is shown. */

import { t, type Key } from '../i18n';
import { isHex32 } from './bytes';
import type { FairFault } from './check';

/** A number of 64 digits by its first and last six; anything else as it is. */
function short(value: string | number): string | number {
  return isHex32(value) ? `${value.slice(0, 6)}…${value.slice(-6)}` : value;
}

/**
 * One sentence: which deal and seat, what was expected and what is there. Numbers of 64 digits
 * stand in it with their first and last six; the deal's evidence has them whole.
 */
export function faultText(fault: FairFault): string {
  const say = t as (key: Key, values: Readonly<Record<string, string | number>>) => string;
  const details = Object.entries(fault.details).map(([name, value]) => [name, short(value)]);
  const told = say(`fair.step_${fault.step}`, Object.fromEntries(details));
  const { deal, seat } = fault;
  return seat === null
    ? t('fair.step_deal', { deal, told })
    : t('fair.step_seat', { deal, seat, told });
}
