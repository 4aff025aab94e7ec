/** What a person prefers, kept in this browser. */

export const LANGUAGES = ['auto', 'en', 'zh'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export const FELTS = ['jade', 'ink'] as const;
export const DECKS = ['four', 'two'] as const;
export const BACKS = ['leaf', 'lattice', 'waves'] as const;
export const TIMINGS = ['instant', 'fast', 'normal', 'slow'] as const;
export const PLAYING = ['auto', 'tap', 'raise', 'drag'] as const;
export const RECEIVED = ['tap', '3', '6', '12'] as const;
export const SUITS = ['SHCD', 'HSDC', 'SHDC', 'DCHS'] as const;
export const RANKS = ['high', 'low'] as const;
export const SIZES = ['normal', 'large'] as const;
export const GO_ON = ['never', 'forced', 'sheets'] as const;

export interface Settings {
  language: (typeof LANGUAGES)[number];
  theme: (typeof THEMES)[number];
  felt: (typeof FELTS)[number];
  /** A colour for each suit, or black and red. */
  deck: (typeof DECKS)[number];
  /** The design on the back of cards. */
  back: (typeof BACKS)[number];
  /** How long cards of others are shown; see `pace`. */
  timing: (typeof TIMINGS)[number];
  /** How a card is played; `auto`: at one click of a mouse, at a finger's second tap. */
  playing: (typeof PLAYING)[number];
  /** For how long cards passed to one are shown: until one taps on, or so many seconds. */
  received: (typeof RECEIVED)[number];
  /** The suits of a hand from the left, and which cards of one come first. */
  suits: (typeof SUITS)[number];
  ranks: (typeof RANKS)[number];
  /** How large cards are in the hand and in the trick. */
  cards: (typeof SIZES)[number];
  /** What is done without asking: nothing, what leaves no choice, or going on from a score sheet as well. */
  goOn: (typeof GO_ON)[number];
  /** Choose a card before one's turn. */
  preselect: boolean;
  /** Sounds; none before the page is touched. */
  sound: boolean;
  /** How loud they are, from 0 to 100. */
  volume: number;
  /** A sound also for what people say at the table. */
  soundPhrases: boolean;
  /** Name the cards of others aloud as they fall. */
  speakCards: boolean;
  /** A short vibration when it is one's turn. */
  vibrate: boolean;
}

export const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'auto',
  felt: 'jade',
  deck: 'four',
  back: 'leaf',
  timing: 'normal',
  playing: 'auto',
  received: 'tap',
  suits: 'SHCD',
  ranks: 'high',
  cards: 'normal',
  goOn: 'forced',
  preselect: true,
  sound: true,
  volume: 70,
  soundPhrases: false,
  speakCards: false,
  vibrate: true,
};

/** Milliseconds: the pause between plays of others, a full trick on the table. */
export const PACES = {
  instant: { pause: 0, trick: 0 },
  fast: { pause: 150, trick: 450 },
  normal: { pause: 400, trick: 1000 },
  slow: { pause: 900, trick: 2200 },
} as const;

/** What the length of every other motion is multiplied by. */
const TEMPOS = { instant: 0, fast: 0.6, normal: 1, slow: 1.6 } as const;

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
  const share = (value: unknown, otherwise: number) =>
    typeof value === 'number' && value >= 0 && value <= 100 ? value : otherwise;
  return {
    language: one(found.language, LANGUAGES, DEFAULTS.language),
    theme: one(found.theme, THEMES, DEFAULTS.theme),
    felt: one(found.felt, FELTS, DEFAULTS.felt),
    deck: one(found.deck, DECKS, DEFAULTS.deck),
    back: one(found.back, BACKS, DEFAULTS.back),
    timing: one(found.timing, TIMINGS, DEFAULTS.timing),
    playing: one(found.playing, PLAYING, DEFAULTS.playing),
    received: one(found.received, RECEIVED, DEFAULTS.received),
    suits: one(found.suits, SUITS, DEFAULTS.suits),
    ranks: one(found.ranks, RANKS, DEFAULTS.ranks),
    cards: one(found.cards, SIZES, DEFAULTS.cards),
    goOn: one(found.goOn, GO_ON, DEFAULTS.goOn),
    preselect: flag(found.preselect, DEFAULTS.preselect),
    sound: flag(found.sound, DEFAULTS.sound),
    volume: share(found.volume, DEFAULTS.volume),
    soundPhrases: flag(found.soundPhrases, DEFAULTS.soundPhrases),
    speakCards: flag(found.speakCards, DEFAULTS.speakCards),
    vibrate: flag(found.vibrate, DEFAULTS.vibrate),
  };
}

/** Read and write as plain fields: `settings.deck = 'two'` is stored and shown at once. */
export const settings: Settings = $state(parse(read()));

/** The pace now. */
export function pace(): { pause: number; trick: number } {
  return PACES[settings.timing];
}

/** What the length of a motion is multiplied by now; at 0 nothing moves. */
export function tempo(): number {
  return TEMPOS[settings.timing];
}

/** True if the person asks the system for less motion. */
export function lessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Keep the page and the storage in step with the settings, as long as the caller lives. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    if (settings.theme === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = settings.theme;
    root.dataset['felt'] = settings.felt;
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
