/**
 * Builds the search of `make dealers` and prints where it is. With a mutant's number the checker in
 * it has that mistake; `--mutants` prints their names as JSON instead; with `--former COMMIT` the
 * checker is that of an older commit.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv[2];

async function bundle(entry, name, plugins = []) {
  const outDir = `${root}/node_modules/.cache/dealers/${name}`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    ssr: { noExternal: true },
    build: { ssr: `dealers/${entry}.ts`, outDir, emptyOutDir: true, minify: false },
  });
  return `${outDir}/${entry}.js`;
}

/** What the search takes from the checker. */
const REPLACED = /^\.\.\/src\/fair\/(checker|conclusion|state)$/;

/** Puts the checker of a commit in the place of today's. */
function former(commit) {
  const folder = `${root}node_modules/.cache/dealers/source-${commit}`;
  mkdirSync(folder, { recursive: true });
  const tar = execFileSync('git', ['archive', commit, 'src'], { cwd: root, maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: tar });
  return {
    name: 'former',
    enforce: 'pre',
    resolveId: (id) => {
      if (id.startsWith('former/')) return `${folder}/src/fair/${id.slice(7)}.ts`;
      return REPLACED.test(id) ? `${root}dealers/former.js` : null;
    },
  };
}

const { MUTANTS } = await import(await bundle('mutants', 'mutants'));

if (asked === '--mutants') {
  console.log(JSON.stringify(MUTANTS.map(({ name }) => name)));
} else if (asked === '--former') {
  const commit = process.argv[3];
  console.log(await bundle('main', `former-${commit}`, [former(commit)]));
} else if (asked === undefined) {
  console.log(await bundle('main', 'shipped'));
} else {
  const mutant = MUTANTS[Number(asked)];
  const file = `${root}src/fair/${mutant.file}.ts`;
  const times = readFileSync(file, 'utf8').split(mutant.find).length - 1;
  if (times !== 1)
    throw new Error(`${mutant.name}: its place is in ${mutant.file}.ts ${times} times`);
  const change = {
    name: 'mutant',
    enforce: 'pre',
    transform: (code, id) => (id === file ? code.replace(mutant.find, () => mutant.put) : null),
  };
  console.log(await bundle('main', `mutant-${asked}`, [change]));
}
