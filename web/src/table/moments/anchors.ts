/** Where on the page things happen: the table's parts say by data attributes what they are. */

import type { Box } from './stage.svelte';

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

export const anchors = {
  table: () => find('[data-table]'),
  plate: (seat: number) => find(`[data-plate="${seat}"]`),
  pile: (seat: number) => find(`[data-pile="${seat}"]`),
  /** A small card that lies before a seat. */
  lying: (seat: number, card: string) => find(`[data-pile="${seat}"] [data-mini="${card}"]`),
  /** A card of the trick, with all that hangs on it. */
  inTrick: (card: string) =>
    find(`[data-trick] [data-card="${card}"]`)?.closest<HTMLElement>('li') ?? null,
  inHand: (card: string) => find(`[role="toolbar"] button[data-card="${card}"]`),
  /** The strips of paper on the portraits of a game's losers, the newest last. */
  strips: () => [...document.querySelectorAll<HTMLElement>('.portraits .strip')],
  ranking: () => [...document.querySelectorAll<HTMLElement>('.end ol > li')],
  hand: () => [...document.querySelectorAll<HTMLElement>('[role="toolbar"] button[data-card]')],
};

/** Where an element stands now; null where there is none to be seen. */
export function boxOf(element: Element | null): Box | null {
  const box = element?.getBoundingClientRect();
  return box && box.width > 0 ? { x: box.x, y: box.y, width: box.width, height: box.height } : null;
}

export const middleOf = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** A box of this width around a point, as high as a card. */
export function cardBox(at: { x: number; y: number }, width: number): Box {
  const height = width * 1.4;
  return { x: at.x - width / 2, y: at.y - height / 2, width, height };
}

/** The transform that shows what stands in `box` around another middle and as wide as another. */
export function shift(box: Box, to: Box, scale = to.width / box.width, turn = 0): string {
  const [from, goal] = [middleOf(box), middleOf(to)];
  return `translate(${goal.x - from.x}px, ${goal.y - from.y}px) rotate(${turn}deg) scale(${scale})`;
}
