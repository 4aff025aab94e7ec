/** Games in a row. Strips, round points and games lost are per side. */

import type { GameResult } from './game';
import { sidesOf, type Rules } from './rules';

export interface Match {
  strips: number[];
  roundPoints: number[];
  lost: number[];
  played: number;
}

/** A match before its first game. */
export function newMatch(rules: Rules): Match {
  const nothing = sidesOf(rules).map(() => 0);
  return { strips: nothing, roundPoints: nothing, lost: nothing, played: 0 };
}

/** The match after a game. */
export function afterGame(rules: Rules, match: Match, result: GameResult): Match {
  const strips = rules.worth === 'strips';
  return {
    strips: strips ? handOver(match.strips, result.losers) : match.strips,
    roundPoints: match.roundPoints.map((held, side) => held + result.roundPoints[side]!),
    lost: match.lost.map((count, side) => count + (result.losers.includes(side) ? 1 : 0)),
    played: match.played + 1,
  };
}

/** The sides that win the match if it ends now; ties share. */
export function leaders(rules: Rules, match: Match): number[] {
  const byPoints = rules.worth === 'round-points';
  const held = byPoints ? match.roundPoints.map((points) => -points) : match.lost;
  const best = Math.min(...held);
  return held.flatMap((count, side) => (count === best ? [side] : []));
}

/** Pig strips after a game: a sole loser is given all that others hold, and takes a new one when
 * it held one already or there was none; several losers take a new one each. */
function handOver(strips: readonly number[], losers: readonly number[]): number[] {
  const [loser] = losers;
  if (losers.length !== 1 || loser === undefined) {
    return strips.map((held, side) => held + (losers.includes(side) ? 1 : 0));
  }
  const all = strips.reduce((sum, held) => sum + held, 0);
  const fresh = strips[loser] || !all ? 1 : 0;
  return strips.map((_, side) => (side === loser ? all + fresh : 0));
}
