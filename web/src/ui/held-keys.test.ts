import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ignoreHeldEnter } from './held-keys';

beforeEach(() => addEventListener('keydown', ignoreHeldEnter, true));
afterEach(() => removeEventListener('keydown', ignoreHeldEnter, true));

function press(element: Element, key: string, repeat: boolean): { heard: boolean; taken: boolean } {
  document.body.append(element);
  const heard = vi.fn();
  element.addEventListener('keydown', heard);
  const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
  const taken = !element.dispatchEvent(event);
  element.remove();
  return { heard: heard.mock.calls.length > 0, taken };
}

test('Enter held down presses a button once, and writes lines', () => {
  const button = () => document.createElement('button');
  expect(press(button(), 'Enter', false)).toEqual({ heard: true, taken: false });
  expect(press(button(), 'Enter', true)).toEqual({ heard: false, taken: true });
  expect(press(button(), 'ArrowRight', true)).toEqual({ heard: true, taken: false });
  const lines = document.createElement('textarea');
  expect(press(lines, 'Enter', true)).toEqual({ heard: true, taken: false });
});
