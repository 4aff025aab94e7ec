import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/theme.css'), 'utf8');

function tokens(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, colour]) => [
      name!,
      colour!,
    ]),
  );
}

const blockAfter = (start: string) => css.slice(css.indexOf(start)).split('}')[0]!;
const light = tokens(blockAfter(':root {'));
const byChoice = tokens(blockAfter(":root[data-theme='dark'] {"));
const bySystem = tokens(blockAfter(":root:not([data-theme='light']) {"));
const two = tokens(blockAfter(":root[data-deck='two']"));

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

test('dark by choice is dark as by the system', () => {
  expect(byChoice).toEqual(bySystem);
});

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
  ['light', light],
  ['dark', { ...light, ...byChoice }],
  ['light with two colours', { ...light, ...two }],
])('%s', (_, theme) => {
  test.each(TEXTS)('%s can be read on %s', (text, ground) => {
    expect(contrast(theme[text]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['bg', 'surface'])('the edges of fields stand out on %s', (ground) => {
    expect(contrast(theme['line-strong']!, theme[ground]!)).toBeGreaterThanOrEqual(3);
  });
});
