import { beforeAll, describe, expect, test } from 'vitest';
import { addTopics } from '../i18n';
import { faultsOf } from '../scoring/checks';
import { withChanges } from '../scoring/following';
import { OPTIONS, type PlainValue } from '../scoring/plain';
import { matters, PRESETS, ruleTexts, type RuleTexts } from '../scoring/rule-texts';
import { RulesDraft } from './draft.svelte';
import { faultText } from './fault-text';
import { changesIn, newTablePath, rulesPath, variantOf } from './link';

await addTopics('editor');

describe('rules that are put together', () => {
  test('what follows from the size follows it, and goes back with it', () => {
    const draft = new RulesDraft('hearts-denexa');
    draft.set('players', 3);
    expect(draft.rules.removed).toEqual(['2D']);
    expect(draft.rules.pass_cycle).toEqual(['left', 'right', 'none']);
    expect(draft.changes).toEqual({ players: 3 });
    draft.set('players', 8);
    expect([draft.rules.removed.length, draft.rules.pass_count]).toEqual([4, 2]);
    draft.set('players', 4);
    expect(draft.changes).toEqual({});
  });

  test('cards are given values, made the doubler and laid aside', () => {
    const draft = new RulesDraft('hearts-denexa');
    draft.setPoints(['KS', 'AS'], 7);
    draft.setPoints(['2H'], 'none');
    draft.setDoubler('AS');
    expect(draft.changes).toEqual({ doubler: 'AS', points: { '2H': 'none', KS: 7 } });
    draft.setPoints(['AS'], 5);
    expect([draft.rules.doubler, draft.faults]).toEqual([null, []]);
    draft.setRemoved(['KS', '2C', '3C', '4C'], true);
    expect(draft.rules.points.some(([card]) => card === 'KS')).toBe(false);
    expect(draft.faults).toEqual([]);
    draft.reset('points');
    draft.setRemoved(['KS', '2C', '3C', '4C'], false);
    expect(draft.changes).toEqual({});
  });

  test('what is left nothing to decide is put back', () => {
    const draft = new RulesDraft('gongzhu-summary');
    draft.set('sale', 'none');
    expect(draft.rules.cancelled_doubler).toBe('nothing');
    const limits = new RulesDraft('gongzhu-hwa');
    limits.set('deals', 8);
    limits.set('lower_limit', 'none');
    expect([limits.rules.at_lower_limit, limits.faults]).toEqual(['loses', []]);
    const lead = new RulesDraft('gongzhu-pagat', { first_lead: 'dealer' });
    expect(lead.rules.first_lead_card).toBeNull();
    lead.set('first_lead', 'holder');
    expect(lead.changes).toEqual({});
  });

  test.each(Object.keys(PRESETS))('limits of %s are taken away and set again', (preset) => {
    for (const limit of ['lower_limit', 'upper_limit']) {
      const draft = new RulesDraft(preset, { deals: 8 });
      const [before, had] = [draft.changes, draft.values[limit]!];
      draft.set(limit, 'none');
      expect([limit, draft.faults]).toEqual([limit, []]);
      draft.set(limit, limit === 'lower_limit' ? -300 : 300);
      expect([limit, draft.faults]).toEqual([limit, []]);
      draft.set(limit, had);
      expect([limit, draft.faults, Object.keys(draft.changes)]).toEqual([
        limit,
        [],
        Object.keys(before),
      ]);
    }
  });

  test('cards that can no longer be exposed are no longer listed', () => {
    const draft = new RulesDraft('gongzhu-pagat', { exposable: ['JD', 'QS'] });
    draft.setPoints(['JD'], 'none');
    expect(draft.changes['exposable']).toEqual(['QS']);
    expect(draft.faults).toEqual([]);
  });

  test('an option that decides nothing never stands in the way', () => {
    for (const preset of Object.keys(PRESETS)) {
      for (const [key, form] of Object.entries(OPTIONS)) {
        const values: PlainValue[] =
          form.kind === 'choice' ? form.values : form.kind === 'flag' ? [true, false] : [];
        for (const value of values) {
          const draft = new RulesDraft(preset);
          if (matters(draft.rules, key)) draft.set(key, value);
          const hidden = draft.faults.filter((fault) => !matters(draft.rules, fault.key));
          expect(hidden, `${preset} ${key} ${String(value)}`).toEqual([]);
        }
      }
    }
  });
});

describe('what does not go together', () => {
  let texts: RuleTexts;
  beforeAll(async () => (texts = await ruleTexts('en')));
  const told = (preset: string, changes: Record<string, PlainValue>) => {
    const rules = withChanges(PRESETS[preset]!, changes);
    return faultsOf(rules).map((fault) => faultText(texts, rules, fault));
  };

  test('is said in the words of the table', () => {
    const [partners] = told('gongzhu-pagat-partners', { players: 5 });
    expect(partners).toMatch(
      /does not go together: “Players who sit opposite .*” and “Players: 5.”/,
    );
    expect(told('gongzhu-pagat', { lower_limit: 'none' })[0]).toContain('no upper limit');
    expect(told('gongzhu-pagat', { removed: ['2C'] })[0]).toContain('Laid aside');
    expect(told('gongzhu-pagat', { exact_total: [[100, 100]] })[0]).toContain('Exact totals');
  });

  test('names no option by its key', () => {
    const keys = Object.keys(OPTIONS).filter((key) => key.includes('_'));
    for (const text of told('gongzhu-summary', {
      ...{ players: 5, partners: 'pooled', pass_cycle: ['across'], lone_doubler: 0 },
      ...{ pig_with_all_hearts: 'swap', points: { JD: 'none' }, all_point_cards: 'flat' },
      all_tricks: 50,
    })) {
      expect(keys.some((key) => text.includes(key))).toBe(false);
    }
  });
});

describe('an address', () => {
  test('carries the rules', () => {
    const changes = { players: 6, points: { QS: -200, KS: -50 }, deals: 8 };
    const rules = withChanges(PRESETS['gongzhu-pagat']!, changes);
    const variant = variantOf(rules);
    const path = rulesPath(variant);
    expect(path).toMatch(/^\/rules\/[a-z0-9-]{1,60}\?with=[\w-]{1,1500}$/);
    const found = changesIn(path.slice(path.indexOf('?')), variant.preset);
    expect(withChanges(PRESETS[variant.preset]!, found!)).toEqual(rules);
    expect(newTablePath(variant)).toContain(`/?new=${variant.preset}&with=`);
    expect(rulesPath({ preset: 'gongzhu-hwa', changes: {} })).toBe('/rules/gongzhu-hwa');
  });

  test.each([
    '',
    '?with=',
    '?with=%%',
    '?with=eyJhIjoxfQ',
    '?with=bnVsbA',
    '?with=eyJkZWFscyI6MH0',
  ])('with something else in it carries nothing: %s', (search) =>
    expect(changesIn(search, 'gongzhu-pagat')).toBeNull(),
  );
});
