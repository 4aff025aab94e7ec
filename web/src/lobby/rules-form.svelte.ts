import { language, type Language } from '../i18n';
import { api } from '../net/api';
import type { PresetForm, RulesForm } from '../wire/types';

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

const KEY = 'gongzhu.preset';

/** The preset that was played last at this device, if there still is one of that name. */
export function lastPreset(form: RulesForm): PresetForm {
  let name: string | null = null;
  try {
    name = localStorage.getItem(KEY);
  } catch {
    // Without storage the default will do.
  }
  const named = (wanted: string | null) => form.presets.find((preset) => preset.name === wanted);
  return named(name) ?? named(form.default_preset) ?? form.presets[0]!;
}

/** Remember it. */
export function rememberPreset(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // It is only a convenience.
  }
}
