/** Actions and figures of puzzles in words. */

import { cardName, t } from '../i18n';
import { toldOf, type Told } from '../scoring/behind';
import { shown } from '../scoring/cards';
import { shownOrder } from '../table/selection';
import type { Action, Estimate } from '../wire/types';
import { book } from './book.svelte';
import { PROVISIONAL } from './glicko';
import { rulesOf } from './position';
import { type Choice, type Game, type Puzzle } from './puzzle';

type Way = (card: string) => string;

/** An action by its cards: `Q♠`, `Q♠ K♠ A♥`. */
export function actionText(action: Action, way: Way = shown): string {
  switch (action.type) {
    case 'play':
      return way(action.card);
    case 'pass':
      return shownOrder(action.cards).map(way).join(' ');
    case 'expose': {
      const cards = Object.keys(action.modes);
      return cards.length > 0 ? cards.map(way).join(' ') : t('puzzles.nothing');
    }
    default:
      return action.type;
  }
}

/** The same for screen readers. */
export const spoken = (action: Action): string => actionText(action, cardName);

/** All the actions of a choice. */
export function choiceText(choice: Choice, way: Way = shown): string {
  return choice.actions.map((action) => actionText(action, way)).join(' / ');
}

/** How far choices are behind the best one: by as many deals as it took to be sure. */
export const behindOf = (puzzle: Puzzle): Estimate[] =>
  puzzle.choices.map(({ behind }) => ({ mean: behind, low: behind, high: behind }));

/** The choices of a puzzle in words. */
export const toldChoices = (puzzle: Puzzle): Told[] =>
  toldOf(rulesOf(puzzle), 'points', behindOf(puzzle));

/** Whether too few of the puzzles of a game were tried for a rating that stands. */
export const provisional = (puzzles: readonly Puzzle[]): boolean =>
  puzzles.filter(({ id }) => book.result(id) !== undefined).length < PROVISIONAL;

/** My rating: "1620", and "1420?" as long as it is provisional. */
export const ratingText = (game: Game, puzzles: readonly Puzzle[]): string =>
  `${Math.round(book.rating(game).rating)}${provisional(puzzles) ? '?' : ''}`;

/** The sentence with the names of the players in their places. */
export function withNames(sentence: string, names: readonly string[]): string {
  return names.reduce((text, name, seat) => text.replaceAll(`{${seat}}`, name), sentence);
}

/** The name of a theme, in the words of its game. */
export function themeName(puzzle: Pick<Puzzle, 'theme' | 'rules'>): string {
  const hearts = puzzle.rules.startsWith('hearts');
  const key = `${hearts ? 'hearts_' : ''}${puzzle.theme}`;
  return t(
    (HEARTS.has(puzzle.theme)
      ? `puzzles.theme_${key}`
      : `puzzles.theme_${puzzle.theme}`) as 'puzzles.theme_pig',
  );
}

/** Themes that Hearts has other words for. */
const HEARTS = new Set(['pig', 'sheep', 'slam', 'stop']);
