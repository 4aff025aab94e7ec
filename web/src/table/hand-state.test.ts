import { describe, expect, test } from 'vitest';
import {
  AT_REST,
  ledFor,
  REST,
  step,
  type HandState,
  type Input,
  type Situation,
} from './hand-state';
import type { Card, DealView } from './wire';

const HAND: Card[] = ['AS', '4S', '7H', 'JD'];
const turn: Situation = {
  hand: HAND,
  asked: ['AS', '4S'],
  behind: false,
  led: 'S',
  mayChooseAhead: true,
  sending: false,
};
const waiting: Situation = { ...turn, asked: null };
const betweenTricks: Situation = { ...waiting, led: null };
const tap = (card: Card, way: 'tap' | 'raise' | 'drag' = 'tap'): Input => ({
  type: 'tap',
  card,
  way,
});
const enter = (card: Card | null): Input => ({ type: 'enter', card });
const SHOWN: Input = { type: 'shown' };
const FELT: Input = { type: 'felt' };
const raised = (card: Card): HandState => ({ ...AT_REST, raised: card });
const ahead = (card: Card, led: string | null): HandState => ({
  ...AT_REST,
  ahead: { card, led },
});
const played = (card: Card) => ({ type: 'play', card });

describe('at one’s turn', () => {
  test('a tap plays where one tap is to play', () => {
    expect(step(AT_REST, turn, tap('AS'), 1000)).toEqual([
      { raised: null, ahead: null, changed: 1000 },
      played('AS'),
    ]);
  });

  test('the first tap raises, the second plays, another card takes the raise', () => {
    const [up, nothing] = step(AT_REST, turn, tap('AS', 'raise'), 0);
    expect(up.raised).toBe('AS');
    expect(nothing).toBeNull();
    expect(step(up, turn, tap('AS', 'raise'), 60)[1]).toEqual(played('AS'));
    expect(step(up, turn, tap('4S', 'raise'), 60)).toEqual([raised('4S'), null]);
  });

  test('no number of taps plays where cards are to be dragged; a drop does in every way', () => {
    expect(step(raised('AS'), turn, tap('AS', 'drag'), 0)).toEqual([raised('AS'), null]);
    expect(step(AT_REST, turn, { type: 'drop', card: 'AS' }, 0)[1]).toEqual(played('AS'));
  });

  test('Enter plays the raised card, and raises one that is not', () => {
    expect(step(raised('AS'), turn, enter(null), 0)[1]).toEqual(played('AS'));
    expect(step(raised('AS'), turn, enter('AS'), 0)[1]).toEqual(played('AS'));
    expect(step(raised('AS'), turn, enter('4S'), 0)).toEqual([raised('4S'), null]);
    expect(step(AT_REST, turn, enter(null), 0)).toEqual([AT_REST, null]);
  });

  test('the keyboard raises what may be played by coming to it', () => {
    expect(step(AT_REST, turn, { type: 'focus', card: '4S' }, 0)[0]).toEqual(raised('4S'));
    expect(step(raised('4S'), turn, { type: 'focus', card: 'JD' }, 0)[0]).toEqual(raised('4S'));
    expect(step(AT_REST, waiting, { type: 'focus', card: '4S' }, 0)[0]).toEqual(AT_REST);
  });

  test('the felt and Escape lower the card', () => {
    expect(step(raised('AS'), turn, FELT, 0)).toEqual([AT_REST, null]);
    expect(step(raised('AS'), turn, { type: 'escape' }, 0)).toEqual([AT_REST, null]);
  });

  test('a forbidden card is not played, and the rule is asked for', () => {
    for (const input of [tap('7H'), tap('7H', 'raise'), { type: 'drop', card: '7H' } as const])
      expect(step(raised('AS'), turn, input, 0)).toEqual([
        raised('AS'),
        { type: 'ask_why', card: '7H' },
      ]);
  });

  test('nothing is played while a card is on its way, or so soon after one’s own', () => {
    const sending = { ...turn, sending: true };
    const soon = { ...raised('AS'), changed: 1000 };
    for (const input of [
      tap('AS'),
      tap('7H'),
      enter('AS'),
      { type: 'drop', card: 'AS' } as const,
    ]) {
      expect(step(raised('AS'), sending, input, 0)).toEqual([raised('AS'), null]);
      expect(step(soon, turn, input, 1000 + REST - 1)).toEqual([soon, null]);
      expect(step(soon, waiting, input, 1000 + REST - 1)).toEqual([soon, null]);
    }
    expect(step(soon, turn, tap('AS'), 1000 + REST)[1]).toEqual(played('AS'));
  });
});

describe('while the felt is behind', () => {
  const behind = { ...turn, behind: true };

  test('no input plays, whatever is asked by now', () => {
    for (const mayChooseAhead of [true, false])
      for (const input of [
        tap('AS'),
        enter('AS'),
        enter(null),
        { type: 'drop', card: 'AS' } as const,
      ])
        expect(step(raised('AS'), { ...behind, mayChooseAhead }, input, 0)[1]?.type).not.toBe(
          'play',
        );
  });

  test('a tap chooses ahead, or hurries for those who do not choose ahead', () => {
    expect(step(AT_REST, behind, tap('AS'), 0)).toEqual([ahead('AS', 'S'), null]);
    const plain = { ...behind, mayChooseAhead: false };
    expect(step(AT_REST, plain, tap('AS'), 0)).toEqual([AT_REST, { type: 'hurry' }]);
    expect(step(AT_REST, behind, enter(null), 0)).toEqual([AT_REST, { type: 'hurry' }]);
    expect(step(AT_REST, behind, FELT, 0)).toEqual([AT_REST, { type: 'hurry' }]);
  });

  test('nothing stands raised', () => {
    expect(step(raised('AS'), behind, SHOWN, 0)[0]).toEqual(AT_REST);
  });
});

describe('a card chosen ahead', () => {
  test('is marked with the suit led that was seen, and can be taken back', () => {
    const [marked] = step(AT_REST, waiting, tap('4S'), 0);
    expect(marked).toEqual(ahead('4S', 'S'));
    expect(step(marked, waiting, tap('4S'), 0)).toEqual([AT_REST, null]);
    expect(step(marked, waiting, tap('AS'), 0)[0]).toEqual(ahead('AS', 'S'));
    expect(step(marked, waiting, { type: 'escape' }, 0)).toEqual([AT_REST, null]);
  });

  test('is played at one’s turn in the trick that was seen, and not before', () => {
    const marked = ahead('4S', 'S');
    expect(step(marked, waiting, SHOWN, 0)).toEqual([marked, null]);
    expect(step(marked, { ...turn, behind: true }, SHOWN, 0)).toEqual([marked, null]);
    expect(step(marked, { ...turn, sending: true }, SHOWN, 0)).toEqual([marked, null]);
    expect(step(marked, turn, SHOWN, 9)).toEqual([
      { raised: null, ahead: null, changed: 9 },
      played('4S'),
    ]);
  });

  test('is dropped with a word where it would be illegal', () => {
    expect(step(ahead('7H', 'S'), turn, SHOWN, 0)).toEqual([
      AT_REST,
      { type: 'drop_ahead', card: '7H', why: 'illegal' },
    ]);
  });

  test('is dropped with a word as soon as another suit is led than its own', () => {
    expect(step(ahead('JD', null), betweenTricks, SHOWN, 0)[1]).toBeNull();
    expect(step(ahead('JD', null), waiting, SHOWN, 0)).toEqual([
      AT_REST,
      { type: 'drop_ahead', card: 'JD', why: 'other_lead' },
    ]);
  });

  test('before the lead was seen is offered and not played', () => {
    const offered = [raised('4S'), { type: 'offer_ahead', card: '4S' }];
    expect(step(ahead('4S', null), turn, SHOWN, 0)).toEqual(offered);
    const lead = { ...turn, led: null, asked: HAND };
    expect(step(ahead('4S', null), lead, SHOWN, 0)).toEqual(offered);
    expect(step(ahead('4S', 'S'), lead, SHOWN, 0)).toEqual(offered);
  });

  test('is forgotten with the hand that it was in', () => {
    const gone = { ...waiting, hand: ['7H'] as Card[] };
    expect(step(ahead('4S', 'S'), gone, SHOWN, 0)).toEqual([AT_REST, null]);
  });
});

test('a suit is led for those who have yet to play to it', () => {
  const deal = (leader: number | null, trick: Card[]): DealView =>
    ({ public: { leader, trick, captured: [[], [], [], []] } }) as unknown as DealView;
  expect(ledFor(deal(1, ['KS', '2H']), 0)).toBe('S');
  expect(ledFor(deal(1, ['KS', '2H']), 2)).toBeNull();
  expect(ledFor(deal(0, []), 0)).toBeNull();
  expect(ledFor(deal(0, ['KS', '2H', '3S', '4S']), 0)).toBeNull();
  expect(ledFor(deal(null, []), 0)).toBeNull();
  expect(ledFor(null, 0)).toBeNull();
});
