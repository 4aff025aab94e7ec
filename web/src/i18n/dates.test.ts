import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '.';
import { dateTime, daysAgo, longDate, time, utcDay, utcMonth, weekdays } from './dates';
import { list, listAnd } from './lists';

afterEach(() => chooseLanguage('en'));

/** The evening of 27 November 2026, wherever the test runs. */
const EVENING = new Date(2026, 10, 27, 23, 8).getTime();
const MIDNIGHT = new Date(2026, 10, 28).getTime();

const reader = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

test.each([
  [['en-GB'], '27 November 2026', '23:08', '00:00'],
  [['en-US'], 'November 27, 2026', '11:08 PM', '12:00 AM'],
  // The page has no German, but its reader has German hours.
  [['de-DE', 'de', 'en-US', 'en'], '27 November 2026', '23:08', '00:00'],
])('an English page has the dates and the hours of %s', (languages, day, evening, midnight) => {
  reader(...languages);
  expect(longDate(EVENING)).toBe(day);
  // Some versions write a narrow space before AM and PM.
  expect([EVENING, MIDNIGHT].map((at) => time(at).replace('\u202f', ' '))).toEqual([
    evening,
    midnight,
  ]);
});

test('a Chinese page has Chinese dates, also for a reader with English', async () => {
  await chooseLanguage('zh');
  for (const languages of [['zh-CN', 'zh'], ['en-US'], ['zh-Hant-TW'], []]) {
    reader(...languages);
    expect(dateTime(EVENING)).toBe('2026年11月27日 23:08');
    expect(utcDay('2026-11-23')).toBe('11月23日星期一');
    expect(weekdays()[0]).toBe('周一');
  }
});

test('days of Universal Time stay what they are everywhere', () => {
  reader('en-GB');
  expect(utcDay('2026-11-23')).toBe('Monday 23 November');
  expect(utcMonth('2026-11')).toBe('November 2026');
  expect(weekdays()).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
});

test('what was a few days ago is told so', () => {
  reader('en-GB');
  expect(daysAgo(EVENING, EVENING)).toBe('today');
  expect(daysAgo(EVENING, MIDNIGHT)).toBe('yesterday');
  expect(daysAgo(EVENING, new Date(2026, 11, 24).getTime())).toBe('27 Nov 2026');
});

test('lists are written as in either language', async () => {
  expect(list(['A♠', '10♣', 'Q♠'])).toBe('A♠, 10♣, Q♠');
  expect(listAnd(['Ann', 'Bo', 'Cleo'])).toBe('Ann, Bo and Cleo');
  expect(listAnd([])).toBe('');
  await chooseLanguage('zh');
  expect(list(['小明', 'Nana', '阿宝'])).toBe('小明、Nana、阿宝');
  expect(listAnd(['小明', 'Nana'])).toBe('小明和 Nana');
});
