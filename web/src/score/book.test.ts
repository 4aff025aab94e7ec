import { beforeEach, describe, expect, test } from 'vitest';
import { addTopics } from '../i18n';
import { HEARTS } from '../scoring/cards';
import { PRESETS } from '../scoring/rule-texts';
import type { DealEntry } from '../scoring/standing';
import {
  counted,
  matchWinners,
  pileNames,
  sideNames,
  standing,
  tidyName,
  withDeal,
  withEdited,
  wrongNames,
  type Book,
} from './book';
import { ticksOf } from '../ui/scale';
import { chartOf } from './chart';
import { chatText, csvOf } from './export';
import { BookFault, decodeBook, encodeBook } from './form';

await addTopics('score');

const NAMES = ['Ann', 'Bo', '小王', 'Di', 'Ed'];

export function book(preset: string, games: number | null = null): Book {
  const rules = PRESETS[preset]!;
  const names = NAMES.slice(0, rules.players);
  return { rules: { name: preset, base: preset, rules }, names, games, deals: [] };
}

/** The evening that docs/scorekeeping.md begins with. */
const FIRST: DealEntry = {
  captures: [
    ['KH', 'QS'],
    ['JD'],
    ['5H', '6H', '7H', '8H', '9H', 'TH', 'JH', 'QH'],
    ['TC', '2H', '3H', '4H', 'AH'],
  ],
  exposed: { QS: 'open' },
};
/** 400 points lost by the first player. */
const PIG_DOUBLED: DealEntry = { captures: [['TC', 'QS'], [], [], []], exposed: { QS: 'open' } };

describe('a book', () => {
  test('counts deal upon deal, and hands over a strip when a game ends', () => {
    let evening = withDeal(book('gongzhu-pagat'), FIRST);
    expect(standing(evening).game.totals).toEqual([-240, 100, -110, -100]);
    evening = withDeal(withDeal(evening, PIG_DOUBLED), PIG_DOUBLED);
    const last = counted(evening).at(-1)!;
    expect(last.game.result).toEqual({ winners: [1], losers: [0], roundPoints: [0, 0, 0, 0] });
    expect(last.match.strips).toEqual([1, 0, 0, 0]);
    expect(standing(evening).game).toMatchObject({ totals: [0, 0, 0, 0], number: 0, leader: null });
  });

  test('counts everything after a deal anew when the deal is put right', () => {
    let evening = book('gongzhu-pagat');
    for (const deal of [PIG_DOUBLED, PIG_DOUBLED, PIG_DOUBLED]) evening = withDeal(evening, deal);
    expect(counted(evening).map((deal) => deal.game.result !== null)).toEqual([false, false, true]);
    const righted = withEdited(evening, 0, { captures: [[], ['QS'], [], []] });
    expect(counted(righted).map((deal) => deal.game.result)).toEqual([null, null, null]);
    expect(standing(righted).game.totals).toEqual([-800, -100, 0, 0]);
  });

  test('names piles and sides', () => {
    expect(sideNames(book('gongzhu-pagat-partners'))).toEqual(['Ann + 小王', 'Bo + Di']);
    expect(pileNames(book('gongzhu-pagat-partners'))).toHaveLength(4);
  });

  test('says who has won, once the games agreed on are played', () => {
    let evening = book('hearts-denexa', 1);
    expect(matchWinners(evening)).toBeNull();
    const all: DealEntry = {
      captures: [[...HEARTS, 'QS'], [], [], []],
      moon_choice: 'others',
    };
    for (let deal = 0; deal < 4; deal += 1) evening = withDeal(evening, all);
    expect(matchWinners(evening)).toEqual([0]);
  });
});

test('names are tidied and told apart', () => {
  expect(tidyName('  Ann\t B\u200d ')).toBe('Ann B');
  expect(tidyName('x'.repeat(50))).toHaveLength(40);
  expect(tidyName(`Z${'\u0351'.repeat(9)}a`)).toBe('Z\u0351\u0351a');
  expect(wrongNames(['Ann', 'ann', '小王', ''])).toEqual([1, 3]);
  expect(wrongNames(['Strasse', 'Straße'])).toEqual([1]);
});

describe('a file', () => {
  const evening = withDeal(book('gongzhu-pagat'), FIRST);

  test('holds what the program reads', async () => {
    await expect(encodeBook(evening)).toMatchFileSnapshot('../../../tests/web/exported_book.json');
    expect(decodeBook('\ufeff' + encodeBook(evening))).toEqual(evening);
  });

  const broken = (change: (values: Record<string, never>) => void) => {
    const values = JSON.parse(encodeBook(evening)) as Record<string, never>;
    change(values);
    return JSON.stringify(values);
  };
  const deal = (values: object) => broken((book) => Object.assign(book, { deals: [values] }));
  const piles = (...cards: string[]) => ({ captures: [cards, [], [], []] });

  test('with a forfeit is read as it was written', () => {
    const agreed = { ...book('gongzhu-pagat'), forfeit: '钻桌子' };
    expect(encodeBook(agreed)).toContain('"games": null,\n  "forfeit": "钻桌子",\n  "deals"');
    expect(decodeBook(encodeBook(agreed))).toEqual(agreed);
  });

  test.each([
    ['{', 'not JSON'],
    ['[]', 'not a'],
    ['{"program": "other"}', 'not a'],
    [broken((values) => Object.assign(values, { format: 2 })), 'newer program'],
    [broken((values) => Object.assign(values, { rules: null })), 'rules are missing'],
    [broken((values) => Object.assign(values['rules']!['options'], { sale: 'x' })), 'option sale'],
    [broken((values) => Object.assign(values, { names: ['a', 'b', 'A', 'd'] })), '4 names'],
    [broken((values) => Object.assign(values, { games: 0 })), 'from 1 to 1000'],
    [broken((values) => Object.assign(values, { forfeit: 'x'.repeat(61) })), 'at most 60'],
    [broken((values) => Object.assign(values, { forfeit: 7 })), 'at most 60'],
    [broken((values) => Object.assign(values, { deals: {} })), 'not a'],
    [deal({}), 'Deal 1: the captured cards are missing'],
    [deal({ ...piles(), more: 1 }), 'the key more'],
    [deal({ captures: [[], [], []] }), '4 piles'],
    [deal(piles('QX')), 'QX is not a card'],
    [deal(piles('QS', 'QS')), 'QS has been captured twice'],
    [deal({ ...piles(), exposed: { KH: 'open' } }), 'do not allow the cards to be exposed'],
    [deal({ ...piles(), exposed: { QS: 'up' } }), 'do not allow the cards to be exposed'],
    [deal({ ...piles(), tricks_after_qd: [1, 0, 0, 0] }), 'tricks after'],
    [deal({ ...piles(), moon_choice: 'self' }), 'do not allow the moon'],
  ])('that is wrong is refused: %#', (text, expected) => {
    expect(() => decodeBook(text)).toThrow(BookFault);
    expect(() => decodeBook(text)).toThrow(expected);
  });

  test('may leave out what a deal has none of', () => {
    const text = deal({ ...piles('QS'), exposed: null, moon_choice: null });
    expect(decodeBook(text).deals).toEqual([piles('QS')]);
  });
});

describe('exports', () => {
  const evening = withDeal(book('gongzhu-pagat'), FIRST);

  test('a table', () => {
    expect(csvOf(evening)).toBe(
      '\ufeffgame,deal,Ann,Bo,小王,Di,Ann total,Bo total,小王 total,Di total,' +
        'Ann cards,Bo cards,小王 cards,Di cards,exposed,winners,losers\r\n' +
        '1,1,-240,100,-110,-100,-240,100,-110,-100,' +
        'K♥ Q♠,J♦,5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥,10♣ 2♥ 3♥ 4♥ A♥,Q♠ open,,\r\n',
    );
    const quoted = { ...evening, names: ['A, "x"', 'Bo', 'Cy', 'Di'] };
    expect(csvOf(quoted)).toContain('"A, ""x"""');
  });

  test('a text for a chat, the best first', () => {
    expect(chatText(evening, 'Gong Zhu')).toBe(
      'Gong Zhu\nGame 1, after 1 deal\nBo: 100 (+100)\nDi: −100 (−100)\n小王: −110 (−110)\nAnn: −240 (−240)',
    );
    let ended = withDeal(evening, PIG_DOUBLED);
    ended = withDeal(ended, PIG_DOUBLED);
    expect(chatText(ended, 'Gong Zhu')).toContain('Ann: −1040 (−400) – lost');
    expect(chatText(ended, 'Gong Zhu')).toContain('Pig strips: Ann 1, Bo 0, 小王 0, Di 0');
  });
});

describe('a chart', () => {
  test('goes from nothing to the last total of each side', () => {
    const evening = withDeal(withDeal(book('gongzhu-pagat'), FIRST), PIG_DOUBLED);
    const { lines, ticks, limits } = chartOf(evening.rules.rules, counted(evening));
    expect(lines[0]).toEqual([0, -240, -640]);
    expect(limits).toEqual([-1000]);
    expect(ticks).toContain(0);
    expect(ticks[0]).toBeLessThanOrEqual(-1000);
  });

  test.each([
    [0, 0],
    [-3, 2],
    [-1000, 0],
    [-999_999, 1_000_000],
    [0, 26],
  ])('has few whole steps from %i to %i', (least, most) => {
    const ticks = ticksOf(least, most);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks[0]).toBeLessThanOrEqual(least);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks).toContain(0);
  });
});

beforeEach(() => localStorage.clear());
