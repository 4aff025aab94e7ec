import { api, ApiError } from '../net/api';
import type {
  ExampleForm,
  OptionForm,
  PresetForm,
  RulesExplained,
  RulesFault,
} from '../wire/types';

/** What an option may hold. */
export type RuleValue = OptionForm['values'] extends (infer Shown)[] | undefined
  ? Shown extends { value: infer Value }
    ? Value
    : never
  : never;

const PAUSE = 250;

/** Rules that somebody puts together: a preset and what differs from it, as the server sees them. */
export class RulesDraft {
  base: PresetForm;
  /** The game that people play from which this starts, if it was picked. */
  example: ExampleForm | null = $state.raw(null);
  /** What was chosen otherwise than in the preset. */
  changes: Record<string, RuleValue> = $state.raw({});
  /** The server's answer about the last rules without a fault. */
  explained: RulesExplained | null = $state.raw(null);
  faults: RulesFault[] = $state.raw([]);
  /** What went wrong apart from faults at options. */
  trouble = $state('');
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(base: PresetForm) {
    this.base = $state.raw(base);
  }

  /** The value of an option as it stands. */
  value(key: string): RuleValue | undefined {
    return this.changes[key] ?? this.explained?.rules[key] ?? this.base.rules[key];
  }

  /** How many play; seats follow it. */
  get players(): number {
    return Number(this.value('players') ?? this.base.players);
  }

  get differs(): readonly string[] {
    return this.explained?.differs ?? [];
  }

  /** The options that decide something; all, while the server has not told. */
  decides(key: string): boolean {
    return this.explained?.decides.includes(key) ?? true;
  }

  fault(key: string): string | undefined {
    return this.faults.find((fault) => fault.key === key)?.text;
  }

  /** Whether the table can be opened with these rules. */
  get sound(): boolean {
    return this.faults.length === 0 && this.trouble === '';
  }

  /** Start anew from a preset, or from an example that is based on it. */
  start(base: PresetForm, example: ExampleForm | null = null): void {
    this.base = base;
    this.example = example;
    this.changes = example?.rules ?? {};
    this.explained = null;
    this.faults = [];
    void this.ask();
  }

  /** Set an option, or with undefined go back to the preset's value. */
  set(key: string, value: RuleValue | undefined): void {
    const { [key]: _, ...others } = this.changes;
    this.changes =
      value === undefined || same(value, this.base.rules[key])
        ? others
        : { ...others, [key]: value };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ask(), PAUSE);
  }

  /** Have the server look at the rules; an answer that was overtaken counts for nothing. */
  async ask(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    try {
      const explained = await api.explain({ preset: this.base.name, rules: this.changes });
      if (asked !== this.#asked) return;
      this.explained = explained;
      this.faults = [];
      this.trouble = '';
    } catch (error) {
      if (asked !== this.#asked || !(error instanceof ApiError)) return;
      this.faults = error.problem?.faults ?? [];
      this.trouble = this.faults.length > 0 ? '' : error.message;
    }
  }
}

function same(one: RuleValue, other: RuleValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
