/** The page's arithmetic agrees with the engine's on every evening of tests/web/scoring_vectors.json. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTopics, chooseLanguage } from '../i18n';
import { decodeBook, encodeBook } from '../score/form';
import { leaders } from './match';
import { faultyOptions } from './checks';
import { changesFrom, nearestPreset, withChanges } from './following';
import { plainValues, rulesOf, type PlainRules } from './plain';
import { matters, presetOf, PRESETS, ruleTexts } from './rule-texts';
import type { ScoreLine } from './score-lines';
import { countDeals } from './standing';
import { explainPile } from './explain';

await addTopics('score');

type Line = [string, string[], number, number, string | null];
interface Vectors {
  evenings: {
    book: string;
    deals: {
      piles: [number, ...Line[]][];
      en?: string[][];
      zh?: string[][];
      instant_win: number | null;
      slam: number | null;
      totals: number[];
      number: number;
      leader: number | null;
      result: [number[], number[], number[]] | null;
      match: [number[], number[], number[], number];
      leaders: number[];
    }[];
  }[];
  explained: { rules: PlainRules; preset: string; changes: PlainRules; en: Told[]; zh: Told[] }[];
}
type Told = [string, string, ...[string, string | null][]];

const file = '../tests/web/scoring_vectors.json';
const { evenings, explained } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const plain = (line: ScoreLine) => [line.kind, line.cards, line.points, line.times, line.mode];

describe.each(evenings.map((evening, place) => ({ place, ...evening })))(
  'evening $place',
  ({ book: text, deals }) => {
    const book = decodeBook(text);
    const rules = book.rules.rules;

    test('counts as the engine does', () => {
      const found = countDeals(rules, book.deals).map(({ score, game, match }) => ({
        piles: score.piles.map((pile) => [pile.points, ...pile.lines.map(plain)]),
        instant_win: score.instantWin,
        slam: score.slam,
        totals: game.totals,
        number: game.number,
        leader: game.leader,
        result: game.result && [game.result.winners, game.result.losers, game.result.roundPoints],
        match: [match.strips, match.roundPoints, match.lost, match.played],
        leaders: leaders(rules, match),
      }));
      const wanted = deals.map((deal) => ({ ...deal, en: undefined, zh: undefined }));
      expect(found).toEqual(wanted);
    });

    test('is written as it was read', () => {
      expect(encodeBook(book)).toBe(text);
    });
  },
);

describe.each(['en', 'zh'] as const)('in words, %s', (lang) => {
  beforeAll(() => chooseLanguage(lang));
  afterAll(() => chooseLanguage('en'));

  test('scores', () => {
    for (const { book: text, deals } of evenings) {
      const book = decodeBook(text);
      countDeals(book.rules.rules, book.deals).forEach(({ score }, place) => {
        const told = deals[place]?.[lang];
        if (told)
          expect(score.piles.map((pile) => explainPile(pile, book.rules.rules))).toEqual(told);
      });
    }
  });

  test('rules', async () => {
    const texts = await ruleTexts(lang);
    for (const { rules, [lang]: told } of explained) {
      const sections = texts
        .explain(rulesOf(rules))
        .map(({ group, title, sentences }) => [
          group,
          title,
          ...sentences.map(({ text, option }) => [text, option]),
        ]);
      expect(sections).toEqual(told);
    }
  });
});

test('any rules are a preset and what is changed in it', () => {
  for (const { rules: values, preset, changes } of explained) {
    const rules = rulesOf(values);
    expect(faultyOptions(values)).toEqual([]);
    expect(plainValues(rules)).toEqual(values);
    expect(nearestPreset(rules)).toBe(preset);
    expect(changesFrom(PRESETS[preset]!, rules)).toEqual(changes);
    expect(withChanges(PRESETS[preset]!, changes)).toEqual(rules);
  }
});

test('a preset is known by its values', () => {
  expect(Object.keys(PRESETS)).toHaveLength(15);
  for (const [name, rules] of Object.entries(PRESETS)) {
    expect(presetOf(rules)).toBe(name);
    expect(presetOf({ ...rules, players: 7 })).toBeNull();
  }
});

test('what others leave nothing to decide is not asked', () => {
  const pagat = PRESETS['gongzhu-pagat']!;
  expect(matters(pagat, 'past_upper_limit')).toBe(false);
  expect(matters(pagat, 'cancelled_doubler')).toBe(true);
  expect(matters({ ...pagat, sale: 'none' }, 'cancelled_doubler')).toBe(false);
  expect(matters(PRESETS['hearts-denexa']!, 'exposable')).toBe(false);
});
