import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../settings.svelte';
import { Speaker } from './speech';

class Utterance {
  lang = '';
  rate = 1;
  onend: (() => void) | null = null;
  constructor(readonly text: string) {}
}
let spoken: Utterance[];

beforeEach(() => {
  spoken = [];
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    speak: (utterance: Utterance) => spoken.push(utterance),
    cancel: vi.fn(),
  });
  settings.speakCards = true;
});
afterEach(() => {
  settings.speakCards = false;
  vi.unstubAllGlobals();
});

test('cards that fall while one is named: only the newest is named after it', () => {
  const speaker = new Speaker();
  for (const card of ['ace', 'king', 'queen']) speaker.say(card, 'en');
  expect(spoken.map(({ text }) => text)).toEqual(['ace']);
  spoken[0]!.onend?.();
  spoken[1]!.onend?.();
  expect(spoken.map(({ text }) => text)).toEqual(['ace', 'queen']);
  speaker.say('jack', 'zh-CN');
  expect(spoken[2]).toMatchObject({ text: 'jack', lang: 'zh-CN' });
});

test('nothing is said that was not asked for, or after the table is left', () => {
  settings.speakCards = false;
  const speaker = new Speaker();
  speaker.say('ace', 'en');
  expect(spoken).toEqual([]);
  settings.speakCards = true;
  speaker.say('ace', 'en');
  speaker.say('king', 'en');
  speaker.stop();
  spoken[0]!.onend?.();
  expect(spoken).toHaveLength(1);
});
