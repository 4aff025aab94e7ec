/** The sums of Hearts: a point a heart, thirteen the queen, and the moon. */

import { HEARTS, PIG, SHEEP, type Card } from './cards';
import { pointCards, type HeartsRules, type MoonChoice } from './rules';
import { line, sumLines, type DealScore, type ScoreLine } from './score-lines';

const QUEEN_POINTS = 13;
const JACK_POINTS = -10;
export const MOON_POINTS = 26;

/** Score each pile of a deal; see `scorePiles`. */
export function scoreHearts(
  rules: HeartsRules,
  captured: readonly (readonly Card[])[],
  moonChoice: MoonChoice | null,
): DealScore {
  const shooter = shooterOf(rules, captured);
  const lines = captured.map((pile) => pileLines(rules, pile));
  if (shooter !== null) {
    const counts = rules.moon === 'choice' ? (moonChoice ?? 'others') : rules.moon;
    const [mine, theirs] = counts === 'others' ? [0, MOON_POINTS] : [-MOON_POINTS, 0];
    captured.forEach((_, place) => {
      lines[place] =
        place === shooter
          ? [line('moon', pointCards(rules), mine)]
          : [line('moon_of_another', [], theirs)];
    });
  }
  return {
    piles: lines.map((each) => ({ points: sumLines(each), lines: each })),
    instantWin: null,
    moon: shooter,
  };
}

/** The pile that has every point card; null where none does. */
export function shooterOf(
  rules: HeartsRules,
  captured: readonly (readonly Card[])[],
): number | null {
  const counting = pointCards(rules);
  const place = captured.findIndex((pile) => counting.every((card) => pile.includes(card)));
  return place < 0 ? null : place;
}

function pileLines(rules: HeartsRules, pile: readonly Card[]): ScoreLine[] {
  const lines: ScoreLine[] = [];
  const hearts = HEARTS.filter((card) => pile.includes(card));
  if (hearts.length > 0) lines.push(line('hearts', hearts, hearts.length));
  if (pile.includes(PIG)) lines.push(line('queen', [PIG], QUEEN_POINTS));
  if (rules.omnibus && pile.includes(SHEEP)) lines.push(line('jack', [SHEEP], JACK_POINTS));
  return lines;
}
