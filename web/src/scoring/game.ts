/** From deals to a game. All totals are per side. */

import { dealerAfter, pilesOf, pointsSign, sideOf, sidesOf, type MoonChoice } from './rules';
import type { Rules } from './rules';
import type { DealScore } from './score-lines';

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
  /** Deals of the match before the next one. */
  dealt: number;
  /** The seat that leads it first, where the last deal decides it; else null. */
  leader: number | null;
  result: GameResult | null;
}

/** A game before its first deal, when so many deals of the match have been dealt. */
export function newGame(rules: Rules, dealt = 0): Game {
  const totals = sidesOf(rules).map(() => 0);
  return { totals, number: 0, dealt, leader: null, result: null };
}

/** The game after a deal; `pigCaptor` is a seat. */
export function afterDeal(
  rules: Rules,
  game: Game,
  { piles, instantWin }: DealScore,
  pigCaptor: number | null,
): Game {
  const scores = piles.map(({ points }) => points);
  const winner = instantWin === null ? null : sideOf(rules, pilesOf(rules)[instantWin]![0]!);
  const [totals, result] = end(rules, sideTotals(rules, game.totals, scores), game.number, winner);
  const leader = nextLeader(rules, game.dealt + 1, scores, pigCaptor);
  return { totals, number: game.number + 1, dealt: game.dealt + 1, leader, result };
}

/** The first leader of the next deal, if the last one decides it. */
function nextLeader(
  rules: Rules,
  dealt: number,
  scores: readonly number[],
  pigCaptor: number | null,
): number | null {
  if (rules.later_lead === 'as-first') return null;
  if (rules.later_lead === 'pig-captor') return pigCaptor;
  const sign = pointsSign(rules) * (rules.later_lead === 'winner' ? 1 : -1);
  const wanted = Math.max(...scores.map((points) => sign * points));
  const named = pilesOf(rules).filter((_, pile) => sign * scores[pile]! === wanted);
  const dealer = dealerAfter(rules.players, dealt);
  const around = Array.from({ length: rules.players }, (_, n) => (dealer + 1 + n) % rules.players);
  return around.find((seat) => named.flat().includes(seat))!;
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

/** The totals after deal `number`, 0-based, and the result where the game ends with it: by an
 * instant win, by a limit, or by the count of deals. */
function end(
  rules: Rules,
  before: number[],
  number: number,
  instantWinner: number | null,
): [number[], GameResult | null] {
  const everyone = before.map((_, side) => side);
  const changes = new Map(rules.exact_total);
  const met = before.map((total) => changes.get(total) ?? total);
  if (instantWinner !== null) {
    const losers = everyone.filter((side) => side !== instantWinner);
    return [met, resultOf(rules, [instantWinner], losers, [instantWinner])];
  }
  const turns = (total: number) =>
    rules.at_lower_limit === 'turns-positive' && total === rules.lower_limit;
  const [below, above] = pastLimits(rules, met);
  const totals = met.map((total) => (turns(total) ? -total : total));
  if (!met.some(turns) && below.length + above.length === 0) {
    const over = rules.deals !== 'none' && number + 1 >= rules.deals;
    return [totals, over ? countResult(rules, totals) : null];
  }
  const high = rules.aim === 'high';
  const [good, bad] = high ? [above, below] : [below, above];
  const wins = (high ? rules.past_upper_limit : rules.past_lower_limit) === 'wins';
  const outright = wins ? good : [];
  // The limit on the bad side only ends the game where everybody loses who does not win.
  const fallen = rules.losers === 'past-limit' ? bad : [];
  const lost = everyone.filter((side) => [...(wins ? [] : good), ...fallen].includes(side));
  const standing = everyone.filter((side) => !lost.includes(side));
  const winners = outright.length > 0 ? outright : best(rules, totals, standing);
  const losers =
    rules.losers === 'past-limit' ? lost : everyone.filter((side) => !winners.includes(side));
  return [totals, resultOf(rules, winners, losers, outright)];
}

/** The sides past the lower limit, and those past the upper one. */
function pastLimits(rules: Rules, totals: readonly number[]): [number[], number[]] {
  const { lower_limit: lower, upper_limit: upper } = rules;
  const least = lower === 'none' ? -Infinity : lower + (rules.at_lower_limit === 'loses' ? 1 : 0);
  const most = upper === 'none' ? Infinity : upper - (rules.at_upper_limit === 'ends' ? 1 : 0);
  const sides = totals.map((_, side) => side);
  return [
    sides.filter((side) => totals[side]! < least),
    sides.filter((side) => totals[side]! > most),
  ];
}

/** The sides with the best total among these. */
function best(rules: Rules, totals: readonly number[], among: readonly number[]): number[] {
  const sign = pointsSign(rules);
  const most = Math.max(...among.map((side) => sign * totals[side]!));
  return among.filter((side) => sign * totals[side]! === most);
}

/** Where the count of deals ends a game, the best total wins and the worst loses. */
function countResult(rules: Rules, totals: readonly number[]): GameResult {
  const everyone = totals.map((_, side) => side);
  const winners = best(rules, totals, everyone);
  const worst = best({ ...rules, aim: rules.aim === 'high' ? 'low' : 'high' }, totals, everyone);
  const losers = worst.filter((side) => !winners.includes(side));
  return resultOf(rules, winners, losers, winners);
}

/** `outright` are the sides that take two round points. */
function resultOf(
  rules: Rules,
  winners: number[],
  losers: number[],
  outright: readonly number[],
): GameResult {
  const roundPoints = sidesOf(rules).map((_, side) => {
    if (rules.worth !== 'round-points' || losers.includes(side)) return 0;
    return outright.includes(side) ? 2 : 1;
  });
  return { winners, losers, roundPoints };
}

/** What the maker of a slam that does not answer gets: the others pay, unless that ends the game
 * without its side among the winners and taking the points does not. `scores` are those of the deal
 * after each choice. */
export function defaultMoonChoice(
  rules: Rules,
  game: Game,
  scores: Readonly<Record<MoonChoice, DealScore>>,
): MoonChoice {
  const spoils = (score: DealScore) => {
    const { result } = afterDeal(rules, game, score, null);
    if (score.slam === null || !result) return false;
    return !result.winners.includes(sideOf(rules, pilesOf(rules)[score.slam]![0]!));
  };
  return spoils(scores.others) && !spoils(scores.self) ? 'self' : 'others';
}
