/** The table's keyboard, apart from the arrow keys of the hand. */

import { typeCard } from './selection';

export interface KeyActions {
  goTo(card: string): void;
  next(): void;
  confirm(): void;
  cancel(): void;
  lastTrick(): void;
  scores(): void;
  panel(): void;
  claim(): void;
  hint(): void;
  takeBack(): void;
  help(): void;
}

/** How long a rank waits for its suit. */
const TYPING = 1500;

/** A handler for keydown: a card is typed as rank and suit, single letters open things. */
export function keyHandler(
  actions: KeyActions,
  now: () => number = Date.now,
): (event: KeyboardEvent) => void {
  let rank = '';
  let at = 0;
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // A key that is held down does nothing more.
    if (event.repeat) return;
    if (event.target instanceof Element) {
      if (event.target.closest('input, select, textarea, dialog, [role=menu]')) return;
    }
    if (now() - at > TYPING) rank = '';
    const typed = typeCard(rank, event.key);
    rank = typed.rank;
    at = now();
    if (typed.taken) {
      if (typed.card !== null) actions.goTo(typed.card);
      return;
    }
    const onButton =
      event.target instanceof Element && event.target.closest('button, a, summary') !== null;
    switch (event.key.toLowerCase()) {
      case 'enter':
        if (onButton) return;
        actions.confirm();
        break;
      case 'n':
        actions.next();
        break;
      case 'escape':
        actions.cancel();
        break;
      case 'l':
        actions.lastTrick();
        break;
      case 's':
        actions.scores();
        break;
      case '\\':
        actions.panel();
        break;
      case 'c':
        actions.claim();
        break;
      case 'i':
        actions.hint();
        break;
      case 'u':
        actions.takeBack();
        break;
      case 'h':
      case '?':
        actions.help();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
}
