import { expect, test } from 'vitest';
import { flagOf } from './flags';
import type { SeatState, TableView } from './wire';

/** A running game of Ann, who has left or is away, and perhaps somebody else. */
function viewed(ann: Partial<SeatState>, other: Partial<SeatState>): TableView {
  const seats = [
    { name: 'Ann', kind: 'player', ...ann },
    { name: 'Bo', ...other },
  ];
  return { seat: null, state: { stage: 'playing', seats }, deal: null } as unknown as TableView;
}

test.each([
  [{ left: true }, 'Left'],
  [{ stand_in: true }, 'Away'],
])('a plate says that a bot plays only while somebody is there', (ann, text) => {
  const more = (other: Partial<SeatState>) => {
    const view = viewed(ann, other);
    const flag = flagOf(view, view.state, 0, null)!;
    expect(flag.text).toBe(text);
    return flag.more;
  };
  expect(more({ kind: 'bot', online: false })).toBeUndefined();
  expect(more({ kind: 'player', online: false })).toBeUndefined();
  expect(more({ kind: 'player', online: true })).toBe(' · bot plays');
});

test('a plate says who gives the game up, until it is their turn', () => {
  const view = viewed({ online: true, resigned: true }, { kind: 'bot' });
  expect(flagOf(view, view.state, 0, null)?.text).toBe('Gives up');
});
