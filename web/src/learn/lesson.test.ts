import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Command, LinkEvents } from '../net/socket';
import { fold } from '../table/fold';
import type { TableView } from '../table/wire';
import { Lesson, reply, type LessonData, type LessonWords } from './lesson.svelte';

const read = (name: string) => JSON.parse(readFileSync(`src/learn/data/${name}.json`, 'utf8'));

/** A page that only keeps what it is told. */
function begin(game: string, at = 0) {
  const data = read(game) as LessonData;
  const lesson = new Lesson(data, at, () => 'You');
  const page: { view: TableView | null; ask: unknown } = { view: null, ask: null };
  lesson.connect({
    snapshot: (message) => (page.view = message.table),
    update: ({ facts, ask }) => {
      for (const fact of facts) page.view = fold(page.view!, fact);
      page.ask = ask;
    },
    you: () => undefined,
    lines: () => undefined,
    said: () => undefined,
    status: () => undefined,
  } satisfies LinkEvents);
  lesson.start();
  return { lesson, page };
}

function move(page: { view: TableView | null }, cards: string[]): Command {
  const phase = page.view!.deal!.public.phase;
  if (phase === 'passing') return { type: 'pass', cards } as Command;
  if (phase === 'exposing')
    return {
      type: 'expose',
      modes: Object.fromEntries(cards.map((card) => [card, 'open'])),
    } as Command;
  return { type: 'play', card: cards[0] } as Command;
}

describe.each(['gongzhu', 'hearts'])('the lesson of %s', (game) => {
  test('is played from its beginning to its end', async () => {
    const { lesson, page } = begin(game);
    for (let step = 0; step + 1 < lesson.length; step += 1) {
      expect(lesson.at).toBe(step);
      if (lesson.step.ask) {
        expect(page.ask).toEqual(lesson.step.ask);
        await lesson.send(move(page, lesson.step.do));
        expect(lesson.done).toBe(true);
      }
      lesson.next();
    }
    expect(lesson.at).toBe(lesson.length - 1);
  });

  test('has the same table at each step, whichever way one gets there', () => {
    const { lesson, page } = begin(game);
    for (let step = 0; step < lesson.length; step += 1) {
      const { page: other } = begin(game, step);
      expect(other.view).toEqual(page.view);
      if (lesson.step.ask) lesson.next();
      lesson.next();
    }
  });

  test('answers every other card, and waits', async () => {
    const { lesson, page } = begin(game);
    const words = read(`${game}.en`) as LessonWords;
    for (let step = 0; step + 1 < lesson.length; step += 1) {
      if (page.view!.deal!.public.phase === 'playing' && lesson.step.ask)
        for (const card of page.view!.deal!.own!.hand.filter(
          (each) => each !== lesson.step.do[0],
        )) {
          const before = page.view;
          expect(await lesson.send(move(page, [card]))).toEqual({ kind: 'lost' });
          expect(page.view).toBe(before);
          expect(reply(words[lesson.step.name]!, lesson.missed)).not.toBe('');
        }
      if (lesson.step.ask) lesson.next();
      expect(lesson.missed).toEqual([]);
      lesson.next();
    }
  });
});

test('goes back to the beginning of a step, and of the one before', () => {
  const { lesson, page } = begin('gongzhu');
  lesson.next();
  const first = page.view;
  lesson.next();
  expect(page.view).not.toEqual(first);
  lesson.back();
  expect([lesson.at, lesson.done]).toEqual([1, false]);
  expect(page.view).toEqual(first);
  lesson.back();
  expect(lesson.at).toBe(0);
});
