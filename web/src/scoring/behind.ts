/** How far choices are behind the best one: the one figure that orders, draws and tells them. */

import { t } from '../i18n';
import type { Estimate, HintChoice, HintGiven } from '../wire/types';
import { graveLoss, type Rules } from './rules';

export type Aim = HintGiven['aim'];
export type Standing = HintChoice['standing'];

/** A choice as it is told. */
export interface Told {
  standing: Standing;
  /** "0", "about the same", "−6", "−3%". */
  figure: string;
  /** Half of the interval around it: "± 2"; empty where that is too little to be told. */
  error: string;
  /** The figure where there is room for a few characters only. */
  short: string;
}

/** Whether points are so many that whole ones are told, as in Gong Zhu. */
export const inWhole = (rules: Rules) => graveLoss(rules) >= 50;

/** From how many points, or per cent of the game, on a part of one does not count: where whole ones
 * are told, and elsewhere. */
const [FINE, MANY] = [1.95, 9.5];

/** The difference that is called none, as the server does, and what a full bar stands for at least,
 * so that a small difference is drawn small: points, or chances of the game. */
function scaleOf(rules: Rules, aim: Aim): { none: number; full: number } {
  if (aim === 'game') return { none: 0.01, full: 0.1 };
  const grave = graveLoss(rules);
  return rules.aim === 'high'
    ? { none: grave / 100, full: grave / 5 }
    : { none: (0.1 * grave) / 13, full: (2 * grave) / 13 };
}

/** A number with so many decimals. Exactly half way it goes to the even side, as in the sentences
 * that the server writes. */
function fixed(size: number, decimals: 0 | 1): string {
  const parts = 2 ** decimals;
  const half = Number.isInteger(2 * parts * size) && !Number.isInteger(parts * size);
  const below = Math.floor(10 ** decimals * size);
  return (half ? (below + (below % 2)) / 10 ** decimals : size).toFixed(decimals);
}

/** A number of points, or a chance of the game, without a plus: "47", "0.8", "6%". `like`: the
 * number whose decimals it has. */
export function sizeText(rules: Rules, aim: Aim, size: number, like = size): string {
  const [times, sign] = aim === 'game' ? [100, '%'] : [1, ''];
  const whole = aim === 'game' || inWhole(rules);
  const decimals = Math.abs(times * like) < (whole ? FINE : MANY) ? 1 : 0;
  return `${fixed(times * size, decimals)}${sign}`;
}

/** How choices compare with the best one, which comes first, as the server judges those of a hint:
 * nothing that is clearly worse stands before anything that may be as good. */
export function standingsOf(rules: Rules, aim: Aim, behind: readonly Estimate[]): Standing[] {
  const { none } = scaleOf(rules, aim);
  const last = behind.findLastIndex(({ mean, low }) => mean <= none || low <= 0);
  return behind.map(({ mean }, place) => {
    if (place === 0) return 'best';
    return mean <= none ? 'equal' : place <= last ? 'open' : 'worse';
  });
}

/** Choices in words, the best one first. */
export function toldOf(
  rules: Rules,
  aim: Aim,
  behind: readonly Estimate[],
  standings: readonly Standing[] = standingsOf(rules, aim, behind),
): Told[] {
  return behind.map(({ mean, low, high }, place) => {
    const standing = standings[place]!;
    if (standing === 'best') return { standing, figure: '0', error: '', short: '✓' };
    if (standing === 'equal')
      return { standing, figure: t('hint.about_the_same'), error: '', short: '≈' };
    const figure = `−${sizeText(rules, aim, mean)}`;
    const half = sizeText(rules, aim, (high - low) / 2, mean);
    const error = parseFloat(half) > 0 ? `± ${half}` : '';
    return { standing, figure, error, short: figure };
  });
}

/** How long the bar of each choice is, in parts of a hundred: the longer, the further behind. */
export function barsOf(
  rules: Rules,
  aim: Aim,
  behind: readonly Pick<Estimate, 'mean'>[],
): number[] {
  const full = Math.max(scaleOf(rules, aim).full, ...behind.map(({ mean }) => mean));
  return behind.map(({ mean }) => 100 * (mean / full));
}
