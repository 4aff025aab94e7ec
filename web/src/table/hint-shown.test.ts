import { PRESETS } from '../scoring/rule-texts';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage, t } from '../i18n';
import { barsOf, type Aim, type Standing } from '../scoring/behind';
import type { Family } from '../scoring/rules';
import type { HintChoice, HintGiven } from '../wire/types';
import { toldChoices } from './hint';
import Hint from './Hint.svelte';
import type { TableSession } from './session.svelte';
import type { TableView } from './wire';

const RULES = { gongzhu: PRESETS['gongzhu-pagat']!, hearts: PRESETS['hearts-denexa']! };
const UNIT = { gongzhu: 30, hearts: 3, game: 0.06 };
const LEVEL = { gongzhu: 1, hearts: 0.1, game: 0.01 };
const CARDS = ['9S', '7S', 'KS', '2H', 'QH', 'TC', '4D', 'AD', '5C', '6C', '8H', 'JS', '3D'];

/** Numbers from 0 to 1 that look like chance: the same ones for the same seed. */
function chance(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A hint as the server may give it. */
function someHint(seed: number, family: Family, aim: Aim): HintGiven {
  const next = chance(seed);
  const of = aim === 'game' ? 'game' : family;
  const means = CARDS.slice(0, 1 + Math.floor(next() * CARDS.length))
    .map((_, place) => (place === 0 || next() < 0.3 ? 0 : next() ** 3 * UNIT[of] * 5))
    .sort((one, other) => one - other);
  const halves = means.map((mean) => (mean === 0 ? 0 : next() ** 2 * UNIT[of]));
  const last = means.findLastIndex((mean, place) => mean <= LEVEL[of] || mean <= halves[place]!);
  const standing = (mean: number, place: number): Standing =>
    place === 0 ? 'best' : mean <= LEVEL[of] ? 'equal' : place <= last ? 'open' : 'worse';
  const choices = means.map((mean, place): HintChoice => {
    const points = (next() - 0.6) * 200;
    return {
      action: { type: 'play', card: CARDS[place]! } as HintChoice['action'],
      label: CARDS[place]!,
      against: '',
      behind: { mean, low: mean - halves[place]!, high: mean + halves[place]! },
      // Own points run as they will, also against the order.
      points: { mean: points, low: points - 3, high: points + 3 },
      standing: standing(mean, place),
      captures: { QS: [0.04, 0.5, 0, 0] },
      slam: [0, 0, 0.004, 0],
      samples: 500,
    } as HintChoice;
  });
  const good = choices.filter((choice) => choice.standing !== 'worse').length;
  return { type: 'hint', id: 'a', sentence: 'Playing 9♠ …', good, aim, choices };
}

function shownIn(hint: HintGiven, family: Family): HTMLElement[] {
  const session = { hint } as unknown as TableSession;
  const rules = RULES[family];
  const seats = ['Ann', 'Lulu', 'Momo', 'Nana'].map((name) => ({ name, kind: 'bot' }));
  const view = { seat: 0, state: { settings: { rules }, seats } } as unknown as TableView;
  const { container } = render(Hint, { session, scene: view });
  return [...container.querySelectorAll('summary')];
}

const COLOURS: Standing[] = ['best', 'equal', 'open', 'worse'];
const textOf = (row: Element, part: string) => row.querySelector(part)?.textContent?.trim() ?? '';

afterEach(async () => {
  cleanup();
  await chooseLanguage('en');
});

const KINDS: [Family, Aim][] = [
  ['gongzhu', 'points'],
  ['hearts', 'points'],
  ['gongzhu', 'game'],
  ['hearts', 'game'],
];

test('order, figure, bar, colour and words of a hint never contradict each other', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const [family, aim] = KINDS[seed % 4]!;
    const { choices } = someHint(seed, family, aim);
    const rows = toldChoices(RULES[family], { choices, aim } as HintGiven);
    const behind = choices.map((choice) => choice.behind);
    const bars = barsOf(RULES[family], aim, behind);
    // The further down, the further behind: by its figure, its bar and its colour.
    const sizes = rows.map(({ figure }) => Math.abs(parseFloat(figure.replace('−', '-')) || 0));
    const ranks = rows.map(({ standing }) => COLOURS.indexOf(standing));
    for (const each of [sizes, bars, ranks])
      expect(each).toEqual(each.toSorted((one, other) => one - other));
    expect(Math.max(...bars)).toBeLessThanOrEqual(100);
    rows.forEach(({ standing, figure, error }, place) => {
      const { mean, low, high } = behind[place]!;
      expect(figure === '0').toBe(place === 0);
      expect(figure === 'about the same').toBe(standing === 'equal');
      if (standing !== 'open' && standing !== 'worse') return;
      expect(figure).toMatch(aim === 'game' ? /^−[\d.]+%$/ : /^−[\d.]+$/);
      const shown = aim === 'game' ? 100 * mean : mean;
      expect(Math.abs(sizes[place]! - shown)).toBeLessThanOrEqual(0.51);
      if (error) expect(parseFloat(error.slice(2)), error).toBeGreaterThan(0);
      else expect(high - low).toBeLessThan(aim === 'game' ? 0.01 : 1);
    });
  }
});

test('a hint shows each choice by that figure, and own points only where points count', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const [family, aim] = KINDS[seed % 4]!;
    const hint = someHint(seed, family, aim);
    shownIn(hint, family);
    const all = screen.queryByRole('button', { name: /^All \d/ });
    if (all) await fireEvent.click(all);
    const rows = [...document.querySelectorAll('summary')];
    const told = toldChoices(RULES[family], hint);
    expect(rows.map((row) => textOf(row, 'b'))).toEqual(told.map(({ figure }) => figure));
    expect(rows.map((row) => textOf(row, 'b + small:not(.own)'))).toEqual(
      told.map(({ error }) => error),
    );
    const bars = rows.map((row) => row.querySelector<HTMLElement>('.track span')!);
    expect(bars.map((bar) => bar.classList[0])).toEqual(told.map(({ standing }) => standing));
    const lengths = bars.map((bar) => parseFloat(bar.style.width));
    expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
    expect(rows.every((row) => (textOf(row, '.own') !== '') === (aim === 'points'))).toBe(true);
    expect(document.body.textContent.includes(t('hint.counts_game'))).toBe(aim === 'game');
    cleanup();
  }
});

test('whoever hears the rows hears the figures, in either language', async () => {
  const hint = someHint(4, 'gongzhu', 'points');
  const [best, other] = [hint.choices[0]!, { ...hint.choices[0]!, label: 'K', standing: 'worse' }];
  const points = { mean: -32, low: -35, high: -29 };
  const behind = { mean: 37.4, low: 35, high: 39.8 };
  const two = { ...hint, choices: [best, { ...other, points, behind }] } as HintGiven;
  const said = () =>
    shownIn(two, 'gongzhu').map((row) => textOf(row, '.figure').replace(/\s+/g, ' '))[1];
  expect(said()).toBe('−37 ± 2 behind the best you: −32');
  cleanup();
  await chooseLanguage('zh');
  expect(said()).toBe('−37 ± 2 比最好的差 你：−32 分');
});
