import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/theme.css'), 'utf8');

/** The colours of a block, in light or in dark. */
function tokens(start: string, theme: 'light' | 'dark'): Record<string, string> {
  const block = css.slice(css.indexOf(start)).split('}')[0]!;
  const colour = '(#[0-9a-f]{6})';
  const found = block.matchAll(
    new RegExp(`--([\\w-]+):\\s*(?:light-dark\\(${colour}, ${colour}\\)|${colour});`, 'g'),
  );
  return Object.fromEntries(
    [...found].map(([, name, light, dark, both]) => [
      name!,
      (both ?? (theme === 'light' ? light : dark))!,
    ]),
  );
}

const TWO = ":root[data-deck='two']";

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const TEXTS = [
  ...['bg', 'surface', 'surface-2'].flatMap((ground) => [
    ['ink', ground],
    ['ink-2', ground],
  ]),
  ...['bg', 'surface', 'accent-soft'].map((ground) => ['accent', ground]),
  ...['bg', 'surface'].flatMap((ground) =>
    ['pig', 'warn', 'danger', 'good', 'suit-h-on-page', 'suit-d-on-page', 'suit-c-on-page'].map(
      (text) => [text, ground],
    ),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['pig', 'pig-soft'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
  ['on-felt', 'felt'],
  ['on-felt', 'felt-2'],
  ['on-felt-2', 'felt'],
  ...['s', 'h', 'd', 'c'].map((suit) => [`suit-${suit}`, 'card-face']),
] as [string, string][];

describe.each([
  ['light', tokens(':root {', 'light')],
  ['dark', tokens(':root {', 'dark')],
  ['light with two colours', { ...tokens(':root {', 'light'), ...tokens(TWO, 'light') }],
])('%s', (_, theme) => {
  test.each(TEXTS)('%s can be read on %s', (text, ground) => {
    expect(contrast(theme[text]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['bg', 'surface'])('the edges of fields stand out on %s', (ground) => {
    expect(contrast(theme['line-strong']!, theme[ground]!)).toBeGreaterThanOrEqual(3);
  });
});
