import { readFileSync } from 'node:fs';
import { render, waitFor } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { addTopics, chooseLanguage } from '../i18n';
import type { DealSheet, GameSheet } from '../wire/types';
import ReplayPage from './ReplayPage.svelte';

await addTopics('replay');

const [{ sheet: deal }] = JSON.parse(readFileSync('../tests/web/replay_vectors.json', 'utf8')) as [
  { sheet: DealSheet },
];
const names = deal.record.players;
const game: GameSheet = {
  game: 'a1',
  title: '',
  names,
  finished: 0,
  deals: [deal],
  count: 1,
  first: 1,
  seat: null,
};

afterEach(() => chooseLanguage('en'));

test('the game is fetched again in the language that is chosen', async () => {
  const asked: string[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(game));
  });
  render(ReplayPage, { game: 'a1' });
  await waitFor(() => expect(asked).toEqual(['/api/games/a1?from=1&lang=en']));
  await chooseLanguage('zh');
  await waitFor(() => expect(asked[1]).toBe('/api/games/a1?from=1&lang=zh'));
});
