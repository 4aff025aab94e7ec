/** From deals to a game, and from games to a match. All totals are per side. */

import { pilesOf, sideOf, sidesOf, type GongzhuRules, type HeartsRules } from './rules';
import type { MoonChoice, Rules } from './rules';
import { MOON_POINTS } from './score-hearts';

/** How a game ended: the places of sides in `sidesOf`. */
export interface GameResult {
  winners: number[];
  losers: number[];
  /** Per side, what the game was worth; all 0 where the rules give none. */
  roundPoints: number[];
}

/** A game between two deals, or at its end. */
export interface Game {
  totals: number[];
  /** Of the next deal, 0-based. */
  number: number;
  /** The seat that leads it first, where the last captor of the pig does; else null. */
  leader: number | null;
  result: GameResult | null;
}

/** A game before its first deal. */
export function newGame(rules: Rules): Game {
  return { totals: sidesOf(rules).map(() => 0), number: 0, leader: null, result: null };
}

/** The game after a deal. `scores` and `instantWin` are by pile; `pigCaptor` is a seat. */
export function afterDeal(
  rules: Rules,
  game: Game,
  scores: readonly number[],
  pigCaptor: number | null,
  instantWin: number | null,
): Game {
  const winner = instantWin === null ? null : sideOf(rules, pilesOf(rules)[instantWin]![0]!);
  const [totals, result] = end(rules, sideTotals(rules, game.totals, scores), winner);
  const leader = rules.later_lead === 'pig-captor' ? pigCaptor : null;
  return { totals, number: game.number + 1, leader, result };
}

/** Running totals with the scores of a deal's piles added to them. */
export function sideTotals(
  rules: Rules,
  totals: readonly number[],
  scores: readonly number[],
): number[] {
  const added = [...totals];
  pilesOf(rules).forEach((owner, pile) => {
    const side = sideOf(rules, owner[0]!);
    added[side] = added[side]! + (scores[pile] ?? 0);
  });
  return added;
}

function end(
  rules: Rules,
  totals: number[],
  instantWinner: number | null,
): [number[], GameResult | null] {
  return rules.family === 'gongzhu'
    ? endGongzhu(rules, totals, instantWinner)
    : [totals, endHearts(rules, totals)];
}

function endGongzhu(
  rules: GongzhuRules,
  before: number[],
  instantWinner: number | null,
): [number[], GameResult | null] {
  const everyone = before.map((_, side) => side);
  if (instantWinner !== null) {
    const losers = everyone.filter((side) => side !== instantWinner);
    return [before, gongzhuResult(rules, before.length, [instantWinner], losers, [instantWinner])];
  }
  const turns = (total: number) =>
    rules.at_lower_limit === 'turns-positive' && total === rules.lower_limit;
  const pastLower = (total: number) =>
    total < rules.lower_limit || (total === rules.lower_limit && rules.at_lower_limit === 'loses');
  const below = everyone.filter((side) => pastLower(before[side]!));
  const above = everyone.filter((side) => rules.upper_limit && before[side]! > rules.upper_limit);
  const totals = before.map((total) => (turns(total) ? -total : total));
  if (!before.some(turns) && below.length === 0 && above.length === 0) return [totals, null];
  const losers = everyone.filter(
    (side) => below.includes(side) || (rules.past_upper_limit === 'loses' && above.includes(side)),
  );
  let winners = above;
  if (above.length === 0 || rules.past_upper_limit === 'loses') {
    const standing = everyone.filter((side) => !losers.includes(side));
    const best = Math.max(...standing.map((side) => totals[side]!));
    winners = standing.filter((side) => totals[side] === best);
  }
  return [totals, gongzhuResult(rules, totals.length, winners, losers, above)];
}

/** `outright` are those past a winning limit, or who won at once: they take two round points. */
function gongzhuResult(
  rules: GongzhuRules,
  sides: number,
  winners: number[],
  losers: number[],
  outright: readonly number[],
): GameResult {
  const roundPoints = Array.from({ length: sides }, (_, side) => {
    if (rules.worth !== 'round-points' || losers.includes(side)) return 0;
    return outright.includes(side) ? 2 : 1;
  });
  return { winners, losers, roundPoints };
}

function endHearts(rules: HeartsRules, totals: readonly number[]): GameResult | null {
  const highest = Math.max(...totals);
  if (highest < rules.limit) return null;
  if (highest === rules.limit && rules.at_limit === 'plays-on') return null;
  const lowest = Math.min(...totals);
  const everyone = totals.map((_, side) => side);
  return {
    winners: everyone.filter((side) => totals[side] === lowest),
    losers: everyone.filter((side) => totals[side] !== lowest),
    roundPoints: totals.map(() => 0),
  };
}

/** What a shooter that does not answer gets: 26 for the others, unless that ends the game without
 * the shooter among the lowest. */
export function defaultMoonChoice(
  rules: HeartsRules,
  totals: readonly number[],
  shooter: number,
): MoonChoice {
  const scores = totals.map((_, side) => (side === shooter ? 0 : MOON_POINTS));
  const result = endHearts(rules, sideTotals(rules, totals, scores));
  return result && !result.winners.includes(shooter) ? 'self' : 'others';
}
