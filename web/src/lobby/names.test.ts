import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../i18n';
import { roomNumberIn, suggestName, tableIn } from './names';

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
