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

const JADE = "[data-felt='jade'] {";
const INK = "[data-felt='ink'] {";
const FOUR = "[data-deck='four'] {";
const TWO = "[data-deck='two'] {";

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** A part of one colour with the rest of another, as `color-mix` in sRGB has it. */
function mixed(one: string, share: number, other: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a! * share + b! * (1 - share));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The grounds that are made of others: a plate lies on the felt, a veil on a card. */
function withGrounds(theme: Record<string, string>): Record<string, string> {
  const plate = mixed(theme['felt-lo']!, 0.82 / 0.88, '#000000');
  const grounds = { plate: mixed(plate, 0.88, theme['felt-hi']!) };
  return { ...theme, ...grounds, veiled: mixed(theme['felt-lo']!, 0.34, theme['card-face']!) };
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
    [
      ...['pig', 'warn', 'danger', 'good', 'gain', 'loss', 'brass-deep'],
      ...['suit-h-on-page', 'suit-d-on-page', 'suit-c-on-page'],
    ].map((text) => [text, ground]),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['pig', 'pig-soft'],
  ['on-paper', 'paper'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
  ['on-brass', 'brass'],
  ...['felt-hi', 'felt', 'felt-lo', 'plate'].map((ground) => ['on-felt', ground]),
  ...['felt', 'felt-lo', 'plate'].map((ground) => ['on-felt-2', ground]),
  ['gain-felt', 'plate'],
  ['loss-felt', 'plate'],
  ...['s', 'h', 'd', 'c'].map((suit) => [`suit-${suit}`, 'card-face']),
] as [string, string][];

const usual = (theme: 'light' | 'dark') =>
  Object.assign({}, ...[':root {', JADE, FOUR].map((start) => tokens(start, theme))) as Record<
    string,
    string
  >;
const [light, dark] = [usual('light'), usual('dark')];

describe.each([
  ['light', withGrounds(light)],
  ['dark', withGrounds(dark)],
  ['light with two colours', withGrounds({ ...light, ...tokens(TWO, 'light') })],
  ['light on ink', withGrounds({ ...light, ...tokens(INK, 'light') })],
  ['dark on ink', withGrounds({ ...dark, ...tokens(INK, 'dark') })],
])('%s', (_, theme) => {
  test.each(TEXTS)('%s can be read on %s', (text, ground) => {
    expect(contrast(theme[text]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['bg', 'surface'])('the edges of fields stand out on %s', (ground) => {
    expect(contrast(theme['line-strong']!, theme[ground]!)).toBeGreaterThanOrEqual(3);
  });

  test.each(['felt-hi', 'felt', 'plate'])('a brass ring stands out on %s', (ground) => {
    expect(contrast(theme['brass']!, theme[ground]!)).toBeGreaterThanOrEqual(3);
  });

  // Large signs: the index of a card is 24 pixels and more.
  test.each(['s', 'h', 'd', 'c'])('suit %s is told under the veil', (suit) => {
    const veiled = mixed(theme['felt-lo']!, 0.34, theme[`suit-${suit}`]!);
    expect(contrast(veiled, theme['veiled']!)).toBeGreaterThanOrEqual(3);
  });
});
