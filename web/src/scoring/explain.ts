/** A score in words: each line of the sum as a person at the table would read it out. */

import { t, type Key } from '../i18n';
import { rankShown, sorted } from './cards';
import type { PileScore, ScoreLine } from './score-lines';
import { signed } from './words';

/** Every line of a pile's score, with what a doubler makes of the lines above it; one line that
 * says so where there is nothing to count. */
export function explainPile(pile: PileScore): string[] {
  if (pile.lines.length === 0) return [t('score.line_nothing')];
  let total = 0;
  return pile.lines.map((line) => {
    const text = explainLine(line, total);
    total = line.kind === 'doubler' ? total * line.times : total + line.points;
    return text;
  });
}

function explainLine(line: ScoreLine, above: number): string {
  const { kind, times, points, mode } = line;
  let result = signed(points);
  if (kind === 'doubler') {
    result = `${signed(above)} × ${times} = ${signed(above * times)}`;
  } else if (kind === 'queen_of_diamonds') {
    result = `${times} × ${points / times} = ${result}`;
  } else if (times > 1 && points) {
    result = `${signed(points / times)} × ${times} = ${result}`;
  }
  const turned = (kind === 'pig' && points > 0) || (kind === 'sheep' && points < 0);
  const form = turned ? 'turned' : mode ? 'exposed' : 'plain';
  const ranks = sorted(line.cards).reverse().map(rankShown).join(' ');
  // Which kinds have which forms is the engine's to say; the vectors hold every one of them.
  const key = `score.line_${kind}_${form}` as Key;
  return (t as (key: Key, values: object) => string)(key, {
    ranks,
    count: line.cards.length,
    result,
    how: mode ? t(`score.line_mode_${mode}`) : '',
  });
}
