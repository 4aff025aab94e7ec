import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../i18n';
import type { Lobby, PublicTables, RulesForm, TableBrief } from '../wire/types';
import { NO_LEVELS } from '../levels';
import { identity } from './identity.svelte';
import LobbyPage from './LobbyPage.svelte';

const RULES: RulesForm = {
  ...NO_LEVELS,
  families: [{ family: 'gongzhu', title: 'Gong Zhu' }],
  presets: [
    {
      name: 'gongzhu-pagat-5',
      family: 'gongzhu',
      title: 'For five',
      about: 'Five play.',
      players: 5,
      partners: false,
      rules: { players: 5 },
    },
  ],
  examples: [
    {
      name: 'friends',
      family: 'gongzhu',
      title: 'Among friends',
      source: 'Friends, “Rules”',
      players: 5,
      partners: false,
      preset: 'gongzhu-pagat-5',
      rules: { sale: 'none' },
    },
  ],
  levels: { steady: 'steady' },
  default_preset: 'gongzhu-pagat-5',
  default_level: 'steady',
};

const TABLE: TableBrief = {
  table: 'abc',
  name: 'Club night',
  preset: 'gongzhu-pagat-5',
  title: 'For five',
  family: 'gongzhu',
  stage: 'playing',
  access: 'public',
  timed: false,
  seats: [{ kind: 'player', name: 'Mei' }],
  deals: 2,
  totals: [0],
  seat: null,
};

const EMPTY: Lobby = { mine: [], public: [], games: [], count: 0, notice: null };
let lobby: Lobby;
let everybody: TableBrief[];
let sent: { path: string; body: unknown }[];
let reachable: boolean;

beforeEach(() => {
  history.replaceState(null, '', '/');
  lobby = EMPTY;
  everybody = [];
  sent = [];
  reachable = true;
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (!reachable) throw new TypeError('offline');
    const path = address.split('?')[0]!;
    if (method === 'POST') sent.push({ path, body: body ? JSON.parse(String(body)) : null });
    const answers: Record<string, unknown> = {
      'GET /api/me': { name: null, recovery: false },
      'POST /api/me': { name: 'Otter', recovery: false },
      'GET /api/rules': RULES,
      'GET /api/lobby': lobby,
      'GET /api/tables': page(address),
      'POST /api/tables/abc/leave': { closed: true },
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

afterEach(async () => {
  localStorage.clear();
  await chooseLanguage('en');
  vi.unstubAllGlobals();
});

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
    {
      path: '/api/tables',
      body: { preset: 'gongzhu-pagat-5', rules: {}, level: 'steady', start: true },
    },
  ]);
});

test('a new table starts from a game that people play, and the lobby remembers it', async () => {
  await identity.load();
  const { unmount } = render(LobbyPage);
  await fireEvent.click(await screen.findByRole('button', { name: 'New table' }));
  await fireEvent.click(await screen.findByRole('button', { name: 'Another game' }));
  await fireEvent.click(screen.getByRole('radio', { name: /Among friends.*Friends, “Rules”/ }));
  expect(screen.getByRole('heading', { name: 'Among friends' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Open the table' }));
  await waitFor(() => expect(location.pathname).toBe('/t/xyz'));
  expect(sent.at(-1)?.body).toMatchObject({ preset: 'gongzhu-pagat-5', rules: { sale: 'none' } });
  unmount();
  render(LobbyPage);
  const rules = await screen.findByLabelText<HTMLSelectElement>('Rules');
  expect([...rules.options].map(({ text }) => text)).toEqual(['For five', 'Among friends']);
  expect(rules.value).toBe('friends');
  await fireEvent.click(screen.getByRole('button', { name: 'New table' }));
  expect(await screen.findByRole('heading', { name: 'Among friends' })).toBeTruthy();
});

test('tables of others are to be watched or joined', async () => {
  lobby = {
    ...EMPTY,
    public: [TABLE, { ...TABLE, table: 'open', name: 'Open', seats: [{ kind: 'open', name: '' }] }],
    count: 2,
  };
  render(LobbyPage);
  expect(await screen.findByRole('button', { name: 'Watch: Club night' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down: Open' }));
  await waitFor(() => expect(location.pathname).toBe('/t/open'));
});

const MINE: TableBrief = {
  ...TABLE,
  name: '',
  access: 'private',
  seats: [
    { kind: 'player', name: 'Mei' },
    ...['Lulu', 'Momo', 'Nana'].map((name) => ({ kind: 'bot' as const, name })),
  ],
  totals: [-120, 0, 50, 0],
  seat: 0,
};

test('unfinished games are one line, which opens to a list', async () => {
  const tables = ['one', 'two', 'three'].map((table, n) => ({ ...MINE, table, deals: n }));
  lobby = { ...EMPTY, mine: tables };
  render(LobbyPage);
  const first = await screen.findByRole('link', {
    name: 'Continue: Gong Zhu with Lulu, Momo, Nana, deal 1',
  });
  expect(first.getAttribute('href')).toBe('/t/one');
  expect(screen.queryByRole('link', { name: /deal 2/ })).toBeNull();
  const line = first.compareDocumentPosition(screen.getByRole('button', { name: 'Play now' }));
  expect(line & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: '2 more' }));
  const list = await screen.findByRole('list', { name: 'Unfinished games' });
  expect(within(list).getAllByRole('link', { name: /^Gong Zhu with/ })).toHaveLength(3);
  expect(within(list).getAllByText('For five · you: −120')).toHaveLength(2);
});

test('a game is ended from the list once one is sure, and is not shown again', async () => {
  lobby = { ...EMPTY, mine: [MINE] };
  render(LobbyPage);
  await fireEvent.click(await screen.findByRole('button', { name: 'Unfinished games' }));
  const end = 'End: Gong Zhu with Lulu, Momo, Nana, deal 3';
  await fireEvent.click(await screen.findByRole('button', { name: end }));
  expect(screen.getByText(/^End this game\?/)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: end }));
  await fireEvent.click(screen.getByRole('button', { name: 'End' }));
  // The next answer of the server may be one that was on its way.
  await waitFor(() => expect(screen.queryByText(/Lulu/)).toBeNull());
  expect(sent).toEqual([{ path: '/api/tables/abc/leave', body: null }]);
});

test('a game that others play on is left, and a table without one is removed', async () => {
  const seats = [...MINE.seats.slice(0, 3), { kind: 'player' as const, name: 'Bo' }];
  const finished = { ...MINE, table: 'over', stage: 'finished' };
  const begun = { ...MINE, table: 'begun', stage: 'gathering' };
  lobby = { ...EMPTY, mine: [{ ...MINE, seats }, begun, finished] };
  render(LobbyPage);
  await fireEvent.click(await screen.findByRole('button', { name: '1 more' }));
  await screen.findByRole('button', { name: 'Leave: Gong Zhu with Lulu, Momo, Bo, deal 3' });
  screen.getByRole('button', { name: 'Remove: Gong Zhu with Lulu, Momo, Nana, not begun yet' });
  // What is finished is told apart.
  const again = 'Finished · play again? Gong Zhu with Lulu, Momo, Nana';
  expect(screen.getByRole('link', { name: again }).getAttribute('href')).toBe('/t/over');
});

test('tables that have a name of their own are called by it', async () => {
  lobby = { ...EMPTY, mine: [{ ...MINE, name: 'Friday' }] };
  await chooseLanguage('zh');
  render(LobbyPage);
  expect(await screen.findByRole('link', { name: '继续 Friday，第 3 副' })).toBeTruthy();
});

test('of many tables more are shown when asked for, and a search finds those far down', async () => {
  everybody = Array.from({ length: 7 }, (_, n) => ({
    ...TABLE,
    table: `${n}`,
    name: `Table ${n}`,
  }));
  lobby = { ...EMPTY, public: everybody.slice(0, 2), count: 7 };
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

test('a lobby without news is looked at less and less often, and after news soon', async () => {
  vi.useFakeTimers();
  try {
    const asked = vi.spyOn(globalThis, 'fetch');
    const looks = () => asked.mock.calls.filter(([path]) => String(path).includes('/lobby')).length;
    render(LobbyPage);
    await vi.advanceTimersByTimeAsync(56_000);
    // At once, and after 5, 15, 35 and 55 seconds.
    expect(looks()).toBe(5);
    lobby = { ...EMPTY, public: [TABLE], count: 1 };
    await vi.advanceTimersByTimeAsync(19_000);
    expect(screen.getByRole('heading', { name: 'Club night' })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5000);
    expect(looks()).toBe(7);
  } finally {
    vi.useRealTimers();
  }
});
