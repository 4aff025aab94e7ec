import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import HandCard from './HandCard.svelte';

test('a press that was let go of elsewhere is no drag', async () => {
  const capture = vi.fn();
  HTMLElement.prototype.setPointerCapture = capture;
  const onpick = vi.fn();
  const measures = { x: 0, y: 0, width: 80, raise: 20, sink: 6 };
  const state = { veiled: false, raised: false, sending: false, fresh: false, mode: null };
  render(HandCard, {
    ...{ card: 'QS', label: 'queen of spades', focusable: true, onkeyfocus: () => undefined },
    ...{ ...measures, ...state, isAhead: false, moved: false, overTable: () => true, onpick },
  });
  const card = screen.getByRole('button');
  const move = (clientY: number, buttons: number) =>
    fireEvent(card, new MouseEvent('pointermove', { clientX: 0, clientY, buttons, bubbles: true }));
  const press = () =>
    fireEvent(card, new MouseEvent('pointerdown', { clientX: 0, clientY: 0, bubbles: true }));
  await press();
  await move(-60, 1);
  expect(card.className).toContain('dragging');
  // The button was let go of where nobody told.
  await move(-70, 0);
  await move(-200, 0);
  expect(card.className).not.toContain('dragging');
  await fireEvent.pointerUp(card);
  expect(onpick).not.toHaveBeenCalled();
  // From the first moment on the press is this card's.
  expect(capture).toHaveBeenCalledTimes(1);
});
