import { faultsOf } from '../scoring/checks';
import { allHold, CONFLICTS } from '../scoring/conditions';
import { changesFrom, withChanges } from '../scoring/following';
import { plainValues, type PlainRules, type PlainValue } from '../scoring/plain';
import { matters, PRESETS } from '../scoring/rule-texts';
import { keyCards, type Rules } from '../scoring/rules';
import type { Card } from '../scoring/cards';

/** Rules that somebody puts together: a preset, and what is changed in it. */
export class RulesDraft {
  preset: string = $state('');
  changes: PlainRules = $state.raw({});
  readonly base = $derived(PRESETS[this.preset]!);
  readonly rules = $derived(withChanges(this.base, this.changes));
  readonly values = $derived(plainValues(this.rules));
  /** What does not go together. */
  readonly faults = $derived(faultsOf(this.rules));

  constructor(preset: string, changes: PlainRules = {}) {
    this.start(preset, changes);
  }

  /** Start anew from a preset. */
  start(preset: string, changes: PlainRules = {}): void {
    this.preset = preset;
    this.changes = changes;
  }

  /** Set an option. What follows from it follows, and what it leaves nothing to decide is put back
   * to what it is where nothing is decided. */
  set(key: string, value: PlainValue): void {
    let next: Record<string, PlainValue> = { ...this.changes, [key]: value };
    // A pack laid aside for one number of players does not fit another.
    if (key === 'players') delete next['removed'];
    if (key === 'first_lead' && !this.rules.first_lead_card) {
      next['first_lead_card'] = this.base.first_lead_card ?? '2C';
    }
    // What decided nothing was not chosen: where it decides something again, it is the preset's.
    const after = withChanges(this.base, next);
    const idle = Object.keys(this.changes).filter(
      (each) => each !== key && !matters(this.rules, each) && matters(after, each),
    );
    next = without(next, ...idle);
    for (const conflict of CONFLICTS) {
      const rules = withChanges(this.base, next);
      const [neutral] = conflict.allowed;
      if (neutral === undefined || conflict.key === key || matters(rules, conflict.key)) continue;
      if (allHold(conflict.where, rules)) next[conflict.key] = neutral;
    }
    this.changes = changesFrom(this.base, withChanges(this.base, withoutLostKeys(this.base, next)));
  }

  /** Go back to what the preset has, or what follows from the other changes. */
  reset(key: string): void {
    this.changes = without(this.changes, key);
  }

  /** Give cards a value; "none": they count nothing. The doubler has none. */
  setPoints(cards: readonly Card[], worth: number | 'none'): void {
    const table = { ...(this.changes['points'] as object | undefined) };
    if (worth !== 'none' && cards.some((card) => card === this.rules.doubler)) {
      this.set('doubler', 'none');
    }
    this.set('points', { ...table, ...Object.fromEntries(cards.map((card) => [card, worth])) });
  }

  /** Lay cards aside, or take them back into the pack. */
  setRemoved(cards: readonly Card[], aside: boolean): void {
    const others = this.rules.removed.filter((card) => !cards.includes(card));
    if (aside) this.setPoints(cards, 'none');
    this.set('removed', aside ? [...others, ...cards] : others);
  }

  /** Make a card the doubler; null: there is none. */
  setDoubler(card: Card | null): void {
    if (card) this.setPoints([card], 'none');
    this.set('doubler', card ?? 'none');
  }
}

function without(changes: PlainRules, ...keys: string[]): Record<string, PlainValue> {
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !keys.includes(key)));
}

/** Changes without the cards to be exposed that no longer can be. */
function withoutLostKeys(base: Rules, changes: PlainRules): PlainRules {
  const listed = changes['exposable'];
  if (!Array.isArray(listed)) return changes;
  const may = keyCards({ ...withChanges(base, changes), exposable: 'all' });
  return { ...changes, exposable: may.filter((key) => listed.includes(key)) };
}
