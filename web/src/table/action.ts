/** Actions of a player, told apart. */

import type { Action } from '../wire/types';

/** True if two actions do the same: the order of passed cards does not matter. */
export function sameAction(one: Action, other: Action): boolean {
  return keyOf(one) === keyOf(other);
}

/** A text that is the same for the same action. */
function keyOf(action: Action): string {
  switch (action.type) {
    case 'play':
      return action.card;
    case 'pass':
      return `pass ${[...action.cards].sort().join(' ')}`;
    case 'expose':
      return `expose ${Object.entries(action.modes).sort().flat().join(' ')}`;
    case 'moon':
      return `moon ${action.choice}`;
    case 'claim':
      return 'claim';
  }
}
