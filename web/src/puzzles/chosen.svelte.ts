/** What somebody wants to go on with: a game, and one theme of it or all. */

import type { Game } from './puzzle';

let game = $state<Game>('gongzhu');
let theme = $state<string | null>(null);

export const chosen = {
  get game(): Game {
    return game;
  },
  set game(wanted: Game) {
    if (wanted !== game) theme = null;
    game = wanted;
  },
  get theme(): string | null {
    return theme;
  },
  set theme(wanted: string | null) {
    theme = wanted;
  },
};
