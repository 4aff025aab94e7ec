import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../settings.svelte';
import { Notice } from './notice';

let notice: Notice;
let stop: () => void;
const vibrate = vi.fn();

function look(seen: boolean): void {
  Object.defineProperty(document, 'hidden', { value: !seen, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
const sign = () => document.querySelector('link[rel="icon"]')!.getAttribute('href');

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">';
  document.title = 'Gong Zhu';
  vi.stubGlobal('navigator', { vibrate });
  vibrate.mockClear();
  notice = new Notice();
  stop = notice.start();
});
afterEach(() => {
  stop();
  look(true);
  vi.unstubAllGlobals();
});

test('a tab in the background says that it is its turn until somebody looks', () => {
  notice.turn('● Your turn');
  expect([document.title, sign()]).toEqual(['Gong Zhu', '/icon.svg']);
  look(false);
  expect([document.title, sign()]).toEqual(['● Your turn', '/icon-turn.svg']);
  look(true);
  expect([document.title, sign()]).toEqual(['Gong Zhu', '/icon.svg']);
});

test('a turn that comes and goes unseen leaves nothing behind', () => {
  look(false);
  notice.turn('● Your turn');
  expect(sign()).toBe('/icon-turn.svg');
  notice.turn(null);
  expect([document.title, sign()]).toEqual(['Gong Zhu', '/icon.svg']);
  notice.turn('● Your turn');
  stop();
  expect([document.title, sign()]).toEqual(['Gong Zhu', '/icon.svg']);
});

test('each turn is felt once, by those who want to', () => {
  notice.turn('one');
  notice.turn('two');
  expect(vibrate.mock.calls).toEqual([[20]]);
  notice.turn(null);
  settings.vibrate = false;
  notice.turn('three');
  settings.vibrate = true;
  expect(vibrate).toHaveBeenCalledTimes(1);
});
