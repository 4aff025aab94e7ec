import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../i18n';
import { readCards, roomNumberIn, suggestName, tableIn } from './names';

afterEach(() => chooseLanguage('en'));

test.each([
  ['https://cards.example/t/ab-C_1', 'ab-C_1'],
  ['  http://192.168.1.7:8000/t/xyz/?from=qr#x ', 'xyz'],
  ['/t/xyz', 'xyz'],
  ['xyz', 'xyz'],
])('%s leads to a table', (text, table) => {
  expect(tableIn(text)).toBe(table);
});

test.each([
  '',
  'no such!',
  'https://cards.example/',
  'https://cards.example/t/',
  'a/b/c',
  'x'.repeat(65),
])('%j leads nowhere', (text) => {
  expect(tableIn(text)).toBeNull();
});

test.each([
  ['2C 2D', ['2C', '2D']],
  ['10c, ♦2、s Q', null],
  ['10c，♦2 SQ', ['TC', '2D', 'QS']],
  ['１０Ｃ、♦️２；ＳＱ', ['TC', '2D', 'QS']],
  ['2\u200bC', ['2C']],
  ['2C 2c', ['2C']],
  ['', []],
])('the cards in %j', (text, cards) => {
  const read = readCards(text);
  expect(read.fault === null ? read.cards : null).toEqual(cards);
});

test('the first piece that is no card is named', () => {
  expect(readCards('2C 1D QQ').fault).toBe('1D');
});

test.each(['en', 'zh'] as const)('every suggested name fits the server (%s)', async (language) => {
  await chooseLanguage(language);
  for (let round = 0; round < 200; round += 1) {
    const name = suggestName();
    expect(name).not.toMatch(/[{},]|^\s|\s$/);
    expect([...name].length).toBeGreaterThan(2);
    expect([...name].length).toBeLessThanOrEqual(24);
  }
});

test('a room number is six digits, however it was typed', () => {
  for (const text of [
    '123456',
    ' 123 456 ',
    '123-456',
    '１２３４５６',
    '１２３　４５６',
    '123‑456',
    '123−456',
    '12\u200b3456',
    'http://a.example/n/123456',
  ])
    expect(roomNumberIn(text)).toBe('123456');
  for (const text of ['12345', '1234567', '12345a', '', 'http://a.example/t/123456'])
    expect(roomNumberIn(text)).toBeNull();
});
