import { cleanup, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import ScoreSheet from './ScoreSheet.svelte';

/** The sheet of a deal, and whether it says when mistakes can be reviewed. */
function says(stage: string, seat: number | null): boolean {
  cleanup();
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  const session = { table: 't', fairness: { verdicts: {}, standings: {} } };
  const scene = { seat, state: { stage, seats: [] } };
  render(ScoreSheet, { session, scene, count: 1 } as never);
  return screen.queryByText('You can review your mistakes when the game is over.') !== null;
}

test('between two deals a player reads when mistakes can be reviewed', () => {
  expect(says('scored', 0)).toBe(true);
  expect(says('scored', null)).toBe(false);
  expect(says('finished', 0)).toBe(false);
});
