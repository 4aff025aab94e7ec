/** What a person prefers, kept in this browser. */

export const LANGUAGES = ['auto', 'en', 'zh'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export const DECKS = ['four', 'two'] as const;
export const TIMINGS = ['instant', 'fast', 'normal', 'slow'] as const;

export interface Settings {
  language: (typeof LANGUAGES)[number];
  theme: (typeof THEMES)[number];
  /** A colour for each suit, or black and red. */
  deck: (typeof DECKS)[number];
  /** How long cards of others are shown; see `pace`. */
  timing: (typeof TIMINGS)[number];
  /** Play the only card left without asking. */
  autoLast: boolean;
  /** Choose a card before one's turn. */
  preselect: boolean;
}

export const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'auto',
  deck: 'four',
  timing: 'normal',
  autoLast: true,
  preselect: true,
};

/** Milliseconds: a card's flight, the pause between plays of others, a full trick on the table. */
export const PACES = {
  instant: { flight: 0, pause: 0, trick: 0 },
  fast: { flight: 120, pause: 150, trick: 450 },
  normal: { flight: 220, pause: 400, trick: 1000 },
  slow: { flight: 350, pause: 900, trick: 2200 },
} as const;

const KEY = 'gongzhu.settings';

/** The settings that a stored text holds; whatever is missing or unknown takes its default. */
export function parse(stored: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (typeof value === 'object' && value !== null) found = value;
  } catch {
    // A text that is no JSON is as good as none.
  }
  const one = <T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T =>
    allowed.find((each) => each === value) ?? otherwise;
  const flag = (value: unknown, otherwise: boolean) =>
    typeof value === 'boolean' ? value : otherwise;
  return {
    language: one(found.language, LANGUAGES, DEFAULTS.language),
    theme: one(found.theme, THEMES, DEFAULTS.theme),
    deck: one(found.deck, DECKS, DEFAULTS.deck),
    timing: one(found.timing, TIMINGS, DEFAULTS.timing),
    autoLast: flag(found.autoLast, DEFAULTS.autoLast),
    preselect: flag(found.preselect, DEFAULTS.preselect),
  };
}

/** Read and write as plain fields: `settings.deck = 'two'` is stored and shown at once. */
export const settings: Settings = $state(parse(read()));

/** The pace now: nothing moves for those who ask their system for less motion. */
export function pace(): { flight: number; pause: number; trick: number } {
  const chosen = PACES[settings.timing];
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? { ...chosen, flight: 0 } : chosen;
}

/** Keep the page and the storage in step with the settings, as long as the caller lives. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    if (settings.theme === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = settings.theme;
    root.dataset['deck'] = settings.deck;
    write(JSON.stringify(settings));
  });
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Storage is switched off or full: the settings last as long as the page.
  }
}
