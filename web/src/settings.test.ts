import { expect, test } from 'vitest';
import { DEFAULTS, parse } from './settings.svelte';

test.each([null, '', 'no json', '[]', 'null', '7', '{"theme":"pink","goOn":"yes"}'])(
  'stored %j gives the defaults',
  (stored) => {
    expect(parse(stored)).toEqual(DEFAULTS);
  },
);

test('what is stored and known is kept, beside defaults for the rest', () => {
  expect(
    parse(
      '{"deck":"two","preselect":false,"timing":"slow","playing":"drag","sound":false,"back":"waves","suits":"HSDC","felt":"x","old":1}',
    ),
  ).toEqual({
    ...DEFAULTS,
    deck: 'two',
    suits: 'HSDC',
    preselect: false,
    timing: 'slow',
    sound: false,
    back: 'waves',
    playing: 'drag',
  });
});

test.each([
  ['loud', 70],
  [-1, 70],
  [101, 70],
  [0, 0],
  [37, 37],
])('a volume of %j is %j', (stored, volume) => {
  expect(parse(JSON.stringify({ volume: stored })).volume).toBe(volume);
});
