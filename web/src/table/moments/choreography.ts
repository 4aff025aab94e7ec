/** How things move: for each kind of fact the parts that the stage plays. Only transform and opacity. */

import { signed } from '../../scoring/words';
import type { Card, TableView } from '../wire';
import { anchors, boxOf, cardBox, middleOf, shift } from './anchors';
import { FADE, IN_OUT, OUT, TIMES, type Manner } from './manner';
import { isGrand, type Moment, type Prize } from './moment';
import type { Box, Stage } from './stage.svelte';

type Captured = Extract<Moment, { kind: 'captured' }>;

/** A card that has just been put into the trick comes from where it was. */
export function played(stage: Stage, card: Card, from: Box | null, manner: Manner): void {
  const lying = anchors.inTrick(card);
  const to = boxOf(lying);
  if (!lying || !to) return;
  if (manner.still || !from) {
    stage.move(lying, [{ opacity: 0 }, {}], { duration: FADE });
    return;
  }
  // Within its place in the trick, which may be a transform itself.
  const base = getComputedStyle(lying).transform.replace('none', '');
  stage.move(
    lying,
    [
      {
        transform: `${base} ${shift(to, from, from.width / to.width, -9)}`,
        opacity: 0.3,
      },
      { opacity: 1, offset: 0.35 },
      { transform: base || 'none' },
    ],
    { duration: TIMES.play * manner.tempo, easing: OUT },
  );
}

/** The cards of a trick as they lay before it was taken. */
export type Lying = readonly { card: Card; box: Box }[];

/**
 * The trick goes to its captor: what counts to its place in the pile, the rest out of sight.
 * `prizes` come out large first.
 */
export function taken(
  stage: Stage,
  lying: Lying,
  leading: Card | null,
  seat: number,
  prizes: readonly Prize[],
  manner: Manner,
): void {
  const plate = boxOf(anchors.pile(seat)) ?? boxOf(anchors.plate(seat));
  const table = boxOf(anchors.table());
  if (manner.still || !plate || !table) {
    const fade = { frames: [{ opacity: 1 }, { opacity: 0 }], timing: { duration: FADE } };
    stage.add(...lying.map(({ card, box }) => ({ kind: 'card' as const, card, box, ...fade })));
    return;
  }
  const meet = lying.find(({ card }) => card === leading)?.box ?? lying[0]?.box;
  if (!meet) return;
  for (const { card, box } of lying) {
    const target = anchors.lying(seat, card);
    const grand = prizes.some((prize) => prize.card === card);
    const duration = (grand ? TIMES.captured * 0.75 : TIMES.take) * manner.tempo;
    const goal = boxOf(target) ?? cardBox(middleOf(plate), meet.width * 0.3);
    stage.add({
      kind: 'card',
      card,
      box,
      frames: [
        { transform: 'none', opacity: 1, easing: IN_OUT },
        { transform: shift(box, meet, 1), opacity: 1, offset: grand ? 0.16 : 0.38, easing: OUT },
        ...(grand ? grown(box, goal, meet, table) : []),
        { transform: shift(box, goal), opacity: target ? 1 : 0 },
      ],
      timing: { duration },
    });
    // What lies there already is seen when the card arrives.
    if (target) stage.move(target, [{ opacity: 0 }, { opacity: 0 }], { duration });
  }
}

/** How large a prize comes out. */
const GROWN = 1.25;

/** The way of a prize: it grows on its way to the pile, stays on the felt for a moment, and settles. */
function grown(box: Box, goal: Box, meet: Box, table: Box): Keyframe[] {
  const [to, from] = [middleOf(goal), middleOf(meet)];
  const middle = { x: (to.x * 2 + from.x) / 3, y: (to.y * 2 + from.y) / 3 };
  // What one is asked stands right below the felt.
  const between = inside(table, cardBox(middle, box.width * GROWN));
  const large = shift(box, between, GROWN);
  return [
    { transform: large, opacity: 1, offset: 0.5 },
    { transform: large, opacity: 1, offset: 0.72, easing: IN_OUT },
  ];
}

/** A box moved as far as it must be to lie within another one. */
export function inside(outer: Box, box: Box): Box {
  const within = (at: number, size: number, from: number, room: number) =>
    Math.max(from, Math.min(at, from + room - size));
  return {
    ...box,
    x: within(box.x, box.width, outer.x, outer.width),
    y: within(box.y, box.height, outer.y, outer.height),
  };
}

/** What prizes are worth rises from the pile; the pig shakes the plate, a sheep hops. */
export function captured(
  stage: Stage,
  { seat, prizes }: Captured,
  bad: boolean,
  manner: Manner,
): void {
  const plate = anchors.plate(seat);
  const around = boxOf(anchors.pile(seat)) ?? boxOf(plate);
  const table = boxOf(anchors.table());
  if (!plate || !around || !table) return;
  const way = prizes.some(isGrand) ? TIMES.captured * 0.7 : TIMES.take;
  const delay = manner.still ? 0 : way * manner.tempo;
  const heavy = prizes.some(({ role }) => role === 'pig' || role === 'queen');
  if (heavy && !manner.still)
    stage.move(
      plate,
      [0, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })),
      { duration: 280 * manner.tempo, delay },
    );
  prizes.forEach(({ role, card, points, times }, place) => {
    const target = anchors.lying(seat, card);
    const at = boxOf(target) ?? around;
    const light = role === 'sheep' || role === 'jack' || role === 'doubler';
    if (light && target && !manner.still)
      stage.move(
        target,
        [0, -10, 0, -4, 0].map((y) => ({ transform: `translateY(${y}px)` })),
        { duration: 420 * manner.tempo, delay, easing: 'ease-out' },
      );
    const factor = times > 1 ? `×${times}` : '';
    stage.add({
      kind: 'figure',
      text: points === 0 ? factor : [signed(points), factor].filter(Boolean).join(' '),
      tone: points === 0 ? 'brass' : points > 0 === bad ? 'loss' : 'gain',
      box: figureBox(at, table, place),
      frames: rising(manner.still),
      timing: {
        duration: Math.max(1100, 1300 * manner.tempo),
        delay: delay + place * 140 * manner.tempo,
        easing: OUT,
      },
    });
  });
}

/** A figure stands beside what it is about, on the side of the felt; a further one below it. */
function figureBox(at: Box, table: Box, place: number): Box {
  const [here, middle] = [middleOf(at), middleOf(table)];
  const far = Math.hypot(middle.x - here.x, middle.y - here.y) || 1;
  const x = here.x + ((middle.x - here.x) / far) * (at.width / 2 + 64);
  // Beside a pile at the side it rises to the height of the cards, not over the plate above them.
  const beside = Math.abs(middle.x - here.x) > Math.abs(middle.y - here.y);
  const y = here.y + (beside ? 16 : ((middle.y - here.y) / far) * (at.height / 2 + 32));
  const [width, height] = [136, 40];
  return inside(table, { x: x - width / 2, y: y + place * 46 - height / 2 + 12, width, height });
}

function rising(still: boolean): Keyframe[] {
  if (still)
    return [
      { opacity: 0 },
      { opacity: 1, offset: 0.1 },
      { opacity: 1, offset: 0.85 },
      { opacity: 0 },
    ];
  return [
    { transform: 'translateY(8px) scale(.8)', opacity: 0 },
    { transform: 'translateY(-8px) scale(1.08)', opacity: 1, offset: 0.18 },
    { transform: 'translateY(-24px)', opacity: 1, offset: 0.45 },
    { transform: 'translateY(-24px)', opacity: 1, offset: 0.82 },
    { transform: 'translateY(-30px)', opacity: 0 },
  ];
}

/** Each exposed card is stamped, all of them together. */
export function exposed(
  stage: Stage,
  cards: Extract<Moment, { kind: 'exposed' }>['cards'],
  manner: Manner,
): void {
  for (const { seat, card, times } of cards) {
    const at = boxOf(anchors.inTrick(card) ?? anchors.lying(seat, card) ?? anchors.inHand(card));
    if (!at) continue;
    const { x, y } = middleOf(at);
    const box = { x: x - 28, y: y - 28, width: 56, height: 56 };
    const duration = TIMES.exposed * manner.tempo;
    const stays = 520;
    const whole = duration + stays;
    const landed = duration / whole;
    stage.add({
      kind: 'stamp',
      text: `×${times}`,
      box,
      frames: manner.still
        ? rising(true)
        : [
            { transform: 'scale(1.8) rotate(-14deg)', opacity: 0, easing: 'ease-in' },
            { transform: 'scale(.94) rotate(-7deg)', opacity: 1, offset: landed * 0.6 },
            { transform: 'scale(1) rotate(-7deg)', opacity: 1, offset: landed },
            { transform: 'scale(1) rotate(-7deg)', opacity: 1, offset: 0.8 },
            { transform: 'scale(.9) rotate(-7deg)', opacity: 0 },
          ],
      timing: { duration: whole },
    });
    if (!manner.still)
      stage.add({
        kind: 'ring',
        box,
        frames: [
          { transform: 'scale(.6)', opacity: 0 },
          { transform: 'scale(.8)', opacity: 1, offset: 0.1 },
          { transform: 'scale(2.4)', opacity: 0 },
        ],
        timing: { duration: whole * 0.8, delay: duration * 0.55, easing: OUT },
      });
  }
}

/** The hand fans out of the middle; to the others go backs. */
export function dealt(stage: Stage, { state, seat: me }: TableView, manner: Manner): void {
  const table = boxOf(anchors.table());
  if (!table) return;
  const middle = middleOf(table);
  anchors.hand().forEach((card, place) => {
    const box = boxOf(card);
    if (!box) return;
    const from = middleOf(box);
    stage.move(
      card,
      [
        manner.still
          ? { opacity: 0 }
          : { translate: `${middle.x - from.x}px ${middle.y - from.y}px`, scale: 0.7, opacity: 0 },
        manner.still ? {} : { opacity: 1, offset: 0.3 },
        {},
      ],
      {
        duration: manner.still ? FADE : TIMES.deal * manner.tempo,
        delay: manner.still ? 0 : place * TIMES.stagger * manner.tempo,
        easing: OUT,
        fill: 'backwards',
      },
    );
  });
  if (manner.still) return;
  const box = cardBox(middle, 46);
  state.seats.forEach((_, seat) => {
    const plate = boxOf(anchors.plate(seat));
    if (seat === me || !plate) return;
    for (let place = 0; place < 4; place++)
      stage.add({
        kind: 'back',
        box,
        frames: [
          { transform: `rotate(${place * 17 - 20}deg)`, opacity: 1 },
          { opacity: 1, offset: 0.7 },
          { transform: shift(box, plate, 0.6, 90), opacity: 0 },
        ],
        timing: {
          duration: TIMES.deal * manner.tempo,
          delay: (place * 3 + 1) * TIMES.stagger * manner.tempo,
          easing: OUT,
        },
      });
  });
}

/** A strip falls onto the loser's portrait, sticks and swings; then the ranking slides up. */
export function ended(stage: Stage, manner: Manner): void {
  const drop = TIMES.drop * manner.tempo;
  const swing = TIMES.swing * manner.tempo;
  const slapped = drop / (drop + swing);
  const strip = anchors.strips().at(-1);
  if (strip && !manner.still)
    stage.move(
      strip,
      [
        { translate: '0 -140px', scale: 1.6, opacity: 0, easing: 'ease-in' },
        { translate: '0 0', scale: 1, opacity: 1, offset: slapped },
        { transform: 'rotate(7deg)', offset: slapped + (1 - slapped) * 0.3 },
        { transform: 'rotate(-5deg)', offset: slapped + (1 - slapped) * 0.6 },
        { transform: 'rotate(2deg)', offset: slapped + (1 - slapped) * 0.85 },
        { translate: '0 0', scale: 1, opacity: 1, transform: 'none' },
      ],
      { duration: drop + swing },
    );
  anchors.ranking().forEach((row, place) =>
    stage.move(
      row,
      manner.still ? [{ opacity: 0 }, {}] : [{ translate: '0 28px', opacity: 0 }, {}],
      {
        duration: manner.still ? FADE : 420 * manner.tempo,
        delay: manner.still || !strip ? 0 : drop + swing + place * 70 * manner.tempo,
        easing: OUT,
        fill: 'backwards',
      },
    ),
  );
}
