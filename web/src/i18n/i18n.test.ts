import { afterEach, expect, test } from 'vitest';
import { cardName, chooseLanguage, has, language, t, type Key } from '.';
import { en as first } from './en';
import { LATER } from './later';
import { fill, together, type Message } from './message';
import { zh as firstChinese } from './zh';

/** With the topics that are fetched later. */
const whole = async <Texts extends object>(texts: Texts, language: 'en' | 'zh') =>
  Object.assign(
    {},
    texts,
    ...(await Promise.all(Object.values(LATER).map((topic) => topic[language]()))),
  ) as Texts;
const en = await whole(first, 'en');
const zh = await whole(firstChinese, 'zh');

afterEach(() => chooseLanguage('en'));

const forms = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message);
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const all = (texts: typeof en | typeof zh) =>
  Object.entries(texts).flatMap(([topic, messages]) =>
    Object.entries<Message>(messages).map(([name, message]) => ({
      key: `${topic}.${name}`,
      message,
    })),
  );

test('both languages say the same things', () => {
  expect(all(zh).map(({ key }) => key)).toEqual(all(en).map(({ key }) => key));
});

// A single thing may be told without its number: "one more card".
test('every message has the places of its counterpart', () => {
  const chinese = new Map(all(zh).map(({ key, message }) => [key, message]));
  const told = (message: Message) => places(forms(message).at(-1)!);
  const wrong = all(en).filter(({ key, message }) => {
    const counterpart = chinese.get(key) ?? '';
    return (
      told(message).join() !== told(counterpart).join() ||
      [...forms(message), ...forms(counterpart)].some((text) =>
        places(text).some((place) => !told(message).includes(place)),
      )
    );
  });
  expect(wrong.map(({ key }) => key)).toEqual([]);
});

test('a message with two forms is counted by {n}', () => {
  const uncounted = all(en).filter(
    ({ message }) => typeof message !== 'string' && !places(message.other).includes('n'),
  );
  expect(uncounted).toEqual([]);
});

test('a percent sign stands at its number', () => {
  const torn = [...all(en), ...all(zh)].filter(({ message }) =>
    forms(message).some((text) => /\s%/.test(text)),
  );
  expect(torn).toEqual([]);
});

const sources = import.meta.glob<string>(
  ['../**/*.{ts,svelte}', '!./{en,zh}/*', '!../**/*.test.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

test('everything is said somewhere', () => {
  const code = Object.values(sources).join('\n');
  const whole = new Set([...code.matchAll(/'(\w+\.\w+)'/g)].map(([, key]) => key));
  const put = /\$\{[^}]*\}/g;
  const begun = [...code.matchAll(/`(\w+\.(?:\w|\$\{[^}]*\})+)`/g)].map(
    ([, key]) => new RegExp(`^${key!.replace(put, '(\\w+)')}$`),
  );
  // A name that is put in whole is a word of the code, or the letter of a card.
  const putIn = (key: string, pattern: RegExp) => {
    const [, word] = pattern.exec(key) ?? [];
    if (word === undefined) return false;
    return !key.endsWith(`.${word}`) || word.length === 1 || code.includes(`'${word}'`);
  };
  const silent = all(en).filter(
    ({ key }) => !whole.has(key) && !begun.some((pattern) => putIn(key, pattern)),
  );
  expect(silent.map(({ key }) => key)).toEqual([]);
});

test('nothing is left untranslated or empty', () => {
  expect(all(zh).flatMap(({ key, message }) => (forms(message).includes('') ? [key] : []))).toEqual(
    [],
  );
});

// 残局练习, 回放, 旁观, 静音 of talk, UTC.
test('Chinese has full-width stops, short dots, no space after a name of its own, and one word for one thing', () => {
  const slip =
    /[\u4e00-\u9fff][;!?]|[\u4e00-\u9fff][,:](?![^ ])|……|\{names?\} [\u4e00-\u9fff]|习题|回看|重放|观战|不听|世界时/;
  expect(
    all(zh).flatMap(({ key, message }) =>
      forms(message).some((text) => slip.test(text)) ? [key] : [],
    ),
  ).toEqual([]);
});

test('no component joins texts by a colon or a comma of its own: Chinese has others', () => {
  const inCode = /\}[:,;.] \$\{|`[:,;.] \$\{t\(/;
  const joins = (name: string, code: string) => {
    if (inCode.test(code)) return true;
    let markup = name.endsWith('.svelte') ? code.replace(/<(script|style)[^]*?<\/\1>/g, '') : '';
    for (let last = ''; markup !== last;) {
      last = markup;
      markup = markup.replace(/\{[^{}]*\}/g, '…');
    }
    return /…[:,;]/.test(markup);
  };
  // That one writes JSON.
  const others = Object.entries(sources).filter(([name]) => name !== '../score/form.ts');
  expect(others.flatMap(([name, code]) => (joins(name, code) ? [name] : []))).toEqual([]);
});

test('the number chooses the form', () => {
  const seats = { one: '{n} seat', other: '{n} seats' };
  expect([0, 1, 2].map((n) => fill(seats, { n }, 'en'))).toEqual(['0 seats', '1 seat', '2 seats']);
});

test('a place without a value stays in sight', () => {
  expect(fill('Seat of {name}', {}, 'en')).toBe('Seat of {name}');
});

test('cards are named in the language that is shown, and the page says which that is', async () => {
  expect([cardName('QS'), cardName('TC')]).toEqual(['queen of spades', '10 of clubs']);
  await chooseLanguage('zh');
  expect([cardName('QS'), cardName('TC'), language()]).toEqual(['黑桃 Q', '梅花 10', 'zh']);
  expect(document.documentElement.lang).toBe('zh-CN');
});

test('keys that come from elsewhere can be asked for', () => {
  expect(has('common.close')).toBe(true);
  expect(has('common.nothing') || has('nothing.close') || has('close')).toBe(false);
  expect(t('common.nothing' as Key & 'common.close')).toBe('common.nothing');
});

test('a space parts Chinese from Latin words, numbers and cards, whatever the name', () => {
  const told = (name: string, card: string) => fill('等{name}出{card}。', { name, card }, 'zh');
  expect([told('Nana', 'Q♠'), told('小明', '黑桃 Q')]).toEqual([
    '等 Nana 出 Q♠。',
    '等小明出黑桃 Q。',
  ]);
  expect(fill('（{name}）第 {n} 副', { name: 'Bo', n: 3 }, 'zh')).toBe('（Bo）第 3 副');
  expect(fill('{name}收', { name: '♥A' }, 'en')).toBe('♥A收');
});

test('a name from right to left does not turn a sentence around', () => {
  expect(fill('{name} plays 2♣.', { name: 'אבג' }, 'en')).toBe('\u2068אבג\u2069 plays 2♣.');
  expect(fill('{name} plays 2♣.', { name: 'Émile 小王' }, 'en')).toBe('Émile 小王 plays 2♣.');
});

test('sentences follow each other with a space, but not after a Chinese full stop', () => {
  expect(together('One.', '', 'Two.')).toBe('One. Two.');
  expect(together('一。', '二。', '')).toBe('一。二。');
});
