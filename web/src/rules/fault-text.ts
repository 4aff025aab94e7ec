/** What does not go together, in the words of the table. */

import { t } from '../i18n';
import type { Fault } from '../scoring/checks';
import { OPTIONS, plainValues } from '../scoring/plain';
import type { RuleTexts } from '../scoring/rule-texts';
import type { Rules } from '../scoring/rules';

export function faultText(texts: RuleTexts, rules: Rules, { key, others }: Fault): string {
  const values = plainValues(rules);
  const told = (option: string) =>
    OPTIONS[option]!.kind === 'points'
      ? texts.title(option)
      : texts.meaning(option, values[option]!);
  if (others.length > 0) {
    return t('editor.clash', { one: told(key), others: others.map(told).join(' ') });
  }
  if (key === 'points') return t('editor.fault_points');
  return t('editor.fault', { option: texts.title(key), value: told(key) });
}
