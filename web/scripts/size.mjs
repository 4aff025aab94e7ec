/**
 * Weighs what a first visit fetches, compressed with brotli: what the lobby needs to be shown (the
 * page, its entry, all that these import, styles and pictures too, and the larger of the two
 * languages), what it fetches ahead for a table, and what a table adds. Fails above the limits.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const KIB = 1024;
const LOBBY = 200 * KIB;
const TABLE = 40 * KIB;

const built = new URL('../../src/gongzhu/server/static/', import.meta.url);
const page = readFileSync(new URL('index.html', built), 'utf8');
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8'));
const weighed = new Set();

/** Weigh what has not been weighed before. */
function weigh(what, files) {
  const weights = [...new Set(files)]
    .filter((file) => !weighed.has(file))
    .map((file) => [brotliCompressSync(readFileSync(new URL(file, built))).length, file])
    .sort(([one], [other]) => other - one);
  for (const [weight, file] of weights) {
    weighed.add(file);
    console.log(`${String(weight).padStart(8)}  ${file}`);
  }
  const total = weights.reduce((sum, [weight]) => sum + weight, 0);
  console.log(`${String(total).padStart(8)}  ${what}\n`);
  return total;
}

function filesOf(...names) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    manifest[name].imports?.forEach(visit);
  };
  names.forEach(visit);
  return [...seen].flatMap((name) => {
    const { file, css = [], assets = [] } = manifest[name];
    return [file, ...css, ...assets];
  });
}

const lobby = ['index.html', 'src/lobby/LobbyPage.svelte', 'src/i18n/zh/index.ts'];
// Whatever can show a card knows of them, but the lobby shows none of these.
const courts = manifest['src/ui/cards/courts.svg'].file;
const needed = ['index.html', ...filesOf(...lobby)].filter((file) => file !== courts);
const shown = weigh('to show the lobby', needed);
const links = [...page.matchAll(/<link rel="prefetch" href="\/([^"]+)"/g)];
const ahead = weigh(
  'fetched ahead in the lobby',
  links.map(([, file]) => file),
);
const table = weigh('for a table', filesOf('src/table/TablePage.svelte'));
console.log(`lobby ${shown + ahead} of at most ${LOBBY} bytes, table ${table} of at most ${TABLE}`);
if (shown + ahead > LOBBY || table > TABLE) process.exit(1);
