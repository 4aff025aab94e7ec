import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cardsLeft } from '../table/deal-fold';
import type { DealEvent } from '../table/wire';
import type { DealSheet } from '../wire/types';
import { pointsSoFar } from '../table/running';
import {
  firstPlay,
  nameOfStep,
  parsePosition,
  seen,
  stepNamed,
  stepsOf,
  takerAt,
  viewsOf,
} from './story';

interface Vector {
  sheet: DealSheet;
  /** By event and seat; true: all of the event. */
  seen: (DealEvent | true | null)[][];
  /** By event and seat. */
  points: number[][];
}
const vectors = JSON.parse(readFileSync('../tests/web/replay_vectors.json', 'utf8')) as Vector[];

describe.each(vectors.map((vector) => ({ name: vector.sheet.record.preset, ...vector })))(
  '$name',
  (vector) => {
    const { record } = vector.sheet;
    const rules = record.rules;
    const events = vector.sheet.events;
    const steps = stepsOf(events);
    const views = viewsOf(rules, events, steps);

    test('a seat sees what the table lets it see', () => {
      const found = events.map((event) => record.players.map((_, seat) => seen(event, seat)));
      const wanted = vector.seen.map((views, place) =>
        views.map((view) => (view === true ? events[place] : view)),
      );
      expect(found).toEqual(wanted);
    });

    test('each card is a step, between the beginning and the end', () => {
      expect(steps.filter(({ kind }) => kind === 'play')).toHaveLength(record.plays.length + 1);
      expect(steps.at(-1)).toEqual({
        kind: 'end',
        play: record.plays.length,
        until: events.length,
      });
      expect(steps.some(({ kind }) => kind === 'passed')).toBe(record.passes !== null);
      expect(steps.some(({ kind }) => kind === 'dealt')).toBe(
        record.passes !== null || rules.sale !== 'none',
      );
      expect(new Set(steps.map(nameOfStep)).size).toBe(steps.length);
      steps.forEach((step, place) => expect(stepNamed(steps, nameOfStep(step))).toBe(place));
    });

    test('hands are those dealt, less what was passed and played', () => {
      steps.forEach((step, place) => {
        views[place]!.forEach(({ own, public: deal }, seat) => {
          const played = record.plays.slice(0, step.play).map(([, card]) => card as unknown);
          expect(own.hand.filter((card) => played.includes(card))).toEqual([]);
          expect(own.hand).toHaveLength(cardsLeft(rules, deal, seat));
        });
      });
    });

    test('points so far are those of the captured cards', () => {
      steps.forEach((step, place) => {
        const found = pointsSoFar(rules, views[place]![0]!.public);
        expect(found).toEqual(vector.points[step.until - 1]);
      });
    });

    test('whoever takes a trick leads the next one', () => {
      const tricks = views.at(-1)![0]!.public.tricks;
      tricks.forEach((trick, number) => {
        const last = firstPlay(rules.players, number) + rules.players - 1;
        const place = stepNamed(steps, String(last));
        expect(takerAt(events, steps[place]!)).toBe(trick.winner);
        expect(takerAt(events, steps[place - 1]!)).toBeNull();
      });
    });
  },
);

test('a place in an address', () => {
  expect(parsePosition('#3.17')).toEqual({ deal: 3, step: '17' });
  expect(parsePosition('#2.end')).toEqual({ deal: 2, step: 'end' });
  expect(parsePosition('#4')).toEqual({ deal: 4, step: '' });
  expect(parsePosition('')).toEqual({ deal: 1, step: '' });
  expect(parsePosition('#main')).toEqual({ deal: 1, step: '' });
  expect(stepNamed([{ kind: 'dealt', play: 0, until: 1 }], 'nonsense')).toBe(0);
});
