import { expect, test } from 'vitest';
import { match } from './router';

test.each([
  ['/', { page: 'lobby' }],
  ['/t/abc_1-Z', { page: 'table', table: 'abc_1-Z' }],
  ['/t/abc/', { page: 'table', table: 'abc' }],
  ['/n', { page: 'number', number: null }],
  ['/n/123456', { page: 'number', number: '123456' }],
  ['/replay', { page: 'replay', game: null }],
  ['/replay/g1', { page: 'replay', game: 'g1' }],
  ['/rules/hearts-denexa', { page: 'rules', preset: 'hearts-denexa' }],
  ['/fork', { page: 'fork', game: null }],
  ['/fork/g1', { page: 'fork', game: 'g1' }],
  ['/review/g1', { page: 'review', game: 'g1' }],
  ['/learn', { page: 'learn' }],
  ['/learn/hearts', { page: 'lesson', game: 'hearts' }],
  ['/learn/how-to-play', { page: 'how_to_play' }],
  ['/learn/strategy', { page: 'strategy' }],
  ['/daily/2026-11-23', { page: 'daily', day: '2026-11-23' }],
  ['/daily/2026-11-23/hearts', { page: 'daily_master', day: '2026-11-23', game: 'hearts' }],
  ['/puzzles', { page: 'puzzles' }],
  ['/puzzles/0f1e', { page: 'puzzle', id: '0f1e' }],
  ['/clubs', { page: 'clubs' }],
  ['/clubs/c1', { page: 'club', club: 'c1' }],
  ['/clubs/join/abc', { page: 'club_invitation', code: 'abc' }],
  ['/clubs/c1/ratings', { page: 'ratings', club: 'c1' }],
  ['/clubs/c1/seasons/3', { page: 'season', club: 'c1', season: 3 }],
  ['/tournaments/t1', { page: 'tournament', tournament: 't1' }],
  ['/account', { page: 'account' }],
  ['/privacy', { page: 'privacy' }],
  ['/score', { page: 'score' }],
  ['/verify', { page: 'verify' }],
])('%s is a page', (path, route) => {
  expect(match(path)).toEqual(route);
});

test.each([
  '/t',
  '/t/a/b',
  '/score/x',
  '/learn/x',
  '/verify/x',
  '/nothing',
  '/clubs/c1/seasons',
  '/clubs/c1/seasons/x',
  '/clubs/c1/seasons/3/x',
  '/tournaments',
  '/replay/a/b',
  '/daily/2026-11-23/bridge',
  '/daily/2026-13-23/hearts',
])('%s is none', (path) => {
  expect(match(path)).toEqual({ page: 'missing' });
});

test('an address that cannot be decoded is taken as it stands', () => {
  expect(match('/t/%E0%A4%A')).toEqual({ page: 'table', table: '%E0%A4%A' });
});
