/**
 * Weighs what a first visit to the lobby and a table loads, compressed: the page, its entry, all
 * that these two pages import (styles and pictures too) and the larger of the two languages.
 * Fails above 252 kB.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 252_000;
const built = new URL('../../src/gongzhu/server/static/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8'));
const roots = ['index.html', 'src/lobby/LobbyPage.svelte', 'src/table/TablePage.svelte'];

const files = new Set(['index.html']);
const seen = new Set();
function visit(name) {
  if (seen.has(name)) return;
  seen.add(name);
  const chunk = manifest[name];
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const needed of chunk.imports ?? []) visit(needed);
}
roots.forEach(visit);
visit('src/i18n/zh/index.ts');

const weighed = [...files]
  .map((file) => [gzipSync(readFileSync(new URL(file, built))).length, file])
  .sort(([a], [b]) => b - a);
const total = weighed.reduce((sum, [weight]) => sum + weight, 0);
for (const [weight, file] of weighed) console.log(`${String(weight).padStart(8)}  ${file}`);
console.log(`${String(total).padStart(8)}  of at most ${LIMIT} bytes, gzip`);
if (total > LIMIT) process.exit(1);
