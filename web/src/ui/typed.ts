/** What people type, before it is read: the page's twin of `src/gongzhu/texts/typed.py`. */

/** What NFKC leaves apart. */
const SAME = new Map<string, string>(
  Object.entries({
    '-': '‐‑‒–—―−⁃',
    '~': '〜∼',
    '"': '“”„‟「」『』«»',
    "'": '‘’‚‛',
    '[': '【〔〖',
    ']': '】〕〗',
    ',': '、',
    '.': '。',
    '': '\ufe0e\ufe0f',
  }).flatMap(([sign, others]) => [...others].map((other): [string, string] => [other, sign])),
);
/** It begins a file and is not typed. */
const BYTE_ORDER = '\ufeff';

/** The text with one sign for each meaning: ASCII for every width, dash, quote, comma and space. */
export function typed(text: string): string {
  return [...text].map(signs).join('');
}

function signs(written: string): string {
  if (written === BYTE_ORDER) return written;
  return [...written.normalize('NFKC')]
    .map((sign) =>
      /\p{Cf}/u.test(sign) ? '' : /\p{Zs}/u.test(sign) ? ' ' : (SAME.get(sign) ?? sign),
    )
    .join('');
}
