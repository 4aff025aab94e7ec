/**
 * Builds `src/ui/cards/courts.svg`: one sprite of the twelve court cards, out of the CC0 art in
 * react-playing-card-set. Suit signs in it take the colour of whoever uses it (`currentColor`).
 * Does nothing while the sprite is newer than this script and the lock.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { optimize } from 'svgo';

const here = new URL('.', import.meta.url);
const out = new URL('../src/ui/cards/courts.svg', here);
const art = new URL('../node_modules/react-playing-card-set/src/images/2color/', here);
const sources = [new URL(import.meta.url), new URL('../package-lock.json', here)];

const upToDate =
  existsSync(out) && sources.every((source) => statSync(source).mtimeMs <= statSync(out).mtimeMs);

if (!upToDate) {
  const courts = ['S', 'H', 'D', 'C'].flatMap((suit) => ['J', 'Q', 'K'].map((rank) => rank + suit));
  const pips = ['S', 'H', 'D', 'C'].map((suit) => pip(suit, read(`K${suit}`)));
  const sprite =
    '<svg xmlns="http://www.w3.org/2000/svg">' +
    `<defs>${pips.join('')}</defs>${courts.map(court).join('')}</svg>`;
  writeFileSync(out, compact(sprite));
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
    return `<g id="${id}">${signs(inner, suit)}</g><use href="#${id}" transform="rotate(180 650 1000)"/>`;
  });
  return (
    `<symbol id="${name}" viewBox="0 0 1300 2000" preserveAspectRatio="none">` +
    `${drawn.join('')}</symbol>`
  );
}

function signs(inner, suit) {
  return inner.replace(
    /<use xlink:href="#S\w+" height="([\d.]+)" transform="([^"]+)"/g,
    (_, height, transform) =>
      `<use href="#pip${suit}" fill="currentColor" ` +
      `transform="${transform}scale(${height / 1200})translate(600,600)"`,
  );
}

function compact(sprite) {
  const { data } = optimize(sprite, {
    multipass: true,
    floatPrecision: 3,
    plugins: [
      {
        name: 'preset-default',
        params: {
          overrides: {
            cleanupIds: false,
            removeHiddenElems: false,
            removeUselessDefs: false,
            convertPathData: { floatPrecision: 0 },
          },
        },
      },
    ],
  });
  return data;
}
