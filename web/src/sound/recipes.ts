/** Every sound of the table, built out of tones and noise while it plays: there are no files. */

import { growl, hiss, tone, type Voice } from './synth';

export const RECIPES = {
  /** A card put down on cloth: paper above, the table below. */
  card(voice) {
    hiss(voice, { from: 5200, to: 2600, q: 0.6, attack: 0.012, decay: 0.05, peak: 0.11 });
    hiss(voice, { at: 0.014, from: 1500, to: 700, q: 0.7, attack: 0.002, decay: 0.06, peak: 0.5 });
    tone(voice, { at: 0.014, from: 165, to: 82, attack: 0.003, decay: 0.09, peak: 0.42 });
  },

  /** A trick drawn over the cloth to whoever took it. */
  slide(voice) {
    hiss(voice, { from: 900, to: 3400, q: 0.8, attack: 0.09, decay: 0.19, peak: 0.16 });
    hiss(voice, { at: 0.02, from: 380, to: 720, q: 0.7, attack: 0.1, decay: 0.16, peak: 0.18 });
    hiss(voice, { at: 0.21, from: 1200, to: 600, q: 0.8, attack: 0.003, decay: 0.05, peak: 0.22 });
  },

  /** Two strokes on a wood block. */
  turn(voice) {
    for (const [at, pitch, peak] of [
      [0, 587, 0.3],
      [0.13, 784, 0.34],
    ] as const) {
      tone(voice, { at, from: pitch * 1.02, to: pitch, attack: 0.002, decay: 0.15, peak });
      tone(voice, { at, from: pitch * 2.57, attack: 0.001, decay: 0.06, peak: peak * 0.35 });
      hiss(voice, { at, from: pitch * 4, q: 1.2, attack: 0.001, decay: 0.02, peak: peak * 0.9 });
    }
  },

  /** The pig: two low snorts, the second one longer. */
  pig(voice) {
    const snout = [
      [260, 3, 0.9],
      [780, 5, 0.55],
      [1900, 7, 0.22],
    ] as const;
    growl(voice, { from: 96, to: 72, attack: 0.03, decay: 0.13, peak: 0.5, formants: snout });
    growl(voice, {
      at: 0.17,
      from: 88,
      to: 52,
      attack: 0.05,
      decay: 0.36,
      peak: 0.62,
      formants: snout,
    });
    hiss(voice, { at: 0.16, from: 2400, to: 900, q: 0.8, attack: 0.05, decay: 0.2, peak: 0.05 });
  },

  /** The queen of spades in Hearts: two strokes on a low drum. */
  drum(voice) {
    for (const [at, peak] of [
      [0, 0.5],
      [0.21, 0.6],
    ] as const) {
      tone(voice, { at, from: 132, to: 62, attack: 0.003, decay: 0.42, peak });
      tone(voice, { at, from: 213, to: 140, attack: 0.002, decay: 0.16, peak: peak * 0.3 });
      hiss(voice, { at, from: 900, to: 300, q: 0.5, attack: 0.001, decay: 0.04, peak: peak * 0.4 });
    }
  },

  /** The bell around the sheep's neck. */
  bell(voice) {
    for (const [at, level] of [
      [0, 1],
      [0.16, 0.55],
    ] as const) {
      for (const [ratio, peak, decay] of [
        [1, 0.16, 0.9],
        [2.01, 0.08, 0.55],
        [2.74, 0.07, 0.4],
        [4.12, 0.035, 0.22],
        [5.43, 0.02, 0.14],
      ] as const)
        tone(voice, { at, from: 932 * ratio, attack: 0.002, decay, peak: peak * level });
      hiss(voice, { at, from: 5200, q: 1, attack: 0.001, decay: 0.02, peak: 0.1 * level });
    }
  },

  /** A coin that lands and rings. */
  coin(voice) {
    for (const [at, pitch, level] of [
      [0, 1661, 0.8],
      [0.075, 2217, 1],
    ] as const) {
      for (const [ratio, peak, decay] of [
        [1, 0.13, 0.5],
        [1.51, 0.05, 0.3],
        [2.41, 0.05, 0.22],
        [3.9, 0.02, 0.12],
      ] as const)
        tone(voice, { at, from: pitch * ratio, attack: 0.001, decay, peak: peak * level });
      hiss(voice, { at, from: 7000, q: 0.9, attack: 0.001, decay: 0.012, peak: 0.12 * level });
    }
  },

  /** A stamp brought down on the card. */
  stamp(voice) {
    hiss(voice, { from: 2200, to: 500, q: 0.5, attack: 0.001, decay: 0.07, peak: 0.5 });
    tone(voice, { from: 190, to: 58, attack: 0.002, decay: 0.2, peak: 0.5 });
    hiss(voice, { at: 0.07, from: 3600, q: 0.8, attack: 0.012, decay: 0.06, peak: 0.06 });
  },

  /** All hearts, or the moon: three notes that rise and ring on. */
  rise(voice) {
    for (const [at, pitch, decay] of [
      [0, 523.25, 0.7],
      [0.19, 659.25, 0.8],
      [0.38, 783.99, 1.5],
    ] as const) {
      tone(voice, { at, from: pitch, attack: 0.006, decay, peak: 0.17 });
      tone(voice, { at, from: pitch * 2.003, attack: 0.004, decay: decay * 0.6, peak: 0.06 });
      tone(voice, { at, from: pitch * 4.01, attack: 0.002, decay: decay * 0.18, peak: 0.035 });
      tone(voice, { at, from: pitch * 0.501, attack: 0.02, decay: decay * 0.8, peak: 0.07 });
    }
  },

  /** The pack run through two thumbs. */
  riffle(voice) {
    let at = 0;
    for (let leaf = 0; leaf < 22; leaf++) {
      const through = leaf / 21;
      const loud = 0.1 + 0.14 * Math.sin(Math.PI * (0.15 + 0.85 * through));
      const from = 2100 + 900 * through + 500 * Math.random();
      hiss(voice, { at, from, to: from * 0.7, q: 1.1, attack: 0.001, decay: 0.028, peak: loud });
      at += 0.034 - 0.017 * Math.sin(Math.PI * through) + 0.004 * Math.random();
    }
    hiss(voice, { from: 700, to: 1100, q: 0.6, attack: 0.25, decay: 0.3, peak: 0.06 });
    hiss(voice, { at, from: 1300, to: 600, q: 0.7, attack: 0.004, decay: 0.08, peak: 0.3 });
  },

  /** A strip of paper slapped onto a forehead; its end flutters. */
  paper(voice) {
    hiss(voice, { from: 3000, q: 0.4, attack: 0.001, decay: 0.05, peak: 0.5 });
    tone(voice, { from: 240, to: 120, attack: 0.001, decay: 0.06, peak: 0.3 });
    for (const [at, peak] of [
      [0.1, 0.1],
      [0.19, 0.07],
      [0.29, 0.045],
      [0.4, 0.025],
    ] as const)
      hiss(voice, { at, from: 4200, to: 2600, q: 0.7, attack: 0.02, decay: 0.06, peak });
  },

  /** Knuckles on a door, twice. */
  knock(voice) {
    for (const at of [0, 0.16]) {
      hiss(voice, { at, from: 900, to: 300, q: 0.7, attack: 0.001, decay: 0.03, peak: 0.3 });
      tone(voice, { at, from: 210, to: 130, attack: 0.001, decay: 0.09, peak: 0.5 });
    }
  },

  /** A word from somebody at the table. */
  pop(voice) {
    tone(voice, { from: 340, to: 760, attack: 0.006, decay: 0.08, peak: 0.22 });
    tone(voice, { from: 680, to: 1500, attack: 0.004, decay: 0.04, peak: 0.05 });
  },
} satisfies Record<string, (voice: Voice) => void>;

export type SoundName = keyof typeof RECIPES;

/** How much louder each is played than it is written, in decibels, so that none drowns another. */
export const LEVELS: Readonly<Record<SoundName, number>> = {
  card: 6.5,
  slide: 8.5,
  turn: 0,
  pig: 11.5,
  drum: -5,
  bell: 0,
  coin: 1,
  stamp: 7,
  rise: -1,
  riffle: 6,
  paper: 12,
  knock: 5,
  pop: 13,
};
