import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownNotes } from './announce.svelte';
import { byHand } from './by-hand.svelte';
import { canShare, copy, share } from './copy';

const LINK = 'http://192.168.1.20:8000/t/abc';

beforeEach(() => {
  byHand.done();
  shownNotes.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

function browser(parts: object, commands: () => boolean): void {
  vi.stubGlobal('navigator', { userAgent: 'Firefox', ...parts });
  document.execCommand = commands;
}
const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
const never = (): never => {
  throw new Error('not here');
};

test('a text goes to the clipboard, by the old way where there is no new one', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  browser({ clipboard: { writeText } }, never);
  await copy(LINK);
  expect(writeText).toHaveBeenCalledWith(LINK);
  expect(shownNotes).toHaveLength(1);
  shownNotes.length = 0;
  browser({}, () => true);
  await copy(LINK);
  expect(shownNotes).toHaveLength(1);
  expect(byHand.text).toBe('');
});

test('where neither is allowed the text is shown, to be copied by hand', async () => {
  browser({ clipboard: { writeText: refuse } }, () => false);
  await copy(LINK);
  expect(byHand.text).toBe(LINK);
  byHand.done();
  browser({}, never);
  await copy(LINK);
  expect(byHand.text).toBe(LINK);
  expect(document.querySelector('textarea')).toBeNull();
});

test('who closes the menu for sharing wants no copy; where it fails a copy is made', async () => {
  browser({ share: () => Promise.reject(new DOMException('', 'AbortError')) }, never);
  await share(LINK, '');
  expect(byHand.text).toBe('');
  browser({ share: refuse }, never);
  await share(LINK, '');
  expect(byHand.text).toBe(LINK);
});

test('inside WeChat pages do not share, whatever they are told', () => {
  browser({ share: refuse, userAgent: 'Mozilla/5.0 MicroMessenger/8.0.50' }, never);
  expect(canShare()).toBe(false);
  browser({ share: refuse }, never);
  expect(canShare()).toBe(true);
});
