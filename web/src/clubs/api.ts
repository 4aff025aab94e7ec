/** The server's HTTP API for clubs and tournaments. */

import { get, post } from '../net/api';
import type {
  BoardResults,
  ClubBrief,
  ClubDo,
  ClubPage,
  DoInTournament,
  FindClub,
  FoundClub,
  JoinClub,
  MyClubs,
  OpenClubTable,
  PlanTournament,
  Ratings,
  SeasonTable,
  TableOpened,
  TournamentPage,
} from '../wire/types';

export const inClub = (club: string) => `/api/clubs/${encodeURIComponent(club)}`;
export const inTournament = (tournament: string) =>
  `/api/tournaments/${encodeURIComponent(tournament)}`;

export const clubs = {
  mine: () => get<MyClubs>('/api/clubs'),
  found: (body: FoundClub) => post<ClubPage>('/api/clubs', body),
  /** By its number or by the code of its invitation, as all that follow. */
  find: (code: string) => post<ClubBrief>('/api/clubs/find', { code } satisfies FindClub),
  join: (club: string, code = '') =>
    post<ClubPage>(`${inClub(club)}/join`, { code } satisfies JoinClub),
  page: (club: string) => get<ClubPage>(inClub(club)),
  act: (club: string, command: ClubDo['do']) =>
    post<ClubPage>(`${inClub(club)}/do`, { do: command }),
  sit: (club: string) => post<TableOpened>(`${inClub(club)}/sit`),
  open: (club: string, rules: number) =>
    post<TableOpened>(`${inClub(club)}/tables`, { rules } satisfies OpenClubTable),
  season: (club: string, season: number) => get<SeasonTable>(`${inClub(club)}/seasons/${season}`),
  addBook: (club: string, season: number, book: object) =>
    post<SeasonTable>(`${inClub(club)}/seasons/${season}/books`, book),
  ratings: (club: string) => get<Ratings>(`${inClub(club)}/ratings`),
};

export const tournaments = {
  plan: (club: string, body: PlanTournament) =>
    post<TournamentPage>(`${inClub(club)}/tournaments`, body),
  page: (tournament: string) => get<TournamentPage>(inTournament(tournament)),
  act: (tournament: string, command: DoInTournament['do']) =>
    post<TournamentPage>(`${inTournament(tournament)}/do`, { do: command }),
  board: (tournament: string, round: number) =>
    get<BoardResults>(`${inTournament(tournament)}/boards/${round}`),
};
