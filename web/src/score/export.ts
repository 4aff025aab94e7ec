/** A scorebook for others to read: a CSV file for spreadsheets, a text for a chat. */

import { t } from '../i18n';
import { list } from '../i18n/lists';
import { shown } from '../scoring/cards';
import { pointsSign, sidesOf } from '../scoring/rules';
import type { CountedDeal } from '../scoring/standing';
import { number, signed } from '../scoring/words';
import { counted, pileNames, sideNames, standing, type Book } from './book';

/** A row for each deal, as `gongzhu score` exports it. The mark at the front tells spreadsheets
 * that it is UTF-8. */
export function csvOf(book: Book): string {
  const head = [
    t('score.csv_game'),
    t('score.csv_deal'),
    ...pileNames(book),
    ...sideNames(book).map((name) => t('score.csv_total', { name })),
    ...pileNames(book).map((name) => t('score.csv_cards', { name })),
    t('score.csv_exposed'),
    t('score.csv_winners'),
    t('score.csv_losers'),
  ];
  const rows = counted(book).map((deal) => csvRow(book, deal));
  return '\ufeff' + [head, ...rows].map((row) => row.map(csvCell).join(',') + '\r\n').join('');
}

function csvRow(book: Book, deal: CountedDeal): (string | number)[] {
  const { result } = deal.game;
  const who = (sides: readonly number[]) =>
    sides
      .flatMap((side) => sidesOf(book.rules.rules)[side]!)
      .sort((one, other) => one - other)
      .map((seat) => book.names[seat])
      .join(', ');
  return [
    deal.gameNumber + 1,
    deal.place + 1,
    ...deal.score.piles.map((pile) => pile.points),
    ...deal.game.totals,
    ...deal.entry.captures.map((cards) => cards.map(shown).join(' ')),
    Object.entries(deal.entry.exposed ?? {})
      .map(([card, mode]) => `${shown(card)} ${mode}`)
      .join(', '),
    who(result?.winners ?? []),
    who(result?.losers ?? []),
  ];
}

function csvCell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A few lines for a chat: how it stands, and the last deal. `title` is that of the rules. */
export function chatText(book: Book, title: string): string {
  const deals = counted(book);
  const last = deals.at(-1);
  const lines = [title];
  if (last) {
    lines.push(t('score.chat_deals', { game: last.gameNumber + 1, n: last.number + 1 }));
    const order = last.game.totals.map((_, side) => side);
    const sign = pointsSign(book.rules.rules);
    order.sort((one, other) => sign * (last.game.totals[other]! - last.game.totals[one]!));
    for (const side of order) lines.push(chatLine(book, last, side));
  }
  const { match } = standing(book);
  if (match.played > 0) {
    lines.push(t('score.chat_lost', { list: tally(book, match.lost) }));
    if (match.strips.some(Boolean)) {
      lines.push(t('score.chat_strips', { list: tally(book, match.strips) }));
    }
    if (match.roundPoints.some(Boolean)) {
      lines.push(t('score.chat_round_points', { list: tally(book, match.roundPoints) }));
    }
  }
  return lines.join('\n');
}

function chatLine(book: Book, deal: CountedDeal, side: number): string {
  const change = deal.game.totals[side]! - deal.totalsBefore[side]!;
  const { result } = deal.game;
  const mark = result?.losers.includes(side)
    ? t('score.chat_lost_mark')
    : result?.winners.includes(side)
      ? t('score.chat_won_mark')
      : '';
  const total = number(deal.game.totals[side]!);
  const name = sideNames(book)[side]!;
  return t('score.chat_line', { name, total, change: signed(change), mark });
}

function tally(book: Book, counts: readonly number[]): string {
  return list(sideNames(book).map((name, side) => `${name} ${counts[side]}`));
}
