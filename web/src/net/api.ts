/** The server's HTTP API. Every call speaks the language that is shown. */

import { language, t } from '../i18n';
import type { GameReview } from '../review/wire';
import type * as wire from '../wire/types';
import { ownSession } from './own-session.svelte';
import { proof } from './proof.svelte';

/** A request that did not succeed; `message` can be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** Of HTTP; 0 where the server could not be reached. */
    readonly status: number,
    message: string,
    /** What the server said, if it did. */
    readonly problem: wire.Problem | null = null,
  ) {
    super(message);
  }
}

/** The words for whatever went wrong, with the faults of rules, or of records, each of these on a
 * line of its own, that the server found. */
export function faultText(error: unknown): string {
  // A page throws this with words of its own, such as that a name is missing.
  if (error instanceof RangeError) return error.message;
  if (!(error instanceof ApiError)) return t('common.page_failed');
  const lines = error.problem?.lines ?? [];
  if (lines.length > 0) return lines.join('\n');
  return [error.message, ...(error.problem?.faults ?? []).map(({ text }) => text)].join(' ');
}

export const api = {
  me: () => get<wire.Me>('/api/me'),
  introduce: (body: wire.Introduce) => owned(post<wire.Me>('/api/me', body)),
  makeRecovery: () => post<wire.RecoveryCode>('/api/me/recovery'),
  recover: (body: wire.Recover) => owned(post<wire.Recovered>('/api/me/recover', body)),
  signOutOthers: () => owned(post<wire.Me>('/api/me/sign-out-others')),
  signOut: () => owned(post<wire.Me>('/api/me/sign-out')),
  account: () => get<wire.Account>('/api/me/account'),
  signOutDevice: (body: wire.SignOut) => post<wire.Account>('/api/me/devices/sign-out', body),
  newPasskey: () => post<wire.PasskeyCreation>('/api/me/passkeys/options'),
  addPasskey: (body: wire.AddPasskey) => post<wire.Account>('/api/me/passkeys', body),
  renamePasskey: (body: wire.RenamePasskey) => post<wire.Account>('/api/me/passkeys/rename', body),
  removePasskey: (body: wire.RemovePasskey) => post<wire.Account>('/api/me/passkeys/remove', body),
  signInWays: () => get<wire.SignInWays>('/api/sign-in'),
  askForPasskey: () => post<wire.PasskeyRequest>('/api/sign-in/passkey/options'),
  signInByPasskey: (body: wire.SignInByPasskey) =>
    owned(post<wire.Me>('/api/sign-in/passkey', body)),
  askForProof: () => post<wire.PasskeyRequest>('/api/me/proof/passkey/options'),
  proveByPasskey: (body: wire.SignInByPasskey) =>
    owned(post<wire.Me>('/api/me/proof/passkey', body)),
  proveByCode: (body: wire.Recover) => owned(post<wire.Recovered>('/api/me/proof/code', body)),
  beginProvider: (body: wire.BeginProvider) =>
    post<wire.ProviderPage>('/api/sign-in/provider', body),
  finishProvider: async (body: wire.FinishProvider) => {
    const done = await post<wire.ProviderDone>('/api/sign-in/provider/finish', body);
    if (done.outcome === 'signed_in' || done.outcome === 'proved')
      ownSession.keep(done.session ?? null);
    return done;
  },
  newByProvider: (body: wire.NewByProvider) =>
    owned(post<wire.Me>('/api/sign-in/provider/new', body)),
  unlink: () => post<wire.Account>('/api/me/unlink'),
  deleteAccount: (body: wire.DeleteAccount) => owned(post<wire.Me>('/api/me/delete', body)),
  makeBot: (body: wire.Introduce) => post<wire.BotToken>('/api/bots', body),
  revokeBot: (body: wire.RevokeBot) => post<wire.Account>('/api/bots/revoke', body),
  daily: () => get<wire.Daily>('/api/daily'),
  dailyMonth: (month: string) => get<wire.DailyMonth>(`/api/daily/months/${month}`),
  dailyDeal: (day: string, game: string) => get<wire.DayDealTold>(`/api/daily/${day}/${game}`),
  dailyMaster: (day: string, game: string) =>
    get<wire.DealRecord>(`/api/daily/${encodeURIComponent(day)}/${game}.master.jsonl`),
  playDaily: (day: string, game: string) => post<wire.DayOpened>(`/api/daily/${day}/${game}`),
  puzzles: () => get<wire.PuzzleBook>('/api/me/puzzles'),
  tryPuzzles: (body: wire.TryPuzzles) => post<wire.PuzzleBook>('/api/me/puzzles', body),
  blocks: () => get<wire.Blocks>('/api/me/blocks'),
  unblock: (body: wire.Unblock) => post<wire.Blocks>('/api/me/unblock', body),
  block: (table: string, body: wire.BlockPlayer) =>
    post<wire.Blocks>(`/api/tables/${encodeURIComponent(table)}/block`, body),
  report: (table: string, body: wire.ReportPlayer) =>
    post<wire.Reported>(`/api/tables/${encodeURIComponent(table)}/report`, body),
  rules: () => get<wire.RulesForm>('/api/rules'),
  explain: (body: wire.RulesAsked) => post<wire.RulesExplained>('/api/rules/explain', body),
  lobby: () => get<wire.Lobby>('/api/lobby'),
  publicTables: (search: string, from: number) =>
    get<wire.PublicTables>(`/api/tables?search=${encodeURIComponent(search)}&from=${from}`),
  myGames: (before?: string) =>
    get<wire.MyGames>(`/api/me/games${before ? `?before=${encodeURIComponent(before)}` : ''}`),
  myStatistics: () => get<wire.MyStatistics>('/api/me/statistics'),
  openTable: (body: wire.OpenTable) => post<wire.TableOpened>('/api/tables', body),
  leaveTable: (table: string) =>
    post<wire.TableLeft>(`/api/tables/${encodeURIComponent(table)}/leave`),
  invitation: (table: string) =>
    get<wire.Invitation>(`/api/tables/${encodeURIComponent(table)}/invitation`),
  switchNumber: (table: string, body: wire.SwitchNumber) =>
    post<wire.Invitation>(`/api/tables/${encodeURIComponent(table)}/number`, body),
  findTable: (body: wire.RoomNumberAsked) => post<wire.TableFound>('/api/numbers', body),
  game: (game: string, deal: number) =>
    get<wire.GameSheet>(`/api/games/${encodeURIComponent(game)}?from=${pageOf(deal)}`),
  review: (game: string, from: number, have: number) =>
    get<GameReview>(`/api/games/${encodeURIComponent(game)}/review?from=${from}&have=${have}`),
  startReview: (game: string) => post<GameReview>(`/api/games/${encodeURIComponent(game)}/review`),
  reviewFile: (file: Blob | string) => request<GameReview>('POST', '/api/reviews', file),
  fileReview: (review: string, from: number, have: number) =>
    get<GameReview>(`/api/reviews/${encodeURIComponent(review)}?from=${from}&have=${have}`),
  fork: (body: wire.AskFork) => post<wire.Fork>('/api/forks', body),
  readRecords: (file: Blob | string) => request<wire.GameSheet>('POST', '/api/records', file),
};

/** An answer after which the browser has another session, which is the page's own. */
async function owned<Answer extends { session?: string | null }>(asked: Promise<Answer>) {
  const answer = await asked;
  ownSession.keep(answer.session ?? null);
  return answer;
}

/** Deals that one answer has at most. */
const PAGE = 20;

/** The number of the first deal that is asked for together with this one. */
function pageOf(deal: number): number {
  return deal - ((deal - 1) % PAGE);
}

/** GET an address under /api, with `?lang=`. Raises ApiError. */
export function get<Answer>(path: string): Promise<Answer> {
  return request<Answer>('GET', path);
}

/** POST a body as JSON. Raises ApiError. */
export function post<Answer>(path: string, body?: object): Promise<Answer> {
  return request<Answer>('POST', path, body && JSON.stringify(body), 'application/json');
}

async function request<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: Blob | string,
  type?: string,
): Promise<Answer> {
  const headers: Record<string, string> = { 'X-Gongzhu-Session': ownSession.claim };
  if (body !== undefined && type) headers['Content-Type'] = type;
  let answer: Response;
  try {
    answer = await fetch(`${path}${path.includes('?') ? '&' : '?'}lang=${language()}`, {
      method,
      headers,
      body,
    });
  } catch {
    throw new ApiError(0, t('common.server_unreachable'));
  }
  if (answer.ok) return (await answer.json()) as Answer;
  const problem = await problemIn(answer);
  if (problem?.code === 'not_proved' && (await proof.ask(path)))
    return request(method, path, body, type);
  throw new ApiError(
    answer.status,
    problem?.text ?? t('common.server_failed', { status: answer.status }),
    problem,
  );
}

/** A proxy on the way may answer with a page of its own. */
async function problemIn(answer: Response): Promise<wire.Problem | null> {
  try {
    const said: unknown = await answer.json();
    return typeof said === 'object' && said !== null && 'text' in said
      ? (said as wire.Problem)
      : null;
  } catch {
    return null;
  }
}
