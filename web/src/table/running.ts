/** What a deal comes to so far, and what a page can work out from a view. */

import { scorePiles, slamPoints } from '../scoring/score';
import type { DealScore } from '../scoring/score-lines';
import { placeOf } from '../scoring/cards';
import { handSize, pilesOf, sideOf, sidesOf } from '../scoring/rules';
import type { Exposure, Public, RuleSet, TableState, TableView } from './wire';

/** Points of each pile, by what is captured and known to be exposed. */
export function runningPoints(rules: RuleSet, deal: Public): number[] {
  return runningScore(rules, deal).piles.map(({ points }) => points);
}

/** Points of each seat's pile; partners who capture together have the same ones. */
export function pointsSoFar(rules: RuleSet, deal: Public): number[] {
  const points = runningPoints(rules, deal);
  return deal.captured.map((_, seat) => points[pileOf(rules, seat)]!);
}

/** Points of a seat's side in the deal that is shown: so far, or once it is over in all. */
export function shownPoints({ state, deal }: TableView, seat: number): number {
  const { rules } = state.settings;
  const last = state.deals.at(-1);
  if ((state.stage === 'scored' || state.stage === 'finished') && last) {
    const side = sideOf(rules, seat);
    return last.totals[side]! - (state.deals.at(-2)?.totals[side] ?? 0);
  }
  if (!deal || deal.public.tricks.length === 0) return 0;
  return runningPoints(rules, deal.public)[pileOf(rules, seat)]!;
}

/** Points of each side in the deal that is being played; null: none is. */
export function sidesSoFar({ state, deal }: TableView): number[] | null {
  if (state.stage !== 'playing' || !deal) return null;
  const { rules } = state.settings;
  const points = runningPoints(rules, deal.public);
  return sidesOf(rules).map((seats) =>
    [...new Set(seats.map((seat) => pileOf(rules, seat)))].reduce(
      (sum, pile) => sum + points[pile]!,
      0,
    ),
  );
}

/** The total of each side with what the deal that is being played comes to so far. */
export function totalsSoFar(view: TableView): number[] {
  const running = sidesSoFar(view);
  return view.state.totals.map((total, side) => total + (running?.[side] ?? 0));
}

/** The score of each pile so far, as the lines of a sum. */
export function runningScore(rules: RuleSet, deal: Public): DealScore {
  const piles = pilesOf(rules);
  const captured = piles.map((seats) => seats.flatMap((seat) => deal.captured[seat] ?? []));
  const allTricks = piles.findIndex((seats) =>
    deal.tricks.every(({ winner }) => seats.includes(winner)),
  );
  return scorePiles(rules, captured, {
    exposed: exposedIn(deal),
    tricksAfterQueen: piles.map((seats) => tricksAfterQueen(deal, seats)),
    moonChoice: deal.moon_choice,
    allTricks: deal.tricks.length === handSize(rules) && allTricks >= 0 ? allTricks : null,
  });
}

/** How many points the slam counts that has been made. */
export function slamAmount(rules: RuleSet, deal: Public): number {
  const seats = pilesOf(rules)[pileOf(rules, deal.shooter ?? 0)]!;
  const pile = seats.flatMap((seat) => deal.captured[seat] ?? []);
  return slamPoints(rules, pile, exposedIn(deal));
}

/** What the last trick brought the pile that took it, with all that it changed there; 0: none yet. */
export function lastTrickPoints(rules: RuleSet, deal: Public): number {
  const last = deal.tricks.at(-1);
  if (!last) return 0;
  const captured = deal.captured.map((cards, seat) =>
    seat === last.winner ? cards.filter((card) => !last.cards.includes(card)) : cards,
  );
  const before = { ...deal, captured, tricks: deal.tricks.slice(0, -1), moon_choice: null };
  const pile = pileOf(rules, last.winner);
  return runningPoints(rules, deal)[pile]! - runningPoints(rules, before)[pile]!;
}

const exposedIn = (deal: Public) =>
  Object.fromEntries(deal.exposed.map(({ card, mode }) => [card, mode]));

/** How many tricks a pile has won after the one in which it captured the queen of diamonds. */
function tricksAfterQueen(deal: Public, seats: readonly number[]): number {
  const place = deal.tricks.findIndex(({ cards }) => cards.includes('QD'));
  if (place < 0 || !seats.includes(deal.tricks[place]!.winner)) return 0;
  return deal.tricks.slice(place + 1).filter(({ winner }) => seats.includes(winner)).length;
}

/** The place of a seat's pile. */
export function pileOf(rules: RuleSet, seat: number): number {
  return pilesOf(rules).findIndex((seats) => seats.includes(seat));
}

/** How a card is known to be exposed; null where it is not. */
export function exposureOf(deal: Public, card: string): Exposure | null {
  return deal.exposed.find((exposure) => exposure.card === card) ?? null;
}

/** Whether a card has been played in this deal. */
export function played(deal: Public, card: string): boolean {
  const of = (cards: readonly string[]) => cards.includes(card);
  return of(deal.trick) || deal.tricks.some(({ cards }) => of(cards));
}

/** The place in a trick of the card that takes it as it lies; null: no card lies there. */
export function winningPlace(trick: readonly string[]): number | null {
  const following = trick.filter((card) => card[1] === trick[0]![1]);
  const highest = following.sort((a, b) => placeOf(b) - placeOf(a))[0];
  return highest === undefined ? null : trick.indexOf(highest);
}

/** The order of a pile: pig, sheep, other cards, then hearts from the highest. */
export function pileOrder<Card extends string>(cards: readonly Card[]): Card[] {
  const place = (card: Card) => {
    const first = ['QS', 'JD'].indexOf(card);
    return (first >= 0 ? first : card[1] === 'H' ? 30 : 10) - (placeOf(card) % 13) / 20;
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** The players that a table between two deals or games still waits for. */
export function notReady(state: TableState): number[] {
  return state.seats.flatMap((seat, place) =>
    seat.kind === 'player' && seat.online && !seat.ready && !seat.left ? [place] : [],
  );
}

/** The seat that gets the cards of this one, where cards are passed on by so many seats. */
export function receiverOf(seat: number, passing: number, players: number): number {
  return (seat + passing + players) % players;
}

/** The seat whose cards this one gets. */
export function giverOf(seat: number, passing: number, players: number): number {
  return receiverOf(seat, -passing, players);
}

/** To whom cards go that are passed on by so many seats, as one sees it from one's own. */
export function passWay(
  { players, direction }: { players: number; direction: RuleSet['direction'] },
  passing: number,
): 'left' | 'right' | 'across' | 'left_2' | 'right_2' {
  const seats = (direction === 'clockwise' ? passing : -passing) + 2 * players;
  switch (seats % players) {
    case 1:
      return 'left';
    case players - 1:
      return 'right';
    case players / 2:
      return 'across';
    case 2:
      return 'left_2';
    default:
      return 'right_2';
  }
}
