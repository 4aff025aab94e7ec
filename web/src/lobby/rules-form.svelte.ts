import { language, type Language } from '../i18n';
import { api } from '../net/api';
import type { PlainRules } from '../scoring/plain';
import type { ExampleForm, PresetForm, RulesForm } from '../wire/types';

let forms: Partial<Record<Language, RulesForm>> = $state.raw({});

/** The rules that the server knows, in the language that is shown; null until `loadRules`. */
export function rulesForm(): RulesForm | null {
  return forms[language()] ?? null;
}

/** Fetch them, once for each language. Raises ApiError. */
export async function loadRules(): Promise<RulesForm> {
  const asked = language();
  const known = forms[asked];
  if (known) return known;
  const form = await api.rules();
  forms = { ...forms, [asked]: form };
  return form;
}

/** What the next game of one click is: the rules that were played last, and the bots' level. */
export interface Choice {
  preset: string;
  /** What differs from the preset. */
  rules: PlainRules;
  level: string;
}

const KEY = 'gongzhu.game';

/** What was played last at this device, as far as the server still knows it. */
export function lastChoice(form: RulesForm): Choice {
  const { preset, rules, level } = stored();
  const known = form.presets.some(({ name }) => name === preset);
  return {
    preset: known ? preset! : presetNamed(form, form.default_preset).name,
    rules: (known && rules) || {},
    level: level !== undefined && level in form.levels ? level : form.default_level,
  };
}

/** Remember what is played from now on. */
export function rememberChoice(choice: Partial<Choice>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...choice }));
  } catch {
    // It is only a convenience.
  }
}

/** The preset of that name; the first one where there is none. */
export function presetNamed(form: RulesForm, wanted: string): PresetForm {
  return form.presets.find(({ name }) => name === wanted) ?? form.presets[0]!;
}

/** The rules of the preset or example of that name. */
export function gameNamed(form: RulesForm, name: string): Pick<Choice, 'preset' | 'rules'> {
  return form.examples.find((each) => each.name === name) ?? { preset: name, rules: {} };
}

/** The example that a choice came from, if its rules still are what was chosen. */
export function exampleOf(
  form: RulesForm,
  { preset, rules }: Pick<Choice, 'preset' | 'rules'>,
): ExampleForm | undefined {
  return form.examples.find(
    (example) =>
      example.preset === preset && JSON.stringify(example.rules) === JSON.stringify(rules),
  );
}

function stored(): Partial<Choice> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    const { preset, rules, level } = found as Record<string, unknown>;
    return {
      ...(typeof preset === 'string' && { preset }),
      ...(typeof rules === 'object' && rules !== null && { rules: rules as Choice['rules'] }),
      ...(typeof level === 'string' && { level }),
    };
  } catch {
    // Without storage, or with something else in it, the defaults will do.
    return {};
  }
}
