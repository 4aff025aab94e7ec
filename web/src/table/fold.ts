/** A view of a table after the next fact that its observer saw. */

import { evolveDeal } from './deal-fold';
import { foldState } from './state-fold';
import type { DealView, Fact, RuleSet, TableView } from './wire';

/** Equal to `gongzhu.table.evolve_table_view`: all facts folded are the view that a snapshot would bring. */
export function fold(view: TableView, fact: Fact): TableView {
  const deal = foldDeal(view.state.settings.rules, view.deal, fact, view.seat);
  return { state: foldState(view.state, fact), seat: view.seat, deal };
}

function foldDeal(
  rules: RuleSet,
  deal: DealView | null,
  fact: Fact,
  seat: number | null,
): DealView | null {
  switch (fact.type) {
    case 'happened':
      return evolveDeal(rules, deal, fact.event, seat);
    case 'chose':
      return deal && { ...deal, chosen: deal.chosen.map((each, at) => each || at === fact.seat) };
    case 'deal_called':
      return null;
    default:
      return deal;
  }
}
