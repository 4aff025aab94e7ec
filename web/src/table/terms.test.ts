import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage, language } from '../i18n';
import { PRESETS, ruleTexts } from '../scoring/rule-texts';
import Terms from './Terms.svelte';
import { cutAtTerms, explainTerm, hasTerm, TERM_NAMES } from './terms';

const rules = PRESETS['gongzhu-pagat']!;
const hearts = PRESETS['hearts-denexa']!;
const found = (sentence: string, by = rules) =>
  cutAtTerms(sentence, by).flatMap(({ text, term }) => (term ? [`${term}: ${text}`] : []));

afterEach(() => chooseLanguage('en'));

test('a sentence is cut at the first of each word, and is whole again', async () => {
  const sentence = 'Expose key cards, or none; exposed, the doubler counts ×2.';
  expect(found(sentence)).toEqual(['expose: Expose', 'key_card: key cards', 'doubler: doubler', 'times: ×2']); // prettier-ignore
  const parts = cutAtTerms(sentence, rules);
  expect(parts.map(({ before, text, after }) => before + text + after).join('')).toBe(sentence);
  expect(found('Pigs have no key', rules)).toEqual([]);
  await chooseLanguage('zh');
  expect(found('你没有可亮的牌，变压器和猪条')).toEqual([
    'key_card: 可亮的牌',
    'doubler: 变压器',
    'strip: 猪条',
  ]);
});

test('a word takes along the marks that may not stand on another line', () => {
  const marks = (sentence: string) =>
    cutAtTerms(sentence, rules).map(({ before, text, after }) => [before, text, after]);
  expect(marks('10♣ (exposed): the pig')).toEqual([
    ['', '10♣ ', ''],
    ['(', 'exposed', '):'],
    ['', ' the ', ''],
    ['', 'pig', ''],
  ]);
});

test('what a table does not play is not explained there', () => {
  expect(found('Expose the pig, or the doubler', hearts)).toEqual([]);
  expect(found('Shot the moon', hearts)).toEqual(['slam: Shot the moon']);
});

test.each(['en', 'zh'] as const)('every word has something to say, in %s', async (lang) => {
  await chooseLanguage(lang);
  const texts = await ruleTexts(language());
  const silent = Object.entries(PRESETS).flatMap(([name, each]) =>
    TERM_NAMES.filter((term) => hasTerm(term, each))
      .filter((term) => explainTerm(term, each, texts).length < 5)
      .map((term) => `${name}: ${term}`),
  );
  expect(silent).toEqual([]);
});

test('a tap on the word tells what it means, and only then', async () => {
  render(Terms, { text: 'You hold no key card', rules });
  const word = screen.getByRole('button', { name: 'key card' });
  expect(document.body.textContent.trim()).toBe('You hold no key card');
  const note = document.getElementById(word.getAttribute('popovertarget')!)!;
  await fireEvent(note, Object.assign(new Event('toggle'), { newState: 'open' }));
  await expect.poll(() => note.textContent).toContain('The key cards are');
});
