/** Going along a deal step by step, in a replay and in a review. */

/** A place in a deal, as far as the way from one to another needs it. */
interface Stop {
  kind: string;
  /** Cards played before. */
  play: number;
}

/** The place to which a trick back or on leads: to the beginning of one, or to the next place where
 * no cards are played. It may lie beyond the places. */
export function trickAway(stops: readonly Stop[], at: number, players: number, by: 1 | -1): number {
  const here = stops[at];
  if (here?.kind !== 'play') return at + by;
  const trick = by > 0 ? Math.floor(here.play / players) + 1 : Math.ceil(here.play / players) - 1;
  if (trick < 0) return 0;
  const to = stops.findIndex(({ kind, play }) => kind === 'play' && play === trick * players);
  return to < 0 ? stops.length - 1 : to;
}

export interface Steps {
  next(): void;
  back(): void;
  trick(by: 1 | -1): void;
  first(): void;
  last(): void;
  /** Play the deal by itself, or no longer. */
  toggle(): void;
}

/** Do what a key means; true if it meant anything. */
export function stepByKey(event: KeyboardEvent, steps: Steps): boolean {
  switch (event.key) {
    case 'ArrowRight':
      steps.next();
      return true;
    case 'ArrowLeft':
      steps.back();
      return true;
    case 'ArrowDown':
      steps.trick(1);
      return true;
    case 'ArrowUp':
      steps.trick(-1);
      return true;
    case 'Home':
      steps.first();
      return true;
    case 'End':
      steps.last();
      return true;
    case ' ': {
      // On a button it presses that button.
      const on = event.target;
      if (on instanceof HTMLElement && on.matches('button, a, summary')) return false;
      steps.toggle();
      return true;
    }
    default:
      return false;
  }
}
