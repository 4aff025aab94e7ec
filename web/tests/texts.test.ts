import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { en } from '../src/i18n/en';
import { LATER } from '../src/i18n/later';
import { en as inFile } from '../src/review-file/en';
import { zh as inFileChinese } from '../src/review-file/zh';

const SOURCES = join(import.meta.dirname, '../src');
const ENDINGS = ['', '.ts', '.svelte.ts', '.svelte', '/index.ts'];
const TOPICS = Object.keys({ ...en, ...LATER });

/** The file that an import means; null for a library, a picture or the texts themselves. */
function fileOf(from: string, name: string): string | null {
  const path = join(dirname(from), name);
  if (!name.startsWith('.') || path.includes('/i18n')) return null;
  return (
    ENDINGS.map((ending) => path + ending).find(
      (one) => /\.(ts|svelte)$/.test(one) && existsSync(one),
    ) ?? null
  );
}

/** Where a file, or what is fetched with it, speaks of a topic that nobody has fetched. */
function missing(from: string, there: readonly string[], seen = new Set<string>()): string[] {
  const key = [from, ...there].join();
  if (seen.has(key)) return [];
  seen.add(key);
  const text = readFileSync(from, 'utf8');
  const spoken = [...text.matchAll(/['`](\w+)\.[\w$]/g)].map(([, topic]) => topic!);
  const found = spoken
    .filter((topic) => TOPICS.includes(topic) && !there.includes(topic))
    .map((topic) => `${from.slice(SOURCES.length + 1)}: ${topic}`);
  const next = (name: string, more: readonly string[]) => {
    const file = fileOf(from, name);
    if (file) found.push(...missing(file, [...new Set([...there, ...more])].sort(), seen));
  };
  for (const [, name] of text.matchAll(/(?:from|^import) '(\.[^']+)'/gm)) next(name!, []);
  for (const [, name, topics] of text.matchAll(/import\(\s*'(\.[^']+)'\s*\)((?:,\s*'\w+')*)/g))
    next(
      name!,
      [...topics!.matchAll(/\w+/g)].map(([topic]) => topic),
    );
  return [...new Set(found)];
}

test('whatever is fetched is fetched with the texts that it speaks of', () => {
  expect(missing(join(SOURCES, 'main.ts'), Object.keys(en))).toEqual([]);
});

test('a review in a file of its own has all texts that it speaks of, and no topic for nothing', () => {
  const main = join(SOURCES, 'review-file/main.ts');
  const topics = Object.keys(inFile);
  expect(missing(main, topics)).toEqual([]);
  expect(Object.keys(inFileChinese)).toEqual(topics);
  const used = topics.filter(
    (topic) =>
      missing(
        main,
        topics.filter((one) => one !== topic),
      ).length,
  );
  expect(used).toEqual(topics);
});
