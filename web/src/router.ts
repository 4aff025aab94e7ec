/** The pages and their addresses. `match` is pure; the history of the browser is in `route.svelte.ts`. */

/** At the end of a table's address: whoever comes by it wants a seat. */
export const TO_SIT = '#sit';

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string }
  | { page: 'number'; number: string | null }
  | { page: 'replay'; game: string | null }
  | { page: 'review'; game: string | null }
  | { page: 'fork'; game: string | null }
  | { page: 'games' }
  | { page: 'account' }
  | { page: 'sign_in' }
  | { page: 'privacy' }
  | { page: 'score' }
  | { page: 'verify' }
  | { page: 'rules'; preset: string | null }
  | { page: 'learn' }
  | { page: 'lesson'; game: 'gongzhu' | 'hearts' }
  | { page: 'how_to_play' }
  | { page: 'strategy' }
  | { page: 'daily'; day: string | null }
  | { page: 'daily_master'; day: string; game: 'gongzhu' | 'hearts' }
  | { page: 'puzzles' }
  | { page: 'puzzle'; id: string }
  | { page: 'clubs' }
  | { page: 'club_invitation'; code: string }
  | { page: 'club'; club: string }
  | { page: 'season'; club: string; season: number }
  | { page: 'ratings'; club: string }
  | { page: 'tournament'; tournament: string }
  | { page: 'missing' };

/** The route that a path means; `missing` for a path that means none. */
export function match(path: string): Route {
  const [head = '', name, ...rest] = path.split('/').filter(Boolean).map(decoded);
  if (head === 'daily' && name !== undefined && rest.length === 1) return dailyGame(name, rest[0]);
  if (head === 'clubs') return inClubs(name, rest);
  if (rest.length > 0) return { page: 'missing' };
  if (head === '' && name === undefined) return { page: 'lobby' };
  if (head === 't' && name !== undefined) return { page: 'table', table: name };
  if (head === 'n') return { page: 'number', number: name ?? null };
  if (head === 'replay') return { page: 'replay', game: name ?? null };
  if (head === 'fork') return { page: 'fork', game: name ?? null };
  if (head === 'review') return { page: 'review', game: name ?? null };
  if (head === 'rules') return { page: 'rules', preset: name ?? null };
  if (head === 'games' && name === undefined) return { page: 'games' };
  if (head === 'account' && name === undefined) return { page: 'account' };
  if (head === 'sign-in' && name === undefined) return { page: 'sign_in' };
  if (head === 'privacy' && name === undefined) return { page: 'privacy' };
  if (head === 'score' && name === undefined) return { page: 'score' };
  if (head === 'verify' && name === undefined) return { page: 'verify' };
  if (head === 'learn') return learning(name);
  if (head === 'daily') return { page: 'daily', day: name ?? null };
  if (head === 'tournaments' && name !== undefined) return { page: 'tournament', tournament: name };
  if (head === 'puzzles')
    return name === undefined ? { page: 'puzzles' } : { page: 'puzzle', id: name };
  return { page: 'missing' };
}

function dailyGame(day: string, game: string | undefined): Route {
  const dated = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  const known = game === 'gongzhu' || game === 'hearts';
  return known && dated ? { page: 'daily_master', day, game } : { page: 'missing' };
}

function inClubs(club: string | undefined, [part, which, ...more]: string[]): Route {
  if (more.length > 0) return { page: 'missing' };
  if (club === undefined) return { page: 'clubs' };
  if (part === undefined) return { page: 'club', club };
  if (club === 'join' && which === undefined) return { page: 'club_invitation', code: part };
  if (part === 'ratings' && which === undefined) return { page: 'ratings', club };
  if (part === 'seasons' && /^\d+$/.test(which ?? ''))
    return { page: 'season', club, season: Number(which) };
  return { page: 'missing' };
}

function learning(part: string | undefined): Route {
  switch (part) {
    case undefined:
      return { page: 'learn' };
    case 'gongzhu':
    case 'hearts':
      return { page: 'lesson', game: part };
    case 'how-to-play':
      return { page: 'how_to_play' };
    case 'strategy':
      return { page: 'strategy' };
    default:
      return { page: 'missing' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
