/**
 * Builds two sprites of court cards in `src/ui/cards`, out of the CC0 art in
 * react-playing-card-set: `key-courts.svg` has those that the lobby shows, `courts.svg` the others.
 * Suit signs in them take the colour of whoever uses them (`currentColor`). Does nothing while the
 * sprites are newer than this script and the lock.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { optimize } from 'svgo';

/** Coordinates are rounded to a field of 260 by 400: as fine as a screen shows the largest card. */
const SCALE = 0.2;
const KEYS = ['QS', 'JD'];
const OTHERS = ['S', 'H', 'D', 'C']
  .flatMap((suit) => ['J', 'Q', 'K'].map((rank) => rank + suit))
  .filter((name) => !KEYS.includes(name));

const here = new URL('.', import.meta.url);
const art = new URL('../node_modules/react-playing-card-set/src/images/2color/', here);
const sources = [new URL(import.meta.url), new URL('../package-lock.json', here)];

for (const [file, names] of Object.entries({ 'key-courts': KEYS, courts: OTHERS })) {
  const out = new URL(`../src/ui/cards/${file}.svg`, here);
  const upToDate =
    existsSync(out) && sources.every((source) => statSync(source).mtimeMs <= statSync(out).mtimeMs);
  if (!upToDate) writeFileSync(out, compact(sprite(names)));
}

function sprite(names) {
  const suits = [...new Set(names.map((name) => name[1]))];
  const pips = suits.map((suit) => pip(suit, read(`K${suit}`)));
  return (
    '<svg xmlns="http://www.w3.org/2000/svg">' +
    `<defs>${pips.join('')}</defs>${names.map(court).join('')}</svg>`
  );
}

function read(name) {
  // The jack of diamonds is called 2J in the set.
  const file = new URL(
    `${name === 'JD' && !existsSync(new URL('JD.svg', art)) ? '2J' : name}.svg`,
    art,
  );
  return readFileSync(file, 'utf8');
}

/** The sign of a suit, on a field from -600 to 600. */
function pip(suit, source) {
  const [, path] = source.match(new RegExp(`<symbol id="S${suit}K"[^>]*><path d="([^"]+)"`));
  return `<path id="pip${suit}" d="${path}"/>`;
}

/** One figure: its layers, each followed by itself upside down. */
function court(name) {
  const [rank, suit] = name;
  const source = read(name);
  const layers = [
    ...source.matchAll(new RegExp(`<symbol id="${suit}${rank}(\\d)"[^>]*>(.*?)</symbol>`, 'gs')),
  ];
  const drawn = layers.map(([, number, inner]) => {
    const id = `${name}${number}`;
    const scaled = signs(inner, suit)
      .replaceAll('<path ', `<path transform="scale(${SCALE})" `)
      // Mirrored figures.
      .replaceAll(
        '<g transform="scale(-1,1)translate(-1300,0)"',
        '<g transform="matrix(-1 0 0 1 260 0)"',
      );
    return `<g id="${id}">${scaled}</g><use href="#${id}" transform="rotate(180 130 200)"/>`;
  });
  return (
    `<symbol id="${name}" viewBox="0 0 260 400" preserveAspectRatio="none">` +
    `${drawn.join('')}</symbol>`
  );
}

function signs(inner, suit) {
  return inner.replace(
    /<use xlink:href="#S\w+" height="([\d.]+)" transform="([^"]+)"/g,
    (_, height, transform) =>
      `<use href="#pip${suit}" fill="currentColor" ` +
      `transform="scale(${SCALE})${transform}scale(${height / 1200})translate(600,600)"`,
  );
}

function compact(drawn) {
  const paths = { floatPrecision: 0, transformPrecision: 5 };
  const { data } = optimize(drawn, {
    multipass: true,
    floatPrecision: 3,
    plugins: [
      // Before groups of one path are dissolved: a path with a name is not scaled.
      { name: 'convertPathData', params: paths },
      {
        name: 'preset-default',
        params: {
          overrides: {
            cleanupIds: false,
            removeHiddenElems: false,
            removeUselessDefs: false,
            convertPathData: paths,
          },
        },
      },
    ],
  });
  return data;
}
