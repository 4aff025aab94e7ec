/** The bar over a table: which table it is, and how far its game has come. */

import { t } from '../i18n';
import type { RuleWords } from '../scoring/rule-words';
import { handSize, losingLimit } from '../scoring/rules';
import { number } from '../scoring/words';
import type { Settings, TableView } from './wire';

/** The table's name, or that of its rules; `texts` is null until it is there. */
export function titleOf({ name, preset, day }: Settings, texts: RuleWords | null): string {
  if (day) return t('lobby.tool_daily');
  return name || (preset && texts ? texts.preset(preset).title : t('table.rules_own'));
}

/** The game, the deal and the trick of a table, its limit, and on how many `devices` the player
 * looks at it; empty while its players gather. `board`: which deal of a tournament it is. */
export function progressOf({ state, deal }: TableView, devices: number, board = ''): string {
  if (state.stage === 'gathering') return '';
  const { day, rules } = state.settings;
  const inPlay = state.stage === 'calling' || state.stage === 'playing';
  const round = deal?.public;
  const game = state.games.length + (state.stage === 'finished' ? 0 : 1);
  const count = Math.max(1, state.deals.length + (inPlay ? 1 : 0));
  const parts = [board || (day ? day.day : t('table.deal_number', { n: count }))];
  if (day?.practice) parts.push(t('table.of_day_practice'));
  if (state.practice && !day) parts.unshift(t('games.practice'));
  if (game > 1) parts.unshift(t('table.game_number', { n: game }));
  if (state.stage === 'playing' && round?.phase === 'playing') {
    const all = handSize(rules);
    parts.push(t('table.trick_of', { n: Math.min(round.tricks.length + 1, all), all }));
  }
  if (!day && !state.settings.board) {
    const limit = losingLimit(rules);
    if (limit !== null) parts.push(t('table.game_to', { limit: number(limit) }));
    if (rules.deals !== 'none') parts.push(t('table.game_deals', { n: rules.deals }));
  }
  if (inPlay && round?.hearts_broken && rules.hearts_must_be_broken) parts.push(t('table.broken'));
  if (devices > 1) parts.push(t('table.another_device', { n: devices }));
  return parts.join(' · ');
}
