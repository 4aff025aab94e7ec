import { readdirSync, readFileSync } from 'node:fs';
import { PRESETS } from '../scoring/rule-texts';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseLanguage, t } from '../i18n';
import { flagOf } from './flags';
import { fold } from './fold';
import { nameOf } from './names';
import { actingSeats } from './pacing';
import { exposeEffect, waitText } from './prompt';
import type { Ask, Card, Fact, Mode, TableView } from './wire';

const GOLDEN = '../tests/table/golden';
interface Observer {
  seat: number | null;
  snapshot: TableView;
  updates: Fact[][];
}

afterEach(() => chooseLanguage('en'));

/** Every moment that a player of a golden table is shown, fact by fact. */
function* moments(file: string): Generator<{ view: TableView; fact: Fact; seat: number }> {
  const { observers } = JSON.parse(readFileSync(`${GOLDEN}/${file}`, 'utf8')) as {
    observers: Observer[];
  };
  for (const { seat, snapshot, updates } of observers) {
    if (seat === null) continue;
    let view = snapshot;
    for (const fact of updates.flat()) {
      view = fold(view, fact);
      yield { view, fact, seat };
    }
  }
}

describe.each(readdirSync(GOLDEN).filter((name) => name.endsWith('.json')))('in %s', (file) => {
  test('nothing is told of a choice before it is shown, from the first frame of a deal', () => {
    let dealt = 0;
    for (const { view, fact, seat } of moments(file)) {
      const text = waitText(view, null);
      const where = JSON.stringify(fact);
      if (/^(Passed|Chosen)\./.test(text)) expect(view.deal?.chosen[seat], where).toBe(true);
      if (fact.type === 'happened' && fact.event.type === 'deal_began') {
        expect(text, where).toBe(t('table.dealing'));
        dealt += 1;
      }
      const acting = actingSeats(view);
      // The longest names first: one may begin like another.
      const seats = [...view.state.seats.keys()];
      const names = seats.map((other) => [nameOf(view.state, other), other] as const);
      let rest = text;
      for (const [name, other] of names.sort(([a], [b]) => b.length - a.length)) {
        if (rest.includes(name)) expect(acting, `${text} ${where}`).toContain(other);
        rest = rest.replaceAll(name, '');
      }
      for (const other of seats) {
        const kind = flagOf(view, view.state, other, null)?.kind;
        if (kind === 'choosing') expect(acting, where).toContain(other);
        if (kind === 'ready' && view.state.stage === 'playing')
          expect(view.deal?.chosen[other], where).toBe(true);
      }
    }
    expect(dealt).toBeGreaterThan(0);
  });

  test('nobody is said to choose where there is nothing to choose', () => {
    for (const { view, fact } of moments(file)) {
      const { rules } = view.state.settings;
      if (view.deal?.public.phase !== 'exposing' || rules.sale !== 'none') continue;
      expect(actingSeats(view), JSON.stringify(fact)).toEqual([]);
    }
  });
});

const KEYS: Card[] = ['AH', 'QS', 'JD', 'TC'];
const HELD = Array.from({ length: 15 }, (_, at) => KEYS.filter((_, bit) => ((at + 1) >> bit) & 1));
const WAYS: Mode[][] = [['open'], ['down', 'up']];
const WORDS = {
  en: { hearts: /all hearts/, doubler: /multiplies/, itself: /counts double/ },
  zh: { hearts: /所有红桃/, doubler: /变压器/, itself: /加倍计分|暗卖加倍/ },
};

describe.each(['en', 'zh'] as const)('what exposing comes to, in %s', (language) => {
  test.each(WAYS)('is told for every kind of card that is held: %s', async (...ways) => {
    await chooseLanguage(language);
    const { hearts, doubler, itself } = WORDS[language];
    for (const held of HELD) {
      const modes = Object.fromEntries(held.map((card) => [card, ways])) as Ask['modes'];
      const text = exposeEffect(modes, PRESETS['gongzhu-pagat']!);
      const told = `${held.join(' ')}: ${text}`;
      expect(hearts.test(text), told).toBe(held.includes('AH'));
      expect(doubler.test(text), told).toBe(held.includes('TC'));
      const plain = held.includes('QS') || held.includes('JD');
      expect(itself.test(text), told).toBe(plain || ways.length === 2);
    }
  });
});
