import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import HandCard from './HandCard.svelte';

const capture = vi.fn();
const onpick = vi.fn();
const ondragged = vi.fn();
let card: HTMLElement;

/** The felt is above the hand, and left of the panel. */
const overFelt = (x: number, y: number) => x < 500 && y < 0;

beforeEach(() => {
  vi.clearAllMocks();
  HTMLElement.prototype.setPointerCapture = capture;
  const measures = { x: 0, y: 0, width: 80, raise: 20, sink: 6 };
  const state = { veiled: false, raised: false, sending: false, fresh: false, mode: null };
  render(HandCard, {
    ...{ card: 'QS', label: 'queen of spades', focusable: true, onkeyfocus: () => undefined },
    ...{ ...measures, ...state, isAhead: false, moved: false, down: false },
    ...{ overFelt, ondragged, onpick },
  });
  card = screen.getByRole('button');
});

const pointer = (type: string, clientX: number, clientY: number, buttons = 1) =>
  fireEvent(card, new MouseEvent(type, { clientX, clientY, buttons, detail: 1, bubbles: true }));

test('a press that was let go of elsewhere is no drag', async () => {
  await pointer('pointerdown', 0, 0);
  await pointer('pointermove', 0, -60);
  expect(card.className).toContain('dragging');
  // The button was let go of where nobody told.
  await pointer('pointermove', 0, -70, 0);
  await pointer('pointermove', 0, -200, 0);
  expect(card.className).not.toContain('dragging');
  await pointer('pointerup', 0, -200, 0);
  expect(onpick).not.toHaveBeenCalled();
  // From the first moment on the press is this card's.
  expect(capture).toHaveBeenCalledTimes(1);
});

test('a card let go of over the felt is dropped, and its click plays nothing more', async () => {
  await pointer('pointerdown', 0, 0);
  await pointer('pointermove', 10, -60);
  expect(ondragged).toHaveBeenLastCalledWith('over');
  await pointer('pointerup', 10, -60, 0);
  await pointer('click', 10, -60, 0);
  expect(onpick.mock.calls).toEqual([[{ type: 'drop' }]]);
  expect(ondragged).toHaveBeenLastCalledWith(null);
});

test.each([
  ['the panel', 900, -60],
  ['the hand', 40, 10],
])('a card let go of over %s is not dropped', async (_, x, y) => {
  await pointer('pointerdown', 0, 0);
  await pointer('pointermove', 10, -60);
  await pointer('pointermove', x, y);
  expect(ondragged).toHaveBeenLastCalledWith('away');
  await pointer('pointerup', x, y, 0);
  await pointer('click', x, y, 0);
  expect(onpick).not.toHaveBeenCalled();
  expect(ondragged).toHaveBeenLastCalledWith(null);
});

test.each(['pointercancel', 'lostpointercapture', 'Escape'])('%s ends a drag', async (end) => {
  await pointer('pointerdown', 0, 0);
  await pointer('pointermove', 10, -60);
  if (end === 'Escape') await fireEvent.keyDown(document.body, { key: 'Escape' });
  else await pointer(end, 10, -60);
  expect(ondragged).toHaveBeenLastCalledWith(null);
  await pointer('pointermove', 20, -80);
  await pointer('pointerup', 20, -80, 0);
  await pointer('click', 20, -80, 0);
  expect(onpick).not.toHaveBeenCalled();
  // Enter is not taken for the click that ends a drag.
  await fireEvent.click(card, { detail: 0 });
  expect(onpick.mock.calls).toEqual([[{ type: 'enter' }]]);
});
