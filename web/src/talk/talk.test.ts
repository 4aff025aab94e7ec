import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { en } from '../i18n/en';
import { shownNotes } from '../ui/announce.svelte';
import type { Line } from '../wire/types';
import { BUBBLE, Conversation } from './conversation.svelte';
import sets from './phrases.json';
import { faceOf, FACES, lineText, PAGE, pagesOf, spoken } from './words';

const line = (number: number, more: Partial<Line>): Line => ({
  number,
  at: 0,
  seat: 1,
  name: 'Bo',
  ...more,
});

describe('words', () => {
  test('there is a text for every key that the server takes, and for no other', () => {
    const keys = [...sets.phrases.gongzhu, ...sets.phrases.hearts];
    const known = Object.keys(en.talk).filter((key) => key.startsWith('phrase_'));
    expect(known.toSorted()).toEqual([...new Set(keys)].map((key) => `phrase_${key}`).toSorted());
    expect(FACES.every((face) => `face_${face}` in en.talk && `made_${face}` in en.talk)).toBe(
      true,
    );
  });

  test('phrases come six a page, and those of the pig not in Hearts', () => {
    for (const family of ['gongzhu', 'hearts'] as const)
      expect(pagesOf(family).every((page) => page.length === PAGE)).toBe(true);
    expect(pagesOf('gongzhu')[0]).toContain('push_pig');
    expect(pagesOf('hearts').flat().join(' ')).not.toMatch(/pig|sheep/);
  });

  test('a line is told with who said it', () => {
    expect(spoken(line(1, { phrase: 'push_pig' }), 'Bo')).toBe('Bo: Push the pig!');
    expect(spoken(line(1, { phrase: 'cry' }), 'Bo')).toBe('Bo cries.');
    expect(spoken(line(1, { text: 'cry' }), 'Bo')).toBe('Bo: cry');
    expect([faceOf(line(1, { phrase: 'cry' })), faceOf(line(1, { text: 'cry' }))]).toEqual([
      'cry',
      null,
    ]);
    expect(lineText(line(1, { phrase: 'of a later version' }))).toBe('');
  });
});

describe('a conversation', () => {
  let told: string[];
  let sent: unknown[];
  let online: boolean;
  let delay: number;
  let talk: Conversation;
  const open = () =>
    new Conversation('kite', {
      send: (command) => {
        sent.push(command);
        const answer = { kind: 'said' as const };
        if (!delay) return Promise.resolve(answer);
        return new Promise((resolve) => setTimeout(() => resolve(answer), delay));
      },
      online: () => online,
      seat: () => 0,
      tell: (sentence) => told.push(sentence),
    });

  beforeEach(() => {
    vi.useFakeTimers();
    [told, sent, online, delay] = [[], [], true, 0];
    localStorage.clear();
    talk = open();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('tells what is said, once, and shows it at its seat for a while', () => {
    talk.heard(line(1, { phrase: 'nice' }));
    talk.heard(line(1, { phrase: 'nice' }));
    talk.heard(line(2, { seat: 0, name: 'Ann', phrase: 'thanks' }));
    expect(told).toEqual(['Bo: Nice one!', 'You: Thanks!']);
    expect(talk.bubbles.map(({ number }) => number)).toEqual([1, 2]);
    talk.heard(line(3, { phrase: 'oops' }));
    expect(talk.bubbles.map(({ number }) => number)).toEqual([2, 3]);
    vi.advanceTimersByTime(BUBBLE);
    expect(talk.bubbles).toEqual([]);
    expect(talk.lines).toHaveLength(3);
  });

  test('what was said before is read, not told', () => {
    talk.all([line(7, { text: 'hm' })]);
    expect([told, talk.bubbles, talk.lines.length]).toEqual([[], [], 1]);
    // The server began anew, and its numbers with it.
    talk.all([]);
    talk.heard(line(1, { phrase: 'nice' }));
    expect(talk.lines).toHaveLength(1);
  });

  test('who is muted is neither seen nor told, also when the page comes again', () => {
    talk.heard(line(1, { phrase: 'nice' }));
    talk.mute('Bo');
    talk.heard(line(2, { text: 'ha' }));
    expect([talk.lines, talk.bubbles, told.length]).toEqual([[], [], 1]);
    talk = open();
    talk.all([line(1, { phrase: 'nice' })]);
    expect(talk.lines).toEqual([]);
    talk.mute('Bo');
    expect(talk.lines).toHaveLength(1);
  });

  test('says one thing at a time, and nothing where nobody would hear it', async () => {
    expect(await talk.say('nice')).toBe(true);
    expect(await talk.say('oops')).toBe(false);
    vi.advanceTimersByTime(4000);
    online = false;
    expect(await talk.say('oops')).toBe(false);
    expect(shownNotes.at(-1)?.text).toMatch(/^Not sent/);
    online = true;
    expect(await talk.write('hm')).toBe(true);
    expect(sent).toEqual([
      { type: 'say', phrase: 'nice' },
      { type: 'write', text: 'hm' },
    ]);
  });

  test('rests from the answer on, since the line may have been long on its way', async () => {
    delay = 3000;
    const saying = talk.say('nice');
    expect(talk.resting).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await saying).toBe(true);
    await vi.advanceTimersByTimeAsync(3999);
    expect(talk.resting).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(talk.resting).toBe(false);
  });

  test('rests longer after three lines', async () => {
    for (const key of ['nice', 'oops', 'thanks']) {
      await talk.say(key);
      vi.advanceTimersByTime(4000);
    }
    expect(talk.resting).toBe(true);
    vi.advanceTimersByTime(30_000 - 12_000);
    expect(talk.resting).toBe(false);
  });
});
