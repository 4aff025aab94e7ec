import { cleanup, render } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import Plate from './Plate.svelte';
import type { TableView } from './wire';

const { observers } = JSON.parse(
  readFileSync('../tests/table/golden/gongzhu-exposing.json', 'utf8'),
) as { observers: { after: [number, TableView][] }[] };
const [, scene] = observers[0]!.after.find(([, { state }]) => state.stage === 'playing')!;

test('one’s own plate says what the points beside the dot are', () => {
  const session = { present: scene, botsAt: {}, lag: 0 };
  const points = (stage?: string) => {
    cleanup();
    render(Plate, { session, scene, seat: 0, stage } as never);
    return document.querySelector('.now small')?.textContent;
  };
  expect(points()).toBe('deal');
  expect(points('row')).toBeUndefined();
});
