/** What the pages on strategy and on how to play are made of; see tests/web/learn_pages.py. */

export interface PlayedTrick {
  cards: string[];
  /** Who played each card, in words. */
  who: string[];
}

export interface Line {
  name: string;
  title: string;
  /** The name of the rules. */
  rules: string;
  phase: string;
  /** Cards that may be chosen. */
  legal: string[];
  exposed: string[];
  passed: string[];
  finished: (PlayedTrick & { taken: string })[];
  trick: PlayedTrick;
  hand: string[];
  question: string;
  answer: string[];
  solution: string;
  reason: string;
}

/** The advice for each game. */
export type Strategy = Record<'gongzhu' | 'hearts', { title: string; lines: Line[] }[]>;

/** A run of text; `to` makes it a link. */
export interface Part {
  text: string;
  to?: string;
  strong?: boolean;
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; parts: Part[] }
  | { kind: 'list'; items: Part[][] }
  | { kind: 'cards'; who: string[]; cards: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] };

export interface HowToPlay {
  title: string;
  blocks: Block[];
}
