/** One's own tables as they are listed. */

import { t } from '../i18n';
import { list } from '../i18n/lists';
import { number } from '../scoring/words';
import type { RulesForm, TableBrief } from '../wire/types';

/** Whether something is left to be played at a table before its game is over. */
export function unfinished({ stage }: TableBrief): boolean {
  return stage !== 'finished';
}

/** Whether cards are played there, or soon will be again. */
function running({ stage }: TableBrief): boolean {
  return stage === 'calling' || stage === 'playing' || stage === 'scored';
}

/** A name that tells one's own games apart, such as "Gong Zhu with Lulu, Momo, Nana, deal 3". */
export function gameTitle(table: TableBrief, form: RulesForm | null): string {
  const family = form?.families.find((each) => each.family === table.family);
  const game = family?.title ?? table.title;
  const names = table.seats.flatMap(({ name }, seat) =>
    name && seat !== table.seat ? [name] : [],
  );
  const named =
    table.name || (names.length > 0 ? t('lobby.game_with', { game, names: list(names) }) : game);
  if (table.stage === 'gathering') return t('lobby.game_gathering', { game: named });
  if (!running(table)) return named;
  // Between two deals it is still the last one that stands on the table.
  const n = table.deals + (table.stage === 'scored' ? 0 : 1);
  return t('lobby.game_deal', { game: named, n });
}

/** The rules of a game, and where one stands in it. */
export function gameAbout(table: TableBrief): string {
  const { title, totals, seat, deals } = table;
  if (deals === 0 || seat === null || seat === undefined) return title;
  // Partners have one total for two seats.
  const points = number(totals[seat % totals.length] ?? 0);
  return `${title} · ${t('lobby.so_far', { points })}`;
}

/** What one can do with a game that one does not go on with: where others sit, leave it to them. */
export function wayOut(table: TableBrief): 'end' | 'remove' | 'leave' {
  if (!running(table)) return 'remove';
  const others = table.seats.some(({ kind }, seat) => kind === 'player' && seat !== table.seat);
  return others ? 'leave' : 'end';
}
