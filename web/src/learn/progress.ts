/** How far somebody has come in the lessons, kept in this browser. */

const KEY = 'gongzhu.learn';

export interface Progress {
  /** The step to go on with, from 0. */
  at: number;
  /** The lesson was finished once. */
  done: boolean;
}

type Kept = Record<string, Partial<Progress> | undefined>;

export function progressOf(game: string): Progress {
  const { at, done } = read()[game] ?? {};
  return { at: Number.isInteger(at) ? at! : 0, done: done === true };
}

export function keepProgress(game: string, at: number, finished: boolean): void {
  const kept = read();
  const done = finished || kept[game]?.done === true;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [game]: { at, done } }));
  } catch {
    // Storage is switched off or full: the lesson begins anew the next time.
  }
}

function read(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Kept) : {};
  } catch {
    return {};
  }
}
