import { beforeEach, describe, expect, test } from 'vitest';
import { HEARTS } from '../scoring/cards';
import { newGame } from '../scoring/game';
import { PRESETS } from '../scoring/rule-texts';
import { newStanding, type DealEntry } from '../scoring/standing';
import type { Book } from './book';
import {
  cardsToEnter,
  draftOf,
  EMPTY,
  entryOf,
  exposeNext,
  give,
  isDraft,
  openingOf,
  unowned,
} from './draft';
import { Session } from './session.svelte';
import { keep, keptBooks, loadKept } from './shelf';
import { shortNames } from './short-names';

const PAGAT = PRESETS['gongzhu-pagat']!;
const NONE = newGame(PAGAT);

describe('a deal that is entered', () => {
  test('shows every card that counts once', () => {
    expect(cardsToEnter(PAGAT)).toHaveLength(16);
    expect(cardsToEnter(PRESETS['gongzhu-wiki-diamonds']!)).toContain('QD');
    expect(cardsToEnter(PRESETS['hearts-denexa']!)).toHaveLength(14);
    expect(cardsToEnter(PRESETS['hearts-omnibus']!)).toContain('JD');
  });

  test('gives cards to piles, to others, and back', () => {
    let draft = give(EMPTY, ['QS', 'KH'], 0);
    draft = give(draft, ['KH', ...unowned(PAGAT, draft)], 2);
    expect(unowned(PAGAT, draft)).toEqual([]);
    expect(entryOf(PAGAT, draft, NONE).captures[0]).toEqual(['QS']);
    expect(entryOf(PAGAT, draft, NONE).captures[2]).toHaveLength(15);
    expect(unowned(PAGAT, give(draft, ['QS'], null))).toEqual(['QS']);
  });

  test('exposes in the ways that the rules know', () => {
    const once = exposeNext(PAGAT, EMPTY, 'QS');
    expect(entryOf(PAGAT, once, NONE).exposed).toEqual({ QS: 'open' });
    expect(exposeNext(PAGAT, once, 'QS').exposed).toEqual({});
    const boulder = PRESETS['gongzhu-boulder']!;
    const down = exposeNext(boulder, EMPTY, 'JD');
    expect(down.exposed).toEqual({ JD: 'down' });
    expect(exposeNext(boulder, down, 'JD').exposed).toEqual({ JD: 'up' });
  });

  test('counts tricks only for who has the queen of diamonds', () => {
    const rules = PRESETS['gongzhu-wiki-diamonds']!;
    const draft = { ...give(EMPTY, ['QD'], 1), tricks: 3 };
    expect(entryOf(rules, draft, NONE).tricks_after_qd).toEqual([0, 3, 0, 0]);
    expect(entryOf(rules, give(draft, ['QD'], null), NONE).tricks_after_qd).toBeUndefined();
    expect(entryOf(PAGAT, draft, NONE).tricks_after_qd).toBeUndefined();
  });

  test('asks for the moon only where there is one to choose for', () => {
    const rules = PRESETS['hearts-choice']!;
    const moon = give(EMPTY, [...HEARTS, 'QS'], 1);
    expect(entryOf(rules, moon, NONE).moon_choice).toBe('others');
    expect(entryOf(rules, moon, { ...NONE, totals: [0, 90, 80, 0] }).moon_choice).toBe('self');
    expect(entryOf(rules, { ...moon, moon: 'self' }, NONE).moon_choice).toBe('self');
    expect(entryOf(rules, give(moon, ['2H'], 0), NONE).moon_choice).toBeUndefined();
    expect(entryOf(PRESETS['hearts-denexa']!, moon, NONE).moon_choice).toBeUndefined();
  });

  test('takes who captured every trick only where that counts', () => {
    const rules = { ...PAGAT, all_tricks: 100 };
    const draft = { ...EMPTY, allTricks: 2 };
    expect(entryOf(rules, draft, NONE).all_tricks).toBe(2);
    expect(entryOf(PAGAT, draft, NONE).all_tricks).toBeUndefined();
    expect(draftOf(entryOf(rules, draft, NONE), 0).allTricks).toBe(2);
  });

  test('is offered again as it was', () => {
    const rules = PRESETS['gongzhu-wiki-diamonds']!;
    const entry: DealEntry = {
      captures: [['2C', 'QS'], ['QD'], [], []],
      exposed: { QS: 'open' as const },
      tricks_after_qd: [0, 4, 0, 0],
    };
    expect(entryOf(rules, draftOf(entry, 0), NONE)).toEqual(entry);
    const unnamed: DealEntry = { captures: [[], [], [], []], tricks_after_qd: [0, 0, 2, 0] };
    expect(draftOf(unnamed, 0).owners).toEqual({ QD: 2 });
  });

  test('comes back from the storage only where it fits the rules', () => {
    const draft = { ...give(EMPTY, ['QS'], 3), exposed: { QS: 'open' as const } };
    expect(isDraft(PAGAT, JSON.parse(JSON.stringify(draft)))).toBe(true);
    expect(isDraft(PRESETS['gongzhu-hwa']!, draft)).toBe(false);
    expect(isDraft(PAGAT, give(draft, ['QS'], 4))).toBe(false);
    expect(isDraft(PAGAT, { ...draft, owners: { XX: 0 } })).toBe(false);
    expect(isDraft(PAGAT, null)).toBe(false);
  });
});

describe('what a table needs to know before a deal', () => {
  const before = newStanding(PAGAT);

  test('the first lead is by a card, later ones by the captor of the pig', () => {
    expect(openingOf(PAGAT, before, 0)).toEqual({
      dealer: 0,
      pass: 'none',
      lead: { by: 'card', card: '2S', must: false },
    });
    const second = { ...before, game: { ...before.game, number: 1, leader: 3 } };
    expect(openingOf(PAGAT, second, 1)).toMatchObject({ dealer: 1, lead: { by: 'seat', seat: 3 } });
    const unknown = { ...before, game: { ...before.game, number: 1 } };
    expect(openingOf(PAGAT, unknown, 1).lead).toEqual({ by: 'captor' });
  });

  test('where cards go follows the deal of the game', () => {
    const rules = PRESETS['hearts-denexa']!;
    const passes = [0, 1, 2, 3, 4].map((number) => {
      const standing = newStanding(rules);
      return openingOf(rules, { ...standing, game: { ...standing.game, number } }, number).pass;
    });
    expect(passes).toEqual(['left', 'right', 'across', 'none', 'left']);
  });

  test('the dealer leads, or the next in turn, where no card decides', () => {
    const rules = { ...PAGAT, first_lead: 'dealer' as const, first_lead_card: null };
    const leads = (first_lead: 'dealer' | 'after-dealer' | 'seat-0') =>
      openingOf({ ...rules, first_lead }, newStanding(rules), 3).lead;
    expect(leads('dealer')).toEqual({ by: 'seat', seat: 3 });
    expect(leads('after-dealer')).toEqual({ by: 'seat', seat: 0 });
    expect(leads('seat-0')).toEqual({ by: 'seat', seat: 0 });
  });

  test('laid aside, the lead card is the next one of its suit', () => {
    const rules = PRESETS['gongzhu-pagat-5']!;
    const other = { ...rules, first_lead: 'must-lead' as const, first_lead_card: '2C' as const };
    const lead = { by: 'card', card: '3C', must: true };
    expect(openingOf(other, newStanding(other), 0).lead).toEqual(lead);
  });
});

test('short names tell players apart', () => {
  expect(shortNames(['Annabel', 'Bo', '小王明', 'Di'])).toEqual(['Anna', 'Bo', '小王', 'Di']);
  expect(shortNames(['Player 1', 'Player 2', 'Cy'])).toEqual(['1', '2', 'Cy']);
  expect(shortNames(['Annabel + Cy', '小王 + 小红'])).toEqual(['AC', '小小']);
});

describe('a book on the device', () => {
  const empty: Book = {
    rules: { name: 'gongzhu-pagat', base: 'gongzhu-pagat', rules: PAGAT },
    names: ['Ann', 'Bo', 'Cy', 'Di'],
    games: null,
    deals: [],
  };
  const deal = (pile: number): DealEntry => ({
    captures: [0, 1, 2, 3].map((at) => (at === pile ? ['QS'] : [])),
  });
  let session: Session;

  beforeEach(() => {
    localStorage.clear();
    session = new Session(localStorage, { id: 'a', changed: 0, book: empty, draft: null }, () => 5);
  });

  test('is kept with every change, half a deal included', () => {
    session.draft = give(EMPTY, ['QS'], 1);
    expect(loadKept(localStorage, 'a')).toMatchObject({ changed: 5, draft: { owners: { QS: 1 } } });
    session.enter(deal(1));
    expect(loadKept(localStorage, 'a')).toMatchObject({ book: { deals: [deal(1)] }, draft: null });
    expect(keptBooks(localStorage)).toHaveLength(1);
  });

  test('takes changes back and brings them back', () => {
    session.enter(deal(0));
    session.enter(deal(1));
    session.edit(0);
    expect(session.draft).toMatchObject({ owners: { QS: 0 }, editing: 0 });
    session.enter(deal(3));
    expect(session.book.deals).toEqual([deal(3), deal(1)]);
    session.undo();
    expect(session.book.deals).toEqual([deal(0), deal(1)]);
    session.undo();
    session.redo();
    session.redo();
    expect(session.book.deals).toEqual([deal(3), deal(1)]);
    expect(session.canRedo).toBe(false);
    session.undo();
    session.enter(deal(2));
    expect(session.canRedo).toBe(false);
  });

  test('takes back a slip in the deal that is entered, and no saved deal with it', () => {
    session.draft = give(EMPTY, ['QS'], 0);
    session.draft = give(session.draft, ['KH'], 0);
    session.draft = give(session.draft, HEARTS, 1);
    session.undo();
    expect(session.draft.owners).toEqual({ QS: 0, KH: 0 });
    session.enter(deal(0));
    session.draft = give(EMPTY, ['QS'], 2);
    session.undo();
    expect(session.book.deals).toEqual([deal(0)]);
    expect(session.draft).toEqual(EMPTY);
    session.undo();
    expect(session.book.deals).toEqual([]);
    expect(session.draft.owners).toEqual({ QS: 0, KH: 0 });
    session.undo();
    expect(session.draft).toEqual(EMPTY);
    expect(session.canUndo).toBe(false);
  });

  test('keeps half a deal while an earlier one is put right', () => {
    session.enter(deal(0));
    const half = { ...give(EMPTY, ['QS'], 2), allTricks: 2 };
    session.draft = half;
    session.edit(0);
    const again = new Session(localStorage, loadKept(localStorage, 'a')!);
    expect(again.draft).toMatchObject({ owners: { QS: 0 }, editing: 0 });
    again.enter(deal(3));
    expect(again.book.deals).toEqual([deal(3)]);
    expect(again.draft).toEqual(half);
    session.stopEditing();
    expect(session.draft).toEqual(half);
  });

  test('takes back deals of an earlier sitting too', () => {
    session.enter(deal(0));
    session.enter(deal(1));
    const again = new Session(localStorage, loadKept(localStorage, 'a')!);
    again.undo();
    expect(again.book.deals).toEqual([deal(0)]);
    expect(again.draft).toEqual(give(EMPTY, ['QS'], 1));
    for (let deal = 0; deal < 3; deal += 1) again.undo();
    expect(again.canUndo).toBe(false);
    again.undo();
    again.redo();
    again.redo();
    expect(again.book.deals).toEqual([deal(0)]);
  });

  test('follows what another tab did', () => {
    session.enter(deal(0));
    const other = new Session(localStorage, loadKept(localStorage, 'a')!);
    other.enter(deal(2));
    session.follow('gongzhu.settings');
    expect(session.book.deals).toHaveLength(1);
    session.follow('gongzhu.score.a');
    expect(session.book.deals).toEqual([deal(0), deal(2)]);
  });

  test('says so when it cannot be kept', () => {
    const full = { ...stub(), setItem: () => raise() };
    const lost = new Session(full, { id: 'b', changed: 0, book: empty, draft: null });
    lost.enter(deal(0));
    expect(lost.kept).toBe(false);
    expect(lost.book.deals).toEqual([deal(0)]);
  });

  test('that cannot be read is passed over', () => {
    localStorage.setItem('gongzhu.score.x', '{"book": "nonsense"}');
    localStorage.setItem('gongzhu.score.y', '{');
    localStorage.setItem('other', '1');
    keep(localStorage, { id: 'old', changed: 1, book: empty, draft: null });
    keep(localStorage, { id: 'new', changed: 2, book: empty, draft: null });
    expect(keptBooks(localStorage).map(({ id }) => id)).toEqual(['new', 'old']);
  });
});

function stub() {
  return { length: 0, key: () => null, getItem: () => null, removeItem: () => undefined };
}

function raise(): never {
  throw new Error('full');
}
