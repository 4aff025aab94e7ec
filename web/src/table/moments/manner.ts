/** How motion goes: its lengths, its curves, and whether anything moves at all. */

export const OUT = 'cubic-bezier(.2, .8, .2, 1)';
export const IN_OUT = 'cubic-bezier(.45, 0, .25, 1)';
/** Milliseconds in which things appear where nothing may move. */
export const FADE = 120;

/** Milliseconds at normal pace. */
export const TIMES = {
  play: 220,
  take: 260,
  captured: 700,
  /** A point card that has no name. */
  plain: 300,
  exposed: 360,
  swept: 2200,
  deal: 320,
  /** A strip of paper on its way down, and swinging once it sticks. */
  drop: 260,
  swing: 340,
  /** From one dealt card to the next. */
  stagger: 25,
} as const;

/** How motion goes now. */
export interface Manner {
  /** What every length is multiplied by. */
  tempo: number;
  /** Nothing changes its place: things only appear and fade. */
  still: boolean;
}
