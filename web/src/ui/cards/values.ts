/** What cards are worth, printed on them for who is learning: set it as a context around them. */

export const CARD_VALUES = Symbol('card values');

/** The text on each card that has one, by the card's code. */
export type CardValues = () => Readonly<Record<string, string>>;
