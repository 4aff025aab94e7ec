import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Emits `/worker.js`: plugins/worker.js, told which files this build consists of. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      // The picture for messengers is of no use without a network.
      const still = readdirSync(folder('../public')).filter((name) => name !== 'preview.jpg');
      const files = [...Object.keys(bundle), ...still]
        .filter((name) => name !== 'index.html')
        .sort();
      const hash = createHash('sha256');
      for (const item of Object.values(bundle))
        hash.update('code' in item ? item.code : item.source);
      for (const name of still) hash.update(readFileSync(folder(`../public/${name}`)));
      const worker = readFileSync(folder('worker.js'), 'utf8')
        .replace(
          '__WIRE__',
          /VERSION = (\d+)/.exec(readFileSync(folder('../src/wire/types.ts'), 'utf8'))![1]!,
        )
        .replace('__VERSION__', hash.digest('hex').slice(0, 16))
        .replace("'__FILES__'", JSON.stringify(['/', ...files.map((name) => `/${name}`)]));
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: worker });
    },
  };
}
