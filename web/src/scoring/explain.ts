/** A score in words: each line of the sum as a person at the table would read it out. */

import { t, type Key } from '../i18n';
import { rankShown, shown, sorted } from './cards';
import { valuesOf, type Rules } from './rules';
import type { PileScore, ScoreLine } from './score-lines';
import { number, signed } from './words';

/** Every line of a pile's score, with what a doubler makes of the lines above it; one line that
 * says so where there is nothing to count. */
export function explainPile(pile: PileScore, rules: Rules): string[] {
  if (pile.lines.length === 0) return [t('score.line_nothing')];
  let total = 0;
  return pile.lines.map((line) => {
    const text = explainLine(line, rules, total);
    total = line.kind === 'doubler' ? total * line.times : total + line.points;
    return text;
  });
}

/** What has a name of its own in each game. */
const NAMED = ['pig', 'sheep', 'slam', 'slam_of_partner', 'slam_of_another'];

function explainLine(line: ScoreLine, rules: Rules, above: number): string {
  const { kind, cards, times, points, mode } = line;
  let result = signed(points);
  if (kind === 'doubler') {
    result = `${signed(above)} × ${times} = ${signed(above * times)}`;
  } else if (kind === 'queen_of_diamonds') {
    result = `${times} × ${number(points / times)} = ${result}`;
  } else if (times > 1 && points) {
    result = `${signed(points / times)} × ${times} = ${result}`;
  }
  const single = kind === 'pig' || kind === 'sheep';
  const turned = single && points !== valuesOf(rules).get(cards[0]!)! * times;
  // The pig is turned by all the point cards where all the hearts do not do.
  const whole = kind === 'pig' && rules.pig_with_all_hearts === 'sweep';
  const form = turned ? (whole ? 'swept' : 'turned') : mode ? 'exposed' : 'plain';
  const name = NAMED.includes(kind) ? `${kind}_${rules.family}` : kind;
  // Which kinds have which forms is the engine's to say; the vectors hold every one of them.
  const key = `score.line_${name}_${form}` as Key;
  return (t as (key: Key, values: object) => string)(key, {
    ranks: sorted(cards).reverse().map(rankShown).join(' '),
    cards: sorted(cards).reverse().map(shown).join(' '),
    count: cards.length,
    result,
    how: mode ? t(`score.line_mode_${mode}`) : '',
  });
}
