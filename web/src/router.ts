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

/** The addresses of each page, without the slashes around them; what has a name is part of the route. */
const PAGES: readonly (readonly [Exclude<Route['page'], 'missing'>, RegExp])[] = [
  ['lobby', /^$/],
  ['table', /^t\/(?<table>[^/]+)$/],
  ['number', /^n(\/(?<number>[^/]+))?$/],
  ['replay', /^replay(\/(?<game>[^/]+))?$/],
  ['review', /^review(\/(?<game>[^/]+))?$/],
  ['fork', /^fork(\/(?<game>[^/]+))?$/],
  ['games', /^games$/],
  ['account', /^account$/],
  ['sign_in', /^sign-in$/],
  ['privacy', /^privacy$/],
  ['score', /^score$/],
  ['verify', /^verify$/],
  ['rules', /^rules(\/(?<preset>[^/]+))?$/],
  ['learn', /^learn$/],
  ['lesson', /^learn\/(?<game>gongzhu|hearts)$/],
  ['how_to_play', /^learn\/how-to-play$/],
  ['strategy', /^learn\/strategy$/],
  ['daily', /^daily(\/(?<day>[^/]+))?$/],
  ['daily_master', /^daily\/(?<day>\d{4}-(0\d|1[0-2])-[0-3]\d)\/(?<game>gongzhu|hearts)$/],
  ['puzzles', /^puzzles$/],
  ['puzzle', /^puzzles\/(?<id>[^/]+)$/],
  ['clubs', /^clubs$/],
  ['club_invitation', /^clubs\/join\/(?<code>[^/]+)$/],
  ['club', /^clubs\/(?<club>[^/]+)$/],
  ['season', /^clubs\/(?<club>[^/]+)\/seasons\/(?<season>\d+)$/],
  ['ratings', /^clubs\/(?<club>[^/]+)\/ratings$/],
  ['tournament', /^tournaments\/(?<tournament>[^/]+)$/],
];

/** The route that a path means; `missing` for a path that means none. */
export function match(path: string): Route {
  const address = path.split('/').filter(Boolean).join('/');
  for (const [page, pattern] of PAGES) {
    const found = pattern.exec(address);
    if (!found) continue;
    const parts = Object.entries(found.groups ?? {}).map(([name, part]: [string, string?]) => [
      name,
      name === 'season' ? Number(part) : part === undefined ? null : decoded(part),
    ]);
    return { page, ...Object.fromEntries(parts) } as Route;
  }
  return { page: 'missing' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
