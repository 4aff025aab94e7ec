import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', 'src');
const modules = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.test.ts'),
);

/** The modules that one imports, types included; dynamic imports cut a circle on purpose. */
function imports(name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8');
  return [...text.matchAll(/^\s*(?:import|export|\}).*? from '(\.[^']+)';/gm)].flatMap(
    ([, path]) => {
      const to = normalize(join(dirname(name), path!));
      return ['', '.ts', '/index.ts'].map((end) => to + end).filter((file) => isModule(file));
    },
  );
}

const isModule = (name: string) => /\.(ts|svelte)$/.test(name) && existsSync(join(root, name));

/** The first circle of imports on the way from a module, or none. */
function circle(name: string, way: readonly string[], done: Set<string>): readonly string[] | null {
  if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
  if (done.has(name)) return null;
  done.add(name);
  for (const next of imports(name)) {
    const found = circle(next, [...way, name], done);
    if (found) return found;
  }
  return null;
}

test('no modules import each other in a circle', () => {
  expect(imports('scoring/score.ts')).toContain('scoring/score-lines.ts');
  const done = new Set<string>();
  expect(modules.map((name) => circle(name, [], done)).filter(Boolean)).toEqual([]);
});
