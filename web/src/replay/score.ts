/** What the captured cards of a running deal are worth so far, by what everybody knows. */

import { QUEEN_OF_DIAMONDS } from '../scoring/cards';
import { pilesOf } from '../scoring/rules';
import { scorePiles } from '../scoring/score';
import type { Public, RuleSet } from '../table/wire';

/** The points of each seat's pile; partners who capture together have the same ones. */
export function pointsSoFar(rules: RuleSet, deal: Public): number[] {
  const owners = pilesOf(rules);
  const captured = owners.map((owner) => owner.flatMap((seat) => deal.captured[seat]!));
  const exposed = Object.fromEntries(deal.exposed.map(({ card, mode }) => [card, mode]));
  const tricks = owners.map((owner) => tricksAfterQueen(deal, owner));
  const { piles } = scorePiles(rules, captured, exposed, tricks, deal.moon_choice);
  return deal.captured.map((_, seat) => {
    const pile = owners.findIndex((owner) => owner.includes(seat));
    return piles[pile]!.points;
  });
}

/** How many tricks the seats of a pile won after one of them captured Q♦. */
function tricksAfterQueen(deal: Public, owner: readonly number[]): number {
  const place = deal.tricks.findIndex((trick) =>
    (trick.cards as readonly string[]).includes(QUEEN_OF_DIAMONDS),
  );
  if (place < 0 || !owner.includes(deal.tricks[place]!.winner)) return 0;
  return deal.tricks.slice(place + 1).filter((trick) => owner.includes(trick.winner)).length;
}
