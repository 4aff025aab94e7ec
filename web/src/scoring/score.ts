/** Scores of captured cards, under all rules by values, factors and slams; the same sums as the
 * engine's `gongzhu.rules.score`. */

import { ACE_OF_HEARTS, isHeart, PIG, SHEEP, type Card } from './cards';
import {
  countingHearts,
  factorOf,
  penaltiesOf,
  pilesOf,
  pointCards,
  pointsSign,
  sideOf,
  valuesOf,
  type MoonChoice,
  type Rules,
} from './rules';
import { line, sumLines, type DealScore, type Exposed, type ScoreLine } from './score-lines';

const FLAT_SLAM_POINTS = 1000;
const TRICK_AFTER_QUEEN_POINTS = 10;

/** What a score depends on besides the captured cards. */
export interface Circumstances {
  exposed?: Exposed;
  /** By pile: how many tricks it won after the one with Q♦ in it. */
  tricksAfterQueen?: readonly number[];
  /** What the maker of a slam chose, where that is left to it; else the others pay. */
  moonChoice?: MoonChoice | null;
  /** The pile that captured every trick. */
  allTricks?: number | null;
}

/** Score the captured cards of each pile; cards that count nothing may be left out. */
export function scorePiles(
  rules: Rules,
  captured: readonly (readonly Card[])[],
  { exposed = {}, tricksAfterQueen = [], moonChoice, allTricks = null }: Circumstances = {},
): DealScore {
  const counting = pointCards(rules);
  const needed = slamCards(rules);
  const piles = captured.map((pile) => counting.filter((card) => pile.includes(card)));
  const slam = slamOf(rules, piles);
  const way = rules.all_point_cards === 'choice' ? (moonChoice ?? 'others') : rules.all_point_cards;
  const paid = slam !== null && ['flat', 'others', 'self'].includes(way);
  const amount = paid ? slamPoints(rules, piles[slam]!, exposed) : 0;
  const values = valuesOf(rules);
  const swap =
    rules.pig_with_all_hearts === 'swap' && piles.some((pile) => hasAllHearts(rules, pile));
  if (swap) values.set(PIG, values.get(SHEEP)!).set(SHEEP, valuesOf(rules).get(PIG)!);
  const scores = piles.map((pile, place) => {
    // What a slam that is paid is made of counts nothing by itself.
    const cards = paid ? pile.filter((card) => !needed.includes(card)) : pile;
    let lines = pileLines(rules, values, pile, cards, exposed, paid);
    const tricks = tricksAfterQueen[place] ?? 0;
    if (rules.queen_of_diamonds && tricks) {
      const points = pointsSign(rules) * TRICK_AFTER_QUEEN_POINTS * tricks;
      lines.push(line('queen_of_diamonds', [], points, tricks));
    }
    if (paid) {
      const points = paidTo(rules, way, amount, slam, place);
      if (place !== slam) {
        const partner = sameSide(rules, slam, place);
        lines.push(line(partner ? 'slam_of_partner' : 'slam_of_another', [], points));
      } else {
        const made = line(
          'slam',
          pile.filter((card) => needed.includes(card)),
          points,
        );
        lines = way === 'flat' ? [made] : [...lines, made];
      }
    }
    if (allTricks !== null && rules.all_tricks !== 'none') {
      const points = paidTo(rules, way, rules.all_tricks, allTricks, place);
      const kind = place === allTricks ? 'all_tricks' : 'all_tricks_of_another';
      if (points) lines.push(line(kind, [], points));
    }
    return { points: sumLines(lines), lines };
  });
  return { piles: scores, instantWin: way === 'instant-win' ? slam : null, slam };
}

/** The pile that has made a slam; null where none has. */
export function slamOf(rules: Rules, captured: readonly (readonly Card[])[]): number | null {
  if (rules.all_point_cards === 'plain') return null;
  const needed = slamCards(rules);
  const place = captured.findIndex((pile) => needed.every((card) => pile.includes(card)));
  return place < 0 ? null : place;
}

/** The cards that one pile must hold for a slam. */
function slamCards(rules: Rules): Card[] {
  return rules.slam_needs === 'penalties' ? penaltiesOf(rules) : pointCards(rules);
}

/** How many points the slam made by this pile pays. */
export function slamPoints(rules: Rules, pile: readonly Card[], exposed: Exposed): number {
  if (rules.slam_points !== 'none') return rules.slam_points;
  if (rules.all_point_cards === 'flat') return FLAT_SLAM_POINTS;
  const values = valuesOf(rules);
  const sum = penaltiesOf(rules).reduce(
    (total, card) =>
      total + Math.abs(values.get(card)!) * factorOf(exposed[isHeart(card) ? ACE_OF_HEARTS : card]),
    0,
  );
  const doubled = rules.doubler && pile.includes(rules.doubler);
  return doubled ? sum * 2 * factorOf(exposed[rules.doubler!]) : sum;
}

/** What a pile gets of a slam of so many points: where the others pay, what it costs each pile of
 * another side, and otherwise what its maker receives. */
function paidTo(rules: Rules, way: string, amount: number, maker: number, pile: number): number {
  const points = pointsSign(rules) * amount;
  if (way !== 'others') return pile === maker ? points : 0;
  return sameSide(rules, maker, pile) ? 0 : -points;
}

/** Whether two piles are of one side. */
function sameSide(rules: Rules, ...piles: [number, number]): boolean {
  const [one, other] = piles.map((pile) => sideOf(rules, pilesOf(rules)[pile]![0]!));
  return one === other;
}

/** The lines of a pile's cards. `cards` are those of the pile that count by themselves. */
function pileLines(
  rules: Rules,
  values: ReadonlyMap<Card, number>,
  pile: readonly Card[],
  cards: readonly Card[],
  exposed: Exposed,
  paid: boolean,
): ScoreLine[] {
  const lines: ScoreLine[] = [];
  const sign = pointsSign(rules);
  const shot = !paid && hasAllHearts(rules, pile);
  const add = (kind: ScoreLine['kind'], of: readonly Card[], turns: boolean, key?: Card) => {
    if (of.length === 0) return;
    const sum = of.reduce((total, card) => total + values.get(card)!, 0);
    const times = key ? factorOf(exposed[key]) : 1;
    const points = (turns ? sign * Math.abs(sum) : sum) * times;
    lines.push(line(kind, of, points, times, (key && exposed[key]) ?? null));
  };
  const turned = shot && rules.all_hearts === 'in-favour';
  add(turned ? 'all_hearts' : 'hearts', cards.filter(isHeart), turned, ACE_OF_HEARTS);
  const own = (wanted: Card) => cards.filter((card) => card === wanted);
  add('pig', own(PIG), !paid && pigTurns(rules, pile), PIG);
  add('sheep', own(SHEEP), false, SHEEP);
  const rest = cards.filter(
    (card) => !isHeart(card) && card !== PIG && card !== SHEEP && card !== rules.doubler,
  );
  add('cards', rest, false);
  const doubler = rules.doubler;
  if (doubler && cards.includes(doubler) && (lines.length > 0 || pile.length === 1)) {
    lines.push(doublerLine(rules, doubler, lines, exposed));
  }
  return lines;
}

/** The line of the doubler, given those of the pile's other point cards. */
function doublerLine(
  rules: Rules,
  doubler: Card,
  others: readonly ScoreLine[],
  exposed: Exposed,
): ScoreLine {
  const times = factorOf(exposed[doubler]);
  const mode = exposed[doubler];
  const bonus = rules.lone_doubler * times;
  if (others.length === 0) return line('lone_doubler', [doubler], bonus, times, mode);
  if (rules.cancelled_doubler === 'bonus-if-exposed' && times > 1 && sumLines(others) === 0) {
    return line('cancelled_doubler', [doubler], bonus, times, mode);
  }
  return line('doubler', [doubler], 0, 2 * times, mode);
}

/** Whether the pig counts in favour of the captor of this pile. */
function pigTurns(rules: Rules, pile: readonly Card[]): boolean {
  if (rules.pig_with_all_hearts === 'shooter') return hasAllHearts(rules, pile);
  return rules.pig_with_all_hearts === 'sweep' && pile.length === pointCards(rules).length;
}

function hasAllHearts(rules: Rules, pile: readonly Card[]): boolean {
  const hearts = countingHearts(rules);
  return hearts.length > 1 && hearts.every((card) => pile.includes(card));
}
