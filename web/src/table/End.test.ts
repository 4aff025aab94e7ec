import { cleanup, render, screen } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../scoring/rule-texts';
import End from './End.svelte';
import { Panel } from './panel.svelte';
import type { TableView } from './wire';

const { observers } = JSON.parse(
  readFileSync('../tests/table/golden/gongzhu-exposing.json', 'utf8'),
) as { observers: { after: [number, TableView][] }[] };
const [, { state }] = observers[0]!.after.find(([, { state }]) => state.stage === 'scored')!;

// Files share the modules: one that is mocked here would be mocked elsewhere as well.
beforeEach(() => void vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError()));

/** The end of a game that these seats have lost. */
function lostBy(...losers: number[]): void {
  const totals = state.seats.map((_, seat) => (losers.includes(seat) ? -1000 - seat : 50));
  const game = { game: 'g', winners: [], losers, totals, practice: false };
  const rules = PRESETS['gongzhu-pagat']!;
  const ended = {
    ...state,
    stage: 'finished',
    game: 'g',
    games: [game],
    totals,
    strips: totals.map((total) => Number(total < 0)),
    settings: { ...state.settings, rules },
  };
  const scene = { seat: null, deal: null, state: { ...ended, deals: [] } } as unknown as TableView;
  const session = { present: scene, table: 't', botsAt: [], lag: 0, talk: { muted: [] } };
  const panel = new Panel();
  render(End, {
    session,
    scene,
    panel,
    form: { levels: {} },
    onsit: vi.fn(),
    onremove: vi.fn(),
  } as never);
}

test('the sum is told of one who lost, and of several each in the ranking', () => {
  lostBy(2);
  expect(document.querySelectorAll('.portraits > *')).toHaveLength(1);
  expect(document.querySelector('.why')!.textContent).toContain('−1002');
  cleanup();
  lostBy(0, 2, 3);
  expect(document.querySelectorAll('.portraits > *')).toHaveLength(3);
  expect(document.querySelector('.why')!.textContent).not.toContain('−');
  expect(screen.getAllByText(/^−100\d$/)).not.toHaveLength(0);
});
