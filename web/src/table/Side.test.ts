import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { Panel } from './panel.svelte';
import Side from './Side.svelte';
import { TableSession } from './session.svelte';
import type { TableView } from './wire';

test('what lay over one deal does not come back over the next', () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  const { observers } = JSON.parse(
    readFileSync('../tests/table/golden/gongzhu-exposing.json', 'utf8'),
  ) as { observers: { snapshot: TableView }[] };
  const { snapshot: view } = observers[0]!;
  const panel = new Panel();
  const begin = () => render(Side, { session: new TableSession('kite'), scene: view, panel });
  const sheet = () => screen.queryByRole('dialog', { name: 'Scores' });
  const deal = begin();
  panel.show('scores');
  flushSync();
  expect(sheet()).not.toBeNull();
  deal.unmount();
  begin();
  expect(sheet()).toBeNull();
});
