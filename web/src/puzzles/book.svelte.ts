/** What somebody has tried: kept in this browser, and in the account once the server hears of it. */

import { api } from '../net/api';
import type { PuzzleBook, PuzzleTry } from '../wire/types';
import { NEW, rated, type Rating } from './glicko';
import { gameOf, GAMES, solves, type Game, type Puzzle } from './puzzle';

const KEY = 'gongzhu.puzzles';
/** Puzzles whose result is remembered, and tries that wait for the server. */
const MOST = 1000;
/** Tries in one message. */
const AT_ONCE = 50;

interface Kept {
  ratings: Record<Game, Rating>;
  /** By puzzle, whether the first try was right; the oldest first. */
  tried: Record<string, boolean>;
  /** Right first tries in a row, up to now and at most. */
  streak: number;
  best: number;
  /** Days, counted from 1970, on which the puzzle of that day was solved at the first try. */
  days: number[];
  /** Tries that the server has not heard of. */
  waiting: PuzzleTry[];
}

const nothing = (): Kept => ({
  ratings: { gongzhu: NEW, hearts: NEW },
  tried: {},
  streak: 0,
  best: 0,
  days: [],
  waiting: [],
});

let kept: Kept = $state.raw(read());
/** Whether all of it is in the storage. */
let written = true;
let syncing: Promise<void> | null = null;

/** Another tab may have written since. */
function catchUp(): void {
  if (written) kept = read();
}
addEventListener('storage', ({ key }) => key === KEY && catchUp());

export const book = {
  rating: (game: Game): Rating => kept.ratings[game],
  /** Whether anything of a game was tried yet. */
  get count(): number {
    return Object.keys(kept.tried).length;
  },
  get streak(): number {
    return kept.streak;
  },
  get best(): number {
    return kept.best;
  },
  /** Days in a row, up to today or yesterday, on which the puzzle of the day was solved. */
  get daysInARow(): number {
    return rowOf(kept.days, Date.now());
  },
  /** Right, wrong, or undefined for a puzzle that was not tried. */
  result: (id: string): boolean | undefined => kept.tried[id],

  /** Count the first try at a puzzle; later ones change nothing. `daily`: it is that of today. */
  add(puzzle: Puzzle, action: PuzzleTry['action'], daily = false): void {
    catchUp();
    if (puzzle.id in kept.tried) return;
    const solved = solves(puzzle, action);
    const game = gameOf(puzzle);
    const opponent = { ...NEW, rating: puzzle.rating, deviation: puzzle.deviation };
    const streak = solved ? kept.streak + 1 : 0;
    keep({
      ratings: { ...kept.ratings, [game]: rated(kept.ratings[game], opponent, solved ? 1 : 0) },
      tried: last({ ...kept.tried, [puzzle.id]: solved }),
      streak,
      best: Math.max(kept.best, streak),
      days: daily && solved ? withDay(kept.days, dayOf(Date.now())) : kept.days,
      waiting: [...kept.waiting, { id: puzzle.id, action }].slice(-MOST),
    });
    void book.sync();
  },

  /** Tell the server what it has not heard, and take what the account has. Without an account, or
   * without a network, all stays in this browser. */
  sync(): Promise<void> {
    return (syncing ??= synced().finally(() => (syncing = null)));
  },
};

async function synced(): Promise<void> {
  try {
    const me = await api.me();
    if (me.name === null) return;
    let answer: PuzzleBook;
    do {
      const tries = kept.waiting.slice(0, AT_ONCE);
      answer = tries.length > 0 ? await api.tryPuzzles({ tries }) : await api.puzzles();
      const sent = tries.map(({ id }) => id);
      catchUp();
      keep({ ...kept, waiting: kept.waiting.filter(({ id }) => !sent.includes(id)) });
    } while (kept.waiting.length > 0);
    take(answer);
  } catch {
    // The tries wait for the next time.
  }
}

function take(told: PuzzleBook): void {
  catchUp();
  const ratings = { ...kept.ratings };
  for (const game of GAMES) ratings[game] = { ...NEW, ...told.ratings[game] };
  keep({
    ratings,
    tried: last({ ...kept.tried, ...told.tried }),
    streak: told.streak ?? 0,
    best: told.best ?? 0,
    days: kept.days,
    waiting: kept.waiting,
  });
}

const dayOf = (now: number) => Math.floor(now / 86_400_000);

const withDay = (days: readonly number[], day: number) =>
  days.includes(day) ? [...days] : [...days, day].slice(-MOST);

/** Days in a row up to that of `now` or the one before. */
export function rowOf(days: readonly number[], now: number): number {
  const today = dayOf(now);
  let at = days.includes(today) ? today : today - 1;
  let row = 0;
  for (; days.includes(at); at -= 1) row += 1;
  return row;
}

function last(tried: Record<string, boolean>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(tried).slice(-MOST));
}

function keep(now: Kept): void {
  kept = now;
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
    written = true;
  } catch {
    written = false;
    // Storage is switched off or full: the rating is that of this visit.
  }
}

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    const ratings = { ...nothing().ratings, ...found.ratings };
    return { ...nothing(), ...found, ratings };
  } catch {
    return nothing();
  }
}
