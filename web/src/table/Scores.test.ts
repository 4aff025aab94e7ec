import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import { PRESETS } from '../scoring/rule-texts';
import Scores from './Scores.svelte';
import type { TableView } from './wire';

/** A game of so many players after three deals, in which seat n came to −100 · n each time. */
function after(players: number): TableView {
  const rules = { ...PRESETS['gongzhu-pagat']!, players };
  const seats = Array.from({ length: players }, (_, seat) => ({
    kind: 'bot',
    name: `Bot ${seat}`,
  }));
  const totals = (deals: number) => seats.map((_, seat) => -100 * seat * deals);
  const deals = [1, 2, 3].map((count) => ({ count, scores: totals(1), totals: totals(count) }));
  const state = {
    stage: 'scored',
    settings: { rules },
    seats,
    deals,
    totals: totals(3),
    games: [],
  };
  return { seat: 0, state, deal: null } as unknown as TableView;
}

const cells = (row: Element) => [...row.children].map((cell) => cell.textContent.trim());

test('more than five players have a row each, with the last deal and the sum', () => {
  render(Scores, { scene: after(8) });
  const [head, ...rows] = screen.getAllByRole('row').map(cells);
  expect(head).toEqual(['', 'Deals 1–2', 'Deal 3', 'Total']);
  expect(rows).toHaveLength(8);
  expect(rows[7]).toEqual(['Bot 7', '−1400', '−700', '−2100']);
});

test('up to five have a column each, with a row for each deal', () => {
  render(Scores, { scene: after(4) });
  const rows = screen.getAllByRole('row').map(cells);
  expect(rows.map(([title]) => title)).toEqual(['', 'Deal 1', 'Deal 2', 'Deal 3', 'Total']);
  expect(rows[4]).toEqual(['Total', '0', '−300', '−600', '−900']);
});
