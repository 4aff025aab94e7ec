import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/** Pictures that the page refers into: they stand in the page itself, as it has no other files. */
const PICTURES = ['ui/cards/courts.svg', 'ui/cards/key-courts.svg', 'ui/animals/animals.svg'];
/** Parts of them are shown elsewhere, and they take no room themselves; SVG knows no `hidden`. */
const DRAWN_ELSEWHERE = '<svg width="0" height="0" style="position: absolute" ';
const EMPTY = '\0empty';

/**
 * Emits one page that has everything in it: script, style and pictures. Where `WRITTEN` stands in
 * it, what is to be shown can be written as JSON. Its policy lets no other script run, and nothing
 * be fetched.
 */
export function singleFile(name: string): Plugin {
  return {
    name: 'single-file',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source.endsWith('.svg?url')) return EMPTY;
      // Only the texts that it needs.
      if (importer.endsWith('i18n/language.svelte.ts') && /^\.\/(en|zh|later)$/.test(source))
        return file(`review-file/${source.slice(2)}.ts`);
      return null;
    },
    load: (id) => (id === EMPTY ? "export default '';" : null),
    // After all others have had the code in their hands.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        let script = '';
        let style = '';
        for (const [key, item] of Object.entries(bundle)) {
          if (item.type === 'chunk') script += item.code;
          else if (key.endsWith('.css')) style += String(item.source);
          Reflect.deleteProperty(bundle, key);
        }
        // Nothing in the script may end it early.
        script = script.replaceAll('</script', '<\\/script');
        const hash = createHash('sha256').update(script).digest('base64');
        const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
        const pictures = PICTURES.map((name) =>
          readFileSync(file(name), 'utf8').replace(/^.*?<svg /s, DRAWN_ELSEWHERE),
        ).join('');
        this.emitFile({
          type: 'asset',
          fileName: name,
          source: [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
            '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
            '<meta name="color-scheme" content="light dark">\n<title>gongzhu</title>',
            `<style>${style}</style>\n</head>\n<body>\n<div id="app"></div>\n${pictures}`,
            '<script id="written" type="application/json">WRITTEN</script>',
            `<script type="module">${script}</script>\n</body>\n</html>\n`,
          ].join('\n'),
        });
      },
    },
  };
}
