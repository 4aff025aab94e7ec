/** The puzzles that are shipped: how they are written down, and which one comes next. */

import gongzhu from '../../../src/gongzhu/puzzles/data/gongzhu.jsonl?url';
import hearts from '../../../src/gongzhu/puzzles/data/hearts.jsonl?url';
import type { Language } from '../i18n';
import type { Line } from '../review/wire';
import { sameAction } from '../table/action';
import type { Action, PuzzleTry } from '../wire/types';
import type { Card, Mode } from '../table/wire';

export type Game = 'gongzhu' | 'hearts';
export const GAMES: readonly Game[] = ['gongzhu', 'hearts'];

/** The cards of a trick in the order of play, each with the seat that played it. */
export type TrickCards = [number, Card][];

/** A position as the outside-bot protocol has it; what is as at the beginning of a deal may be
 * left out. */
export interface Asked {
  type: 'play' | 'pass' | 'expose';
  seat: number;
  hand: Card[];
  leader: number | null;
  trick?: TrickCards;
  history?: TrickCards[];
  exposures?: Partial<Record<Card, Mode>>[];
  passed?: Card[] | null;
  received?: Card[] | null;
  totals?: number[];
  legal: Card[];
  deal: number;
  passing: number;
  face_down?: number[];
}

export interface Choice {
  /** Actions that come to the same. */
  actions: Action[];
  /** Points behind the best. */
  behind: number;
  /** Points of the deal, on average. */
  points: number;
}

export interface Puzzle {
  id: string;
  /** The preset's name. */
  rules: string;
  theme: string;
  rating: number;
  deviation: number;
  request: Asked;
  best: PuzzleTry['action'];
  lead: { mean: number; low: number; high: number };
  /** From the best down. */
  choices: Choice[];
  spread: { low: number; step: number; best: number[]; second: number[] };
  /** A typical deal that fits, played out after the best choice. */
  line: Line;
  tries: Record<string, { missed: number; action: Action | null }>;
  sentence: Record<Language, string>;
}

const FILES: Record<Game, string> = { gongzhu, hearts };
const loaded = new Map<Game, Promise<readonly Puzzle[]>>();

export const gameOf = (puzzle: Puzzle): Game =>
  puzzle.rules.startsWith('hearts') ? 'hearts' : 'gongzhu';

/** The puzzles of a game, in the order of the file. */
export function loadPuzzles(game: Game): Promise<readonly Puzzle[]> {
  const before = loaded.get(game);
  if (before) return before;
  const found = fetched(FILES[game]);
  loaded.set(game, found);
  // What could not be fetched is fetched anew the next time.
  found.catch(() => loaded.delete(game));
  return found;
}

async function fetched(url: string): Promise<readonly Puzzle[]> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return read(await answer.text());
}

/** The puzzles of a file. */
export function read(text: string): Puzzle[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Puzzle);
}

/** Days before 1970 in the calendar that counts from the year 1, as Python does. */
const BEFORE_1970 = 719_163;

/** The puzzle of the day, by the calendar of Greenwich: the same for everybody. */
export function puzzleOfDay(puzzles: readonly Puzzle[], now: number): Puzzle | undefined {
  const day = Math.floor(now / 86_400_000) + BEFORE_1970;
  return puzzles[day % puzzles.length];
}

/** The untried puzzle nearest to a rating. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  rating: number,
  tried: (id: string) => boolean,
  theme: string | null = null,
): Puzzle | undefined {
  const left = puzzles.filter(
    (each) => !tried(each.id) && (theme === null || each.theme === theme),
  );
  const far = (each: Puzzle) => Math.abs(each.rating - rating);
  return left.reduce<Puzzle | undefined>(
    (best, each) => (best === undefined || far(each) < far(best) ? each : best),
    undefined,
  );
}

/** Whether an action is the best choice, or comes to the same. */
export function solves(puzzle: Puzzle, action: Action): boolean {
  return puzzle.choices[0]!.actions.some((each) => sameAction(each, action));
}

/** The choice that an action is; undefined for a pass that was not weighed. */
export function choiceOf(puzzle: Puzzle, action: Action): Choice | undefined {
  return puzzle.choices.find(({ actions }) => actions.some((each) => sameAction(each, action)));
}
