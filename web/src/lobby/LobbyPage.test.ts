import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Lobby, RulesForm, TableBrief } from '../wire/types';
import LobbyPage from './LobbyPage.svelte';

const RULES: RulesForm = {
  families: [{ family: 'gongzhu', title: 'Gong Zhu', options: [] }],
  presets: [
    {
      name: 'five',
      family: 'gongzhu',
      title: 'For five',
      about: 'Five play.',
      players: 5,
      partners: false,
      rules: { players: 5 },
    },
  ],
  groups: {},
  levels: { steady: 'steady' },
  default_preset: 'five',
  default_level: 'steady',
};

const TABLE: TableBrief = {
  table: 'abc',
  name: 'Club night',
  preset: 'five',
  title: 'For five',
  family: 'gongzhu',
  stage: 'playing',
  access: 'public',
  timed: false,
  seats: [{ kind: 'player', name: 'Mei' }],
  deals: 2,
  totals: [0],
};

let lobby: Lobby;
let sent: { path: string; body: unknown }[];
let reachable: boolean;

beforeEach(() => {
  history.replaceState(null, '', '/');
  lobby = { mine: [], public: [], games: [] };
  sent = [];
  reachable = true;
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (!reachable) throw new TypeError('offline');
    const path = address.split('?')[0]!;
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) });
    const answers: Record<string, unknown> = {
      'GET /api/me': { name: null, recovery: false },
      'POST /api/me': { name: 'Otter', recovery: false },
      'GET /api/rules': RULES,
      'GET /api/lobby': lobby,
      'POST /api/tables': { table: 'xyz', path: '/t/xyz' },
    };
    return new Response(JSON.stringify(answers[`${method} ${path}`]));
  });
});

afterEach(() => vi.unstubAllGlobals());

test('without a server the page says so, and goes on by itself once there is one', async () => {
  reachable = false;
  render(LobbyPage);
  expect((await screen.findByRole('alert')).textContent).toContain('does not answer');
  expect(screen.getByRole('link', { name: /Scorekeeper/ })).toBeTruthy();
  reachable = true;
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText(/No public table is open/)).toBeTruthy();
});

test('one click introduces a newcomer, seats the bots and leads to the table', async () => {
  render(LobbyPage);
  const play = await screen.findByRole('button', { name: 'Play now' });
  const name = screen.getByLabelText<HTMLInputElement>('Your name').value;
  expect(name).not.toBe('');
  await fireEvent.click(play);
  await waitFor(() => expect(location.pathname).toBe('/t/xyz'));
  expect(sent).toEqual([
    { path: '/api/me', body: { name } },
    { path: '/api/tables', body: { preset: 'five', rules: {}, level: 'steady', start: true } },
  ]);
});

test('my tables come first, those of others are to be watched or joined', async () => {
  lobby = {
    mine: [{ ...TABLE, seat: 0, name: 'Mine' }],
    public: [TABLE, { ...TABLE, table: 'open', name: 'Open', seats: [{ kind: 'open', name: '' }] }],
    games: [],
  };
  render(LobbyPage);
  expect(await screen.findByRole('button', { name: 'Continue: Mine' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Watch: Club night' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down: Open' }));
  await waitFor(() => expect(location.pathname).toBe('/t/open'));
});
