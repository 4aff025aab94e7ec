/** Words of the game that a table explains by its own rules. */

import { language, t } from '../i18n';
import { keyCards, pointCards } from '../scoring/rules';
import type { RuleTexts } from '../scoring/rule-texts';
import type { RuleSet } from './wire';

/** For each word the rules' own sentences about it, and where there is anything to say. */
const TERMS = {
  key_card: {
    keys: ['exposable', '*key_cards'],
    holds: (rules) => rules.sale !== 'none' && keyCards(rules).length > 0,
  },
  expose: { keys: ['sale', '*exposed_first'], holds: ({ sale }) => sale !== 'none' },
  doubler: {
    keys: ['doubler', '*exposed_doubler', '*sold_doubler'],
    holds: ({ doubler }) => doubler !== null,
  },
  strip: { keys: ['worth'], holds: ({ worth }) => worth === 'strips' },
  all_hearts: {
    keys: ['all_hearts', '*hearts_turned'],
    holds: (rules) => rules.all_hearts !== 'nothing',
  },
  slam: {
    keys: ['all_point_cards', 'slam_points', '*slam_flat', '*slam_sum'],
    holds: (rules) => rules.all_point_cards !== 'plain',
  },
  pig: { keys: ['*pig_and_sheep'], holds: (rules) => counts(rules, 'QS') },
  sheep: { keys: ['*pig_and_sheep'], holds: (rules) => counts(rules, 'JD') },
  times: {
    keys: ['sale', 'doubler'],
    holds: ({ sale, doubler }) => sale !== 'none' || doubler !== null,
  },
} as const satisfies Readonly<
  Record<string, { keys: readonly string[]; holds: (rules: RuleSet) => boolean }>
>;

export type TermName = keyof typeof TERMS;
export const TERM_NAMES = Object.keys(TERMS) as TermName[];

function counts(rules: RuleSet, card: 'QS' | 'JD'): boolean {
  return rules.family === 'gongzhu' && pointCards(rules).includes(card);
}

/** Whether a table with these rules has a thing of this name. */
export function hasTerm(name: TermName, rules: RuleSet): boolean {
  return TERMS[name].holds(rules);
}

/** What the word means under these rules: a sentence or two of theirs. */
export function explainTerm(name: TermName, rules: RuleSet, texts: RuleTexts): string {
  const keys: readonly string[] = TERMS[name].keys;
  const told = texts
    .explain(rules)
    .flatMap(({ sentences }) => sentences.filter(({ key }) => keys.includes(key)));
  const worth = name === 'pig' || name === 'sheep' ? [texts.worth(name, rules)] : [];
  return [...told.map(({ text }) => text), ...worth].join(language() === 'zh' ? '' : ' ');
}

interface Part {
  text: string;
  term: TermName | null;
  /** Marks that stay on the line of a word: what opens before it, and what closes after it. */
  before: string;
  after: string;
}

const plain = (text: string): Part => ({ text, term: null, before: '', after: '' });

/** A sentence cut at the first of each word that these rules know. */
export function cutAtTerms(sentence: string, rules: RuleSet): Part[] {
  const names = TERM_NAMES.filter((name) => hasTerm(name, rules));
  const found = names.flatMap((name) => {
    const words = t(`table.term_${name}`);
    const match = new RegExp(/^[a-z]/.test(words) ? `\\b(${words})\\b` : words, 'i').exec(sentence);
    return match ? [{ name, at: match.index, end: match.index + match[0].length }] : [];
  });
  // A strip of the pig is no pig.
  const apart = found.filter(
    ({ at, end }) =>
      !found.some((other) => other.at <= at && end <= other.end && other.end - other.at > end - at),
  );
  apart.sort((one, other) => one.at - other.at);
  const parts: Part[] = [];
  let done = 0;
  for (const { name, at, end } of apart) {
    const [before] = /[\p{Ps}\p{Pi}]*$/u.exec(sentence.slice(done, at))!;
    const [after] = /^[\p{Pe}\p{Pf}\p{Po}]*/u.exec(sentence.slice(end))!;
    parts.push(plain(sentence.slice(done, at - before.length)));
    parts.push({ text: sentence.slice(at, end), term: name, before, after });
    done = end + after.length;
  }
  parts.push(plain(sentence.slice(done)));
  return parts.filter(({ text }) => text !== '');
}
