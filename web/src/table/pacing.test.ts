import { beforeEach, describe, expect, test } from 'vitest';
import { Queue, waitBefore, type Step } from './pacing';
import type { Fact, TableView } from './wire';

const pace = { pause: 400, trick: 1000 };
const played = (seat: number): Fact =>
  ({ type: 'happened', event: { type: 'card_played', seat, card: 'QS', was_down: false } }) as Fact;
const taken = { type: 'happened', event: { type: 'trick_taken', seat: 1 } } as Fact;
const ready = { type: 'ready_set', seat: 1, ready: true } as Fact;
const shown = { seat: 0 } as TableView;

describe('the wait before something is shown', () => {
  test('is for what others do on the table, not for one’s own card', () => {
    expect(waitBefore(played(1), shown, 1, pace)).toBe(400);
    expect(waitBefore(played(0), shown, 1, pace)).toBe(0);
    expect(waitBefore(taken, shown, 1, pace)).toBe(1000);
    expect(waitBefore(ready, shown, 1, pace)).toBe(0);
  });

  test('is short when much has happened meanwhile', () => {
    expect(waitBefore(taken, shown, 40, pace)).toBeLessThan(100);
  });
});

describe('the queue', () => {
  let seen: Step[];
  let timers: { at: number; act: () => void }[];
  let queue: Queue;

  beforeEach(() => {
    seen = [];
    timers = [];
    queue = new Queue(
      (fact) => seen.push(fact),
      (fact, waiting) => waitBefore(fact, shown, waiting, pace),
      {
        after: (at, act) => timers.push({ at, act }),
        cancel: () => (timers = []),
      },
    );
  });

  test('shows one thing after the other', () => {
    queue.add([played(0), played(1), ready, taken]);
    expect(seen).toEqual([played(0)]);
    timers.shift()!.act();
    expect(seen).toEqual([played(0), played(1), ready]);
    expect(timers.map(({ at }) => at)).toEqual([1000]);
    timers.shift()!.act();
    expect(seen).toHaveLength(4);
    expect(queue.empty).toBe(true);
  });

  test('shows everything at once when asked to, in order', () => {
    queue.add([played(1), taken]);
    queue.add([played(2)]);
    queue.flush();
    expect(seen).toEqual([played(1), taken, played(2)]);
    expect(timers).toEqual([]);
  });

  test('forgets what a snapshot has overtaken', () => {
    queue.add([played(1), taken]);
    queue.clear();
    queue.add([ready]);
    expect(seen).toEqual([ready]);
  });
});
