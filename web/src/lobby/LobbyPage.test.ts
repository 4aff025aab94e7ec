import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Lobby, PublicTables, RulesForm, TableBrief } from '../wire/types';
import { identity } from './identity.svelte';
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
let everybody: TableBrief[];
let sent: { path: string; body: unknown }[];
let reachable: boolean;

beforeEach(() => {
  history.replaceState(null, '', '/');
  lobby = { mine: [], public: [], games: [], count: 0 };
  everybody = [];
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
      'GET /api/tables': page(address),
      'POST /api/tables': { table: 'xyz', path: '/t/xyz' },
    };
    return new Response(JSON.stringify(answers[`${method} ${path}`]));
  });
});

/** A page of the public tables, two at a time, of those that have the search in their name. */
function page(address: string): PublicTables {
  const query = new URL(address, location.href).searchParams;
  const from = Number(query.get('from') ?? 0);
  const found = everybody.filter(({ name }) => name.includes(query.get('search') ?? ''));
  const next = from + 2 < found.length ? from + 2 : null;
  return { tables: found.slice(from, from + 2), count: found.length, next };
}

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
  await identity.load();
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
    count: 2,
  };
  render(LobbyPage);
  expect(await screen.findByRole('button', { name: 'Continue: Mine' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Watch: Club night' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down: Open' }));
  await waitFor(() => expect(location.pathname).toBe('/t/open'));
});

test('of many tables more are shown when asked for, and a search finds those far down', async () => {
  everybody = Array.from({ length: 7 }, (_, n) => ({
    ...TABLE,
    table: `${n}`,
    name: `Table ${n}`,
  }));
  lobby = { mine: [], public: everybody.slice(0, 2), games: [], count: 7 };
  render(LobbyPage);
  await fireEvent.click(await screen.findByRole('button', { name: '5 more tables' }));
  expect(await screen.findByRole('heading', { name: 'Table 3' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '3 more tables' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Table 6' })).toBeNull();
  const search = screen.getByRole('searchbox', { name: 'Search by table, rules or player' });
  await fireEvent.input(search, { target: { value: ' 6 ' } });
  expect(await screen.findByRole('heading', { name: 'Table 6' })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 3, name: /^Table/ })).toHaveLength(1);
  expect(screen.getByText('One table found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /more table/ })).toBeNull();
  await fireEvent.input(search, { target: { value: 'nobody' } });
  expect(await screen.findByText('No public table fits your search.')).toBeTruthy();
  await fireEvent.input(search, { target: { value: '' } });
  expect(await screen.findByRole('button', { name: '5 more tables' })).toBeTruthy();
});
