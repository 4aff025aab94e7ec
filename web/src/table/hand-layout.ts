/** Where the cards of a hand stand: sums, so that every card stays a target at any size. */

import type { Card } from './wire';

/** The measures of a hand, in pixels; all by the window, none by how many cards are left. */
export interface HandSize {
  /** A card's width; its height is 7/5 of it. */
  card: number;
  /** How far a chosen card stands out. */
  raise: number;
  /** How far a card that may not be played stands back, where the hand has one row. */
  sink: number;
  /** How much of a card in the back row is seen. */
  rise: number;
  /** How much of the lowest edge lies outside of the window. */
  hidden: number;
  /** A strip between two cards that is wide enough to leave room between the suits. */
  roomy: number;
  /** The widest step from card to card, as a share of the card's width. */
  apart: number;
}

const LARGE: HandSize = {
  card: 132,
  raise: 28,
  sink: 12,
  rise: 72,
  hidden: 0,
  roomy: 72,
  apart: 0.8,
};
const MIDDLE = { ...LARGE, card: 106, raise: 24, rise: 64, roomy: 60 };
const PHONE = { ...LARGE, card: 84, raise: 24, sink: 6, rise: 64, roomy: 46, apart: 1.06 };
const SMALL = { ...PHONE, card: 70, rise: 54 };
const LYING = { ...SMALL, card: 62, raise: 16, rise: 50, hidden: 15, apart: 0.9 };

/** How much larger large cards are. */
const LARGER = 1.16;

/** The measures in a window of this width and height. */
export function handSize(width: number, height: number, large = false): HandSize {
  const size = usualSize(width, height);
  if (!large) return size;
  const grown = (measure: number) => Math.round(measure * LARGER);
  // Rows behind show as much as ever: their ranks and suits.
  return { ...size, card: grown(size.card), roomy: grown(size.roomy) };
}

function usualSize(width: number, height: number): HandSize {
  if (height < 480 && width >= 480) return LYING;
  if (width < 700) return height < 720 ? SMALL : PHONE;
  if (width >= 1600 && height >= 900) return { ...LARGE, card: between(106, height * 0.122, 132) };
  return { ...MIDDLE, card: between(70, height * 0.1325, 106) };
}

function between(least: number, wanted: number, most: number): number {
  return Math.round(Math.min(Math.max(wanted, least), most));
}

export interface Spot {
  card: Card;
  /** From the left and the top of the hand to the card's corner. */
  x: number;
  y: number;
  row: number;
}

export interface HandLayout {
  /** The card's width, less than the size's own only where a window is very narrow. */
  card: number;
  height: number;
  spots: Spot[];
}

/** No target is narrower or lower than a fingertip. */
export const TARGET = 44;
/** A row of a hand in two rows. */
const LONGEST_ROW = 7;
const NARROWEST = 48;
const BETWEEN_SUITS = 12;

/**
 * Where each card stands in a space of this width, `cards` in the order of the hand.
 *
 * One row where every card keeps a strip of 44 pixels, else two, or three. `most` is how many cards the hand
 * had at first: by it go the card's width and the hand's height, so that both stay the same all deal.
 */
export function layHand(
  cards: readonly Card[],
  most: number,
  width: number,
  size: HandSize,
): HandLayout {
  const fits = (count: number) => width >= size.card + (count - 1) * TARGET;
  const rowsOf = (count: number) =>
    fits(count) ? 1 : count <= 2 * LONGEST_ROW || fits(Math.ceil(count / 2)) ? 2 : 3;
  const atFirst = rowsOf(most);
  const longest = atFirst > 1 ? Math.min(Math.ceil(most / atFirst), LONGEST_ROW) : most;
  const card = Math.min(size.card, Math.max(width - (longest - 1) * TARGET, NARROWEST));
  const rise = (atFirst - 1) * size.rise;
  const rows = inRows(cards, rowsOf(cards.length));
  const spots = rows.flatMap((row, at) =>
    layRow(row, card, width, size).map((x, place) => ({
      card: row[place]!,
      x,
      y: size.raise + rise - (rows.length - 1 - at) * size.rise,
      row: at,
    })),
  );
  return { card, height: size.raise + rise + (card * 7) / 5 - size.hidden, spots };
}

/** So many rows, broken between suits if that leaves none above seven cards. */
function inRows(cards: readonly Card[], count: number): (readonly Card[])[] {
  if (count === 1) return [cards];
  const share = Math.ceil(cards.length / count);
  const breaks = cards.flatMap((card, at) =>
    at > 0 &&
    at <= LONGEST_ROW &&
    cards.length - at <= (count - 1) * LONGEST_ROW &&
    suit(card) !== suit(cards[at - 1]!)
      ? [at]
      : [],
  );
  const best = breaks.sort((a, b) => Math.abs(a - share) - Math.abs(b - share))[0] ?? share;
  return [cards.slice(0, best), ...inRows(cards.slice(best), count - 1)];
}

/** From the left to each card of a row, which stands in the middle. */
function layRow(row: readonly Card[], card: number, width: number, size: HandSize): number[] {
  const steps = row.length - 1;
  const suits = row.map((each, at) => at > 0 && suit(each) !== suit(row[at - 1]!));
  const gaps = suits.filter(Boolean).length;
  const room = width - card - steps * size.roomy;
  const gap = gaps === 0 ? 0 : Math.min(BETWEEN_SUITS, Math.max(0, room / gaps));
  const step = steps === 0 ? 0 : Math.min(card * size.apart, (width - card - gaps * gap) / steps);
  const left = (width - card - steps * step - gaps * gap) / 2;
  let passed = 0;
  return row.map((_, at) => {
    if (suits[at]) passed += gap;
    return left + at * step + passed;
  });
}

const suit = (card: Card) => card.charAt(1);
