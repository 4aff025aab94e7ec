import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LATER } from '../src/i18n/later';

const SOURCES = join(import.meta.dirname, '../src');
const ENDINGS = ['', '.ts', '.svelte.ts', '.svelte', '/index.ts'];
const LATE = Object.keys(LATER);

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
    .filter((topic) => LATE.includes(topic) && !there.includes(topic))
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
  expect(missing(join(SOURCES, 'main.ts'), [])).toEqual([]);
});
