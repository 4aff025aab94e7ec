import { readFileSync } from 'node:fs';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
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

test('the game of the language of before is ignored, however late it comes', async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)));
  render(ReplayPage, { game: 'a1' });
  await chooseLanguage('zh');
  await waitFor(() => expect(answers.length).toBe(2));
  const titled = (title: string) => new Response(JSON.stringify({ ...game, title }));
  answers[1]!(titled('拱猪'));
  await screen.findByRole('heading', { name: '拱猪' });
  answers[0]!(titled('Gong Zhu'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('heading', { name: 'Gong Zhu' })).toBeNull();
});

test('after a failure it is asked for again', async () => {
  let away = true;
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', async () => {
    if (away) throw new TypeError();
    return new Response(JSON.stringify({ ...game, title: 'Gong Zhu' }));
  });
  render(ReplayPage, { game: 'a1' });
  const again = await screen.findByRole('button', { name: 'Try again' });
  away = false;
  await fireEvent.click(again);
  await screen.findByRole('heading', { name: 'Gong Zhu' });
});
