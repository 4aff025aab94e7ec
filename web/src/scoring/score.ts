/** Scores of captured cards; the same sums as the engine's `gongzhu.rules.score`. */

import type { Card } from './cards';
import type { MoonChoice, Rules } from './rules';
import { scoreGongzhu } from './score-gongzhu';
import { scoreHearts } from './score-hearts';
import type { DealScore, Exposed } from './score-lines';

/** Score the captured cards of each pile; cards that count nothing may be left out.
 *
 * `tricksAfterQueen` has, for each pile, how many tricks it won after the one with Q♦ in it.
 * `moonChoice` is what the shooter chose, where that is left to the shooter; null: the others. */
export function scorePiles(
  rules: Rules,
  captured: readonly (readonly Card[])[],
  exposed: Exposed,
  tricksAfterQueen: readonly number[],
  moonChoice: MoonChoice | null,
): DealScore {
  return rules.family === 'gongzhu'
    ? scoreGongzhu(rules, captured, exposed, tricksAfterQueen)
    : scoreHearts(rules, captured, moonChoice);
}
