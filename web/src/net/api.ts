/** The server's HTTP API. Every call speaks the language that is shown. */

import { language, t } from '../i18n';
import type { GameReview } from '../review/wire';
import type {
  Account,
  AddPasskey,
  AskFork,
  BeginProvider,
  BotToken,
  DeleteAccount,
  BlockPlayer,
  Daily,
  DailyMonth,
  DayDealTold,
  DayOpened,
  DealRecord,
  Blocks,
  FinishProvider,
  Fork,
  GameSheet,
  Introduce,
  Invitation,
  Lobby,
  Me,
  MyGames,
  MyStatistics,
  NewByProvider,
  OpenTable,
  PasskeyCreation,
  PasskeyRequest,
  Problem,
  ProviderDone,
  ProviderPage,
  PublicTables,
  PuzzleBook,
  Recover,
  Reported,
  ReportPlayer,
  Recovered,
  RecoveryCode,
  RemovePasskey,
  RenamePasskey,
  RevokeBot,
  RoomNumberAsked,
  RulesAsked,
  RulesExplained,
  RulesForm,
  SignInByPasskey,
  SignInWays,
  SignOut,
  SwitchNumber,
  TableFound,
  TableLeft,
  TableOpened,
  TryPuzzles,
  Unblock,
} from '../wire/types';
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
    readonly problem: Problem | null = null,
  ) {
    super(message);
  }
}

/** The words for whatever went wrong, with the faults of rules, or of records, each of these on a
 * line of its own, that the server found. */
export function faultText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('common.page_failed');
  const lines = error.problem?.lines ?? [];
  if (lines.length > 0) return lines.join('\n');
  return [error.message, ...(error.problem?.faults ?? []).map(({ text }) => text)].join(' ');
}

export const api = {
  me: () => get<Me>('/api/me'),
  introduce: (body: Introduce) => owned(post<Me>('/api/me', body)),
  makeRecovery: () => post<RecoveryCode>('/api/me/recovery'),
  recover: (body: Recover) => owned(post<Recovered>('/api/me/recover', body)),
  signOutOthers: () => owned(post<Me>('/api/me/sign-out-others')),
  signOut: () => owned(post<Me>('/api/me/sign-out')),
  account: () => get<Account>('/api/me/account'),
  signOutDevice: (body: SignOut) => post<Account>('/api/me/devices/sign-out', body),
  newPasskey: () => post<PasskeyCreation>('/api/me/passkeys/options'),
  addPasskey: (body: AddPasskey) => post<Account>('/api/me/passkeys', body),
  renamePasskey: (body: RenamePasskey) => post<Account>('/api/me/passkeys/rename', body),
  removePasskey: (body: RemovePasskey) => post<Account>('/api/me/passkeys/remove', body),
  signInWays: () => get<SignInWays>('/api/sign-in'),
  askForPasskey: () => post<PasskeyRequest>('/api/sign-in/passkey/options'),
  signInByPasskey: (body: SignInByPasskey) => owned(post<Me>('/api/sign-in/passkey', body)),
  askForProof: () => post<PasskeyRequest>('/api/me/proof/passkey/options'),
  proveByPasskey: (body: SignInByPasskey) => owned(post<Me>('/api/me/proof/passkey', body)),
  proveByCode: (body: Recover) => owned(post<Recovered>('/api/me/proof/code', body)),
  beginProvider: (body: BeginProvider) => post<ProviderPage>('/api/sign-in/provider', body),
  finishProvider: async (body: FinishProvider) => {
    const done = await post<ProviderDone>('/api/sign-in/provider/finish', body);
    if (done.outcome === 'signed_in' || done.outcome === 'proved')
      ownSession.keep(done.session ?? null);
    return done;
  },
  newByProvider: (body: NewByProvider) => owned(post<Me>('/api/sign-in/provider/new', body)),
  unlink: () => post<Account>('/api/me/unlink'),
  deleteAccount: (body: DeleteAccount) => owned(post<Me>('/api/me/delete', body)),
  makeBot: (body: Introduce) => post<BotToken>('/api/bots', body),
  revokeBot: (body: RevokeBot) => post<Account>('/api/bots/revoke', body),
  daily: () => get<Daily>('/api/daily'),
  dailyMonth: (month: string) => get<DailyMonth>(`/api/daily/months/${month}`),
  dailyDeal: (day: string, game: string) => get<DayDealTold>(`/api/daily/${day}/${game}`),
  dailyMaster: (day: string, game: string) =>
    get<DealRecord>(`/api/daily/${encodeURIComponent(day)}/${game}.master.jsonl`),
  playDaily: (day: string, game: string) => post<DayOpened>(`/api/daily/${day}/${game}`),
  puzzles: () => get<PuzzleBook>('/api/me/puzzles'),
  tryPuzzles: (body: TryPuzzles) => post<PuzzleBook>('/api/me/puzzles', body),
  blocks: () => get<Blocks>('/api/me/blocks'),
  unblock: (body: Unblock) => post<Blocks>('/api/me/unblock', body),
  block: (table: string, body: BlockPlayer) =>
    post<Blocks>(`/api/tables/${encodeURIComponent(table)}/block`, body),
  report: (table: string, body: ReportPlayer) =>
    post<Reported>(`/api/tables/${encodeURIComponent(table)}/report`, body),
  rules: () => get<RulesForm>('/api/rules'),
  explain: (body: RulesAsked) => post<RulesExplained>('/api/rules/explain', body),
  lobby: () => get<Lobby>('/api/lobby'),
  publicTables: (search: string, from: number) =>
    get<PublicTables>(`/api/tables?search=${encodeURIComponent(search)}&from=${from}`),
  myGames: (before?: string) =>
    get<MyGames>(`/api/me/games${before ? `?before=${encodeURIComponent(before)}` : ''}`),
  myStatistics: () => get<MyStatistics>('/api/me/statistics'),
  openTable: (body: OpenTable) => post<TableOpened>('/api/tables', body),
  leaveTable: (table: string) => post<TableLeft>(`/api/tables/${encodeURIComponent(table)}/leave`),
  invitation: (table: string) =>
    get<Invitation>(`/api/tables/${encodeURIComponent(table)}/invitation`),
  switchNumber: (table: string, body: SwitchNumber) =>
    post<Invitation>(`/api/tables/${encodeURIComponent(table)}/number`, body),
  findTable: (body: RoomNumberAsked) => post<TableFound>('/api/numbers', body),
  game: (game: string, deal: number) =>
    get<GameSheet>(`/api/games/${encodeURIComponent(game)}?from=${pageOf(deal)}`),
  review: (game: string, from: number, have: number) =>
    get<GameReview>(`/api/games/${encodeURIComponent(game)}/review?from=${from}&have=${have}`),
  startReview: (game: string) => post<GameReview>(`/api/games/${encodeURIComponent(game)}/review`),
  reviewFile: (file: Blob | string) => request<GameReview>('POST', '/api/reviews', file),
  fileReview: (review: string, from: number, have: number) =>
    get<GameReview>(`/api/reviews/${encodeURIComponent(review)}?from=${from}&have=${have}`),
  fork: (body: AskFork) => post<Fork>('/api/forks', body),
  readRecords: (file: Blob | string) => request<GameSheet>('POST', '/api/records', file),
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
async function problemIn(answer: Response): Promise<Problem | null> {
  try {
    const said: unknown = await answer.json();
    return typeof said === 'object' && said !== null && 'text' in said ? (said as Problem) : null;
  } catch {
    return null;
  }
}
