/** Two seats exchanged between games: what belongs to who sits there goes along. */

import type { TableState } from './wire';

/** Points and strips follow the players, except where partners have them together. */
export function swappedState(state: TableState, one: number, other: number): TableState {
  const place = (at: number) => (at === one ? other : at === other ? one : at);
  const swapped = <Item>(items: readonly Item[]) => items.map((_, at) => items[place(at)]!);
  const moved = <Item>(items: Item[]) =>
    items.length === state.seats.length ? swapped(items) : items;
  const sides = (places: number[]) =>
    state.settings.rules.partners === 'none' ? places.map(place).sort((a, b) => a - b) : places;
  return {
    ...state,
    seats: swapped(state.seats),
    host: state.host === null ? null : place(state.host),
    totals: moved(state.totals),
    deals: state.deals.map((deal) => ({
      ...deal,
      scores: moved(deal.scores),
      totals: moved(deal.totals),
    })),
    games: state.games.map((game) => ({
      ...game,
      winners: sides(game.winners),
      losers: sides(game.losers),
      totals: moved(game.totals),
    })),
    strips: moved(state.strips),
    round_points: moved(state.round_points),
    lost: moved(state.lost),
  };
}
