import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import type { Aim } from '../scoring/behind';
import { PRESETS } from '../scoring/rule-texts';
import JudgedHand from '../board/JudgedHand.svelte';
import { toldChoices } from './figures';
import Spread from './Spread.svelte';
import type { ReviewedChoice, ToldDecision } from './wire';

const rules = PRESETS['gongzhu-pagat']!;
const about = (mean: number, half: number) => ({ mean, low: mean - half, high: mean + half });

/** Choices whose own points run against their order. */
function decided(aim: Aim, ...behind: [string, number, number][]): ToldDecision {
  const choices = behind.map(
    ([card, mean, half], place) =>
      ({
        action: { type: 'play', card },
        behind: about(mean, half),
        points: about(-90 + 20 * place, 3),
        samples: 400,
        histogram: [10, 5, 1],
      }) as ReviewedChoice,
  );
  const action = choices.at(-1)!.action;
  return { aim, kind: 'play', action, best: choices[0]!.action, choices } as ToldDecision;
}

const rowsOf = (decision: ToldDecision) => {
  const { container } = render(Spread, { rules, decision, bins: [-100, 0] });
  return [...container.querySelectorAll('li:not(.heads):not(.axis)')];
};
const said = (row: Element) =>
  row.querySelector('.figure')!.textContent.replace(/\s+/g, ' ').trim();

await addTopics('replay', 'review');
afterEach(cleanup);

test('choices of a review are told by how far they are behind the best, whatever their points', () => {
  const rows = rowsOf(decided('points', ['QS', 0, 0], ['KS', 0.4, 2], ['2H', 47, 6]));
  expect(rows.map(said)).toEqual([
    'queen of spades: 0 the best, Own points: −90',
    'king of spades: about the same Own points: −70',
    '2 of hearts, played: −47 ± 6 behind the best, Own points: −50',
  ]);
  expect(document.querySelectorAll('rect').length).toBeGreaterThan(0);
});

test('where the game counts, a review tells its chance alone, with a bar of it', () => {
  const rows = rowsOf(decided('game', ['QS', 0, 0], ['KS', 0.012, 0.02], ['2H', 0.06, 0.01]));
  expect(rows.map(said)).toEqual([
    'queen of spades: 0 the best',
    'king of spades: −1.2% ± 2.0% behind the best, but not for sure',
    '2 of hearts, played: −6% ± 1% behind the best',
  ]);
  const bars = rows.map((row) => row.querySelector<HTMLElement>('.track span')!);
  expect(bars.map((bar) => [bar.className.split(' ')[0], bar.style.width])).toEqual([
    ['best', '0%'],
    ['open', '12%'],
    ['worse', '60%'],
  ]);
  expect(document.querySelectorAll('rect')).toHaveLength(0);
  expect(document.body.textContent).not.toContain('Own points');
});

test('cards of the hand carry the same figures', () => {
  const decision = decided('points', ['QS', 0, 0], ['KS', 0.4, 2], ['2H', 47, 6]);
  const told = toldChoices(rules, decision);
  const cards = ['QS', 'KS', '2H'] as const;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const { container } = render(JudgedHand, {
    label: 'Ann',
    hand: cards,
    modes: new Map(),
    told: new Map(cards.map((card, place) => [card, told[place]!])),
    legal: new Set(cards),
    did: ['2H'],
    best: ['QS'],
    done: 'played',
  });
  const items = [...container.querySelectorAll('li')];
  expect(items.map((item) => item.getAttribute('aria-label'))).toEqual([
    'king of spades, about the same',
    'queen of spades, best',
    '2 of hearts, −47 behind the best, played',
  ]);
  const values = items.map((item) => item.querySelector('.value')?.textContent.trim());
  expect(values).toEqual(['≈', '', '−47']);
});
