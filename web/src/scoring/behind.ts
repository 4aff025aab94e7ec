/** How far choices are behind the best one: the one figure that orders, draws and tells them. */

import { t } from '../i18n';
import type { Estimate, HintChoice, HintGiven } from '../wire/types';

export type Family = 'gongzhu' | 'hearts';
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

/** From how many points, or per cent of the game, on a part of one does not count. */
const COARSE = { gongzhu: 1.95, hearts: 9.5, game: 1.95 };
/** Points, or chances of the game, up to which a difference is called none, as the server does. */
const NEGLIGIBLE = { gongzhu: 1, hearts: 0.1, game: 0.01 };
/** What a full bar stands for at least, so that a small difference is drawn small. */
const FULL = { gongzhu: 20, hearts: 2, game: 0.1 };

const unitOf = (family: Family, aim: Aim) => (aim === 'game' ? 'game' : family);

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
export function sizeText(family: Family, aim: Aim, size: number, like = size): string {
  const [times, sign] = aim === 'game' ? [100, '%'] : [1, ''];
  const decimals = Math.abs(times * like) < COARSE[unitOf(family, aim)] ? 1 : 0;
  return `${fixed(times * size, decimals)}${sign}`;
}

/** How choices compare with the best one, which comes first, as the server judges those of a hint:
 * nothing that is clearly worse stands before anything that may be as good. */
export function standingsOf(family: Family, aim: Aim, behind: readonly Estimate[]): Standing[] {
  const level = NEGLIGIBLE[unitOf(family, aim)];
  const last = behind.findLastIndex(({ mean, low }) => mean <= level || low <= 0);
  return behind.map(({ mean }, place) => {
    if (place === 0) return 'best';
    return mean <= level ? 'equal' : place <= last ? 'open' : 'worse';
  });
}

/** Choices in words, the best one first. */
export function toldOf(
  family: Family,
  aim: Aim,
  behind: readonly Estimate[],
  standings: readonly Standing[] = standingsOf(family, aim, behind),
): Told[] {
  return behind.map(({ mean, low, high }, place) => {
    const standing = standings[place]!;
    if (standing === 'best') return { standing, figure: '0', error: '', short: '✓' };
    if (standing === 'equal')
      return { standing, figure: t('hint.about_the_same'), error: '', short: '≈' };
    const figure = `−${sizeText(family, aim, mean)}`;
    const half = sizeText(family, aim, (high - low) / 2, mean);
    const error = parseFloat(half) > 0 ? `± ${half}` : '';
    return { standing, figure, error, short: figure };
  });
}

/** How long the bar of each choice is, in parts of a hundred: the longer, the further behind. */
export function barsOf(
  family: Family,
  aim: Aim,
  behind: readonly Pick<Estimate, 'mean'>[],
): number[] {
  const full = Math.max(FULL[unitOf(family, aim)], ...behind.map(({ mean }) => mean));
  return behind.map(({ mean }) => 100 * (mean / full));
}
