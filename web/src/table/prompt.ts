/** The one line that says what is going on, and what the player may do. */

import { cardName, suitName, t, together } from '../i18n';
import { leadCard } from '../scoring/rules';
import { turnOf } from './deal-fold';
import { nameOf, namesOf } from './names';
import { actingSeats, choosingAtOnce } from './pacing';
import { passWay, receiverOf } from './running';
import type { Ask, RuleSet, TableView } from './wire';

/** What to do for an ask; `marked` cards are chosen for passing, and `full`: one more was tapped. */
export function askText(ask: Ask, view: TableView, marked: number, full: boolean): string {
  const { state, deal, seat } = view;
  const rules = state.settings.rules;
  if (!deal?.own || seat === null) return '';
  const { hand } = deal.own;
  switch (ask.kind) {
    case 'pass': {
      const to = receiverOf(seat, deal.public.passing, rules.players);
      const name = nameOf(state, to);
      if (full) return t('table.pass_full', { n: ask.count });
      if (marked === ask.count) return t('table.pass_ready', { name });
      if (marked > 0) return t('table.pass_more', { n: ask.count - marked, name });
      const way = t(`table.pass_${passWay(rules, deal.public.passing)}`);
      return t('table.pass_to', { n: ask.count, name, way });
    }
    case 'expose':
      if (Object.keys(ask.modes).length === 0) return t('table.expose_none_held');
      return rules.sale === 'face-down-or-up'
        ? t('AH' in ask.modes ? 'table.expose_sale_hearts' : 'table.expose_sale')
        : t('AH' in ask.modes ? 'table.expose_choose_hearts' : 'table.expose_choose');
    case 'play': {
      if (ask.claim) return t('table.claim_hint');
      const led = deal.public.trick[0];
      if (led === undefined) {
        const only = ask.cards.length === 1 && hand.length > 1 ? ask.cards[0] : undefined;
        return only !== undefined && only === leadCard(rules)
          ? t('table.your_turn_lead_only', { card: cardName(only) })
          : t('table.your_turn_lead');
      }
      const suit = led.charAt(1);
      return hand.some((card) => card.endsWith(suit))
        ? t('table.your_turn_follow', { suit: suitName(suit) })
        : t('table.your_turn_discard', { suit: suitName(suit) });
    }
    case 'moon':
      return t('table.moon_title');
  }
}

/** What exposing the key cards of an ask comes to, for each kind of card among them. */
export function exposeEffect(modes: Ask['modes'], { doubler }: RuleSet): string {
  const sold = Object.values(modes).some((ways) => ways?.includes('up'));
  const effect = sold ? 'sale_effect' : 'expose_effect';
  return together(
    // The ace of hearts and the doubler do not count themselves.
    sold || 'QS' in modes || 'JD' in modes ? t(`table.${effect}`) : '',
    'AH' in modes ? t(`table.${effect}_AH`) : '',
    doubler !== null && doubler in modes ? t(`table.${effect}_doubler`) : '',
    t('table.expose_together'),
  );
}

/** What the table waits for when it asks nothing of the player, as far as it is shown. */
export function waitText(view: TableView, ahead: string | null): string {
  const { state, deal } = view;
  if (state.stage === 'calling') return t('table.dealing');
  if (state.stage !== 'playing' || !deal) return '';
  if (ahead !== null) return t('table.ahead', { card: cardName(ahead) });
  const { phase } = deal.public;
  const acting = actingSeats(view).filter((seat) => seat !== view.seat);
  if (phase === 'passing' || phase === 'exposing') {
    // Before it is the player's turn to choose, cards are dealt, or come from another seat.
    if (!choosingAtOnce(view) || (view.seat !== null && !deal.chosen[view.seat]))
      return deal.own?.received ? '' : t('table.dealing');
    if (acting.length === 0) return '';
    const names = namesOf(state, acting);
    if (view.seat === null) return t('table.next_waiting', { names });
    return t(`table.${phase === 'passing' ? 'pass' : 'expose'}_waiting`, { names });
  }
  if (acting.length === 0) return '';
  const turn = turnOf(deal.public);
  const name = nameOf(state, turn ?? 0);
  return deal.public.phase === 'moon'
    ? t('table.moon_waits', { name })
    : t('table.thinking', { name });
}
