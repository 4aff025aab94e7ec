/** The sums of Gong Zhu: the pig, the sheep, the hearts, and the doubler over all of them. */

import { ACE_OF_HEARTS, DOUBLER, HEARTS, PIG, RANKS, SHEEP, type Card } from './cards';
import { pointCards, type GongzhuRules } from './rules';
import { line, sumLines, type DealScore, type Exposed, type ScoreLine } from './score-lines';

const ALL_HEARTS_POINTS = 200;
const ALL_POINT_CARDS_POINTS = 1000;
const TRICK_AFTER_QUEEN_POINTS = 10;
// By rank from the two up. Both add up to -200.
const HEART_POINTS = {
  classic: [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50],
  'face-value': [-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50],
} as const;
const FACTORS = { open: 2, down: 2, up: 4 } as const;

/** Score each pile of a deal; see `scorePiles`. */
export function scoreGongzhu(
  rules: GongzhuRules,
  captured: readonly (readonly Card[])[],
  exposed: Exposed,
  tricksAfterQueen: readonly number[],
): DealScore {
  const counting = pointCards(rules);
  const piles = captured.map((pile) => counting.filter((card) => pile.includes(card)));
  const slam = piles.some(hasAllHearts);
  const scores = piles.map((pile, place) => {
    let lines = pileLines(rules, pile, exposed, slam);
    const tricks = tricksAfterQueen[place] ?? 0;
    if (rules.all_point_cards === 'flat' && pile.length === counting.length) {
      lines = [line('all_point_cards', pile, ALL_POINT_CARDS_POINTS)];
    } else if (rules.queen_of_diamonds && tricks) {
      lines.push(line('queen_of_diamonds', [], TRICK_AFTER_QUEEN_POINTS * tricks, tricks));
    }
    return { points: sumLines(lines), lines };
  });
  const sweeper = piles.findIndex((pile) => pile.length === counting.length);
  const wins = rules.all_point_cards === 'instant-win' && sweeper >= 0;
  return { piles: scores, instantWin: wins ? sweeper : null, moon: null };
}

function pileLines(
  rules: GongzhuRules,
  pile: readonly Card[],
  exposed: Exposed,
  slam: boolean,
): ScoreLine[] {
  const lines: ScoreLine[] = [];
  const hearts = pile.filter((card) => HEARTS.includes(card));
  if (hearts.length > 0) {
    const times = factor(exposed, ACE_OF_HEARTS);
    const mode = exposed[ACE_OF_HEARTS];
    if (hasAllHearts(pile)) {
      lines.push(line('all_hearts', hearts, ALL_HEARTS_POINTS * times, times, mode));
    } else {
      const table = HEART_POINTS[rules.heart_values];
      const points = hearts.reduce((sum, card) => sum + table[RANKS.indexOf(card[0]!)]!, 0);
      lines.push(line('hearts', hearts, points * times, times, mode));
    }
  }
  const swapped = rules.pig_with_all_hearts === 'swap' && slam;
  if (pile.includes(PIG)) {
    const times = factor(exposed, PIG);
    const points = (swapped || pigTurns(rules, pile) ? 100 : -100) * times;
    lines.push(line('pig', [PIG], points, times, exposed[PIG]));
  }
  if (pile.includes(SHEEP)) {
    const times = factor(exposed, SHEEP);
    lines.push(line('sheep', [SHEEP], (swapped ? -100 : 100) * times, times, exposed[SHEEP]));
  }
  if (pile.includes(DOUBLER)) lines.push(doublerLine(rules, lines, exposed));
  return lines;
}

/** The line of 10♣, given those of the pile's other point cards. */
function doublerLine(
  rules: GongzhuRules,
  others: readonly ScoreLine[],
  exposed: Exposed,
): ScoreLine {
  const times = factor(exposed, DOUBLER);
  const mode = exposed[DOUBLER];
  const bonus = rules.lone_doubler * times;
  if (others.length === 0) return line('lone_doubler', [DOUBLER], bonus, times, mode);
  if (rules.cancelled_doubler === 'bonus-if-exposed' && times > 1 && sumLines(others) === 0) {
    return line('cancelled_doubler', [DOUBLER], bonus, times, mode);
  }
  return line('doubler', [DOUBLER], 0, 2 * times, mode);
}

/** Whether the pig counts for its captor instead of against it. */
function pigTurns(rules: GongzhuRules, pile: readonly Card[]): boolean {
  if (rules.pig_with_all_hearts === 'shooter') return hasAllHearts(pile);
  return rules.pig_with_all_hearts === 'sweep' && pile.length === pointCards(rules).length;
}

function hasAllHearts(pile: readonly Card[]): boolean {
  return HEARTS.every((card) => pile.includes(card));
}

function factor(exposed: Exposed, key: Card): number {
  const mode = exposed[key];
  return mode ? FACTORS[mode] : 1;
}
