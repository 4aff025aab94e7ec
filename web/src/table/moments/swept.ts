/** How the greatest moments look: all that was swept stands in an arc. */

import { anchors, boxOf, cardBox, middleOf, shift } from './anchors';
import { IN_OUT, OUT, TIMES, type Manner } from './manner';
import type { Moment } from './moment';
import type { Box, Stage, Thing } from './stage.svelte';

type Swept = Extract<Moment, { kind: 'swept' }>;

/** All hearts, a slam, the moon: the cards stand in an arc over the dimmed felt. */
export function swept(stage: Stage, moment: Swept, headline: string, manner: Manner): void {
  const table = boxOf(anchors.table());
  if (!table) return;
  const duration = Math.max(TIMES.swept * manner.tempo, 1600);
  const around: Keyframe[] = [
    { opacity: 0 },
    { opacity: 1, offset: 0.1 },
    { opacity: 1, offset: 0.88 },
    { opacity: 0 },
  ];
  const things: Thing[] = [{ kind: 'dim', box: table, frames: around, timing: { duration } }];
  const start = boxOf(anchors.pile(moment.seat)) ?? boxOf(anchors.plate(moment.seat)) ?? table;
  const { boxes, turns, below } = arc(table, moment.cards.length);
  moment.cards.forEach((card, place) => {
    const box = boxes[place]!;
    const turn = turns[place]!;
    const stands = `rotate(${turn}deg)`;
    const home = shift(box, cardBox(middleOf(start), box.width * 0.4));
    const wait = (place / moment.cards.length) * 0.14;
    things.push({
      kind: 'card',
      card,
      box,
      frames: manner.still
        ? around.map((frame) => ({ ...frame, transform: stands }))
        : [
            { transform: home, opacity: 0 },
            { transform: home, opacity: 0, offset: wait, easing: OUT },
            { transform: stands, opacity: 1, offset: wait + 0.22 },
            { transform: stands, opacity: 1, offset: 0.82, easing: IN_OUT },
            { transform: home, opacity: 0 },
          ],
      timing: { duration },
    });
  });
  things.push({
    kind: 'headline',
    text: headline,
    box: { x: table.x, y: below, width: table.width, height: table.height < 260 ? 44 : 96 },
    frames: manner.still
      ? around
      : [
          { transform: 'translateY(16px)', opacity: 0 },
          { transform: 'translateY(16px)', opacity: 0, offset: 0.14, easing: OUT },
          { transform: 'none', opacity: 1, offset: 0.3 },
          { transform: 'none', opacity: 1, offset: 0.88 },
          { transform: 'none', opacity: 0 },
        ],
    ...(moment.what !== 'moon' && {
      count: {
        from: moment.from,
        to: moment.to,
        wait: manner.still ? 0 : duration * 0.3,
        time: manner.still ? 0 : duration * 0.3,
      },
    }),
    timing: { duration },
  });
  stage.add(...things);
}

/** An arc of cards over a table, from left to right, and what is free below it. */
function arc(table: Box, count: number): { boxes: Box[]; turns: number[]; below: number } {
  const width = Math.min(76, table.width / 8, table.height / 5);
  const radius = Math.min(table.width * 0.5 - width, table.height * 0.78, 430);
  const { x, y } = middleOf(table);
  const low = table.height < 260;
  const centre = { x, y: y + radius * (low ? 0.5 : 0.62) };
  const half = Math.min(58, 4.6 * count);
  const turns = Array.from({ length: count }, (_, place) =>
    count === 1 ? 0 : -half + (2 * half * place) / (count - 1),
  );
  const boxes = turns.map((turn) => {
    const angle = (turn * Math.PI) / 180;
    const at = {
      x: centre.x + radius * Math.sin(angle),
      y: centre.y - radius * Math.cos(angle),
    };
    return cardBox(at, width);
  });
  // Inside the arc where there is room for a line of words, else under its ends.
  const inside = centre.y - radius + width * 0.7 + 88;
  const under = Math.max(...boxes.map((box) => box.y + box.height));
  return { boxes, turns, below: radius > 300 ? inside : low ? under - 6 : under + 8 };
}
