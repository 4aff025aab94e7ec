/** What a fact changes in what may be known of a table, apart from its deal. */

import { sidesOf } from '../scoring/rules';
import { swappedState } from './swapping';
import type { Fact, SeatState, TableState } from './wire';

type Of<Type extends Fact['type']> = Extract<Fact, { type: Type }>;

const OPEN: SeatState = {
  kind: 'open',
  name: '',
  level: null,
  program: false,
  ready: false,
  online: false,
  left: false,
  stand_in: false,
  away_since: null,
  failed: 0,
  resigned: false,
};

const NOTHING_DEALT: TableState['fair'] = {
  chain: null,
  count: 0,
  previous: null,
  step: 'idle',
  heard: [],
  contributions: null,
};

/** Removed players that a table remembers. */
const MOST_REMOVED = 50;

/** A table that has just been opened. */
export function openState(fact: Of<'opened'>): TableState {
  return {
    table: fact.table,
    settings: fact.settings,
    stage: 'gathering',
    seats: Array.from({ length: fact.settings.rules.players }, () => OPEN),
    host: null,
    until: null,
    game: null,
    totals: [],
    deals: [],
    games: [],
    strips: [],
    round_points: [],
    lost: [],
    fair: NOTHING_DEALT,
    removed: [],
    waiting: [],
    practice: false,
    played_out: false,
  };
}

/** The same as `gongzhu.table.evolve_state`; the golden tables of the tests go through both. */
export function foldState(state: TableState, fact: Fact): TableState {
  switch (fact.type) {
    case 'happened':
    case 'chose':
    case 'timed_out':
    case 'bot_hurried':
      return state;
    case 'took_back':
      return { ...state, practice: true };
    case 'played_out':
      return { ...state, played_out: true };
    case 'resigned':
      return withSeat(state, fact.seat, { resigned: fact.resigned });
    case 'knocked': {
      const { name, program } = fact;
      return { ...state, waiting: [...state.waiting, { name, program }] };
    }
    case 'stopped_waiting':
      return { ...state, waiting: state.waiting.filter((_, place) => place !== fact.place) };
    case 'opened':
      return openState(fact);
    case 'configured':
      return configured(state, fact.settings);
    case 'waits_until':
      return { ...state, until: fact.until };
    case 'host_changed':
      return { ...state, host: fact.seat };
    case 'ready_set':
      return withSeat(state, fact.seat, { ready: fact.ready });
    case 'came':
      return withSeat(state, fact.seat, { online: true, away_since: null, stand_in: false });
    case 'went':
      return withSeat(state, fact.seat, { online: false, away_since: fact.at });
    case 'bot_stood_in':
      return withSeat(state, fact.seat, { stand_in: true });
    case 'bot_failed':
      return withSeat(state, fact.seat, { failed: state.seats[fact.seat]!.failed + 1 });
    case 'sat': {
      const { seat, name, program } = fact;
      const sitting = { ...OPEN, kind: 'player' as const, name, program, online: true };
      const practice = state.practice || (inDeal(state) && state.seats[seat]!.kind === 'bot');
      return inSeat({ ...unheard(state, seat), practice }, seat, sitting);
    }
    case 'bot_sat': {
      const { name, level } = fact;
      return inSeat(state, fact.seat, { ...OPEN, kind: 'bot', name, level });
    }
    case 'left':
      return left(state, fact.seat);
    case 'removed':
      return { ...state, removed: [...state.removed, fact.name].slice(-MOST_REMOVED) };
    case 'readmitted':
      return { ...state, removed: state.removed.filter((_, place) => place !== fact.place) };
    case 'swapped':
      return swappedState(state, fact.seats[0]!, fact.seats[1]!);
    case 'resumed':
      return {
        ...state,
        seats: state.seats.map((seat) =>
          seat.online ? { ...seat, online: false, away_since: fact.at } : seat,
        ),
      };
    case 'game_began':
      return gameBegan(state, fact.game);
    case 'chain_began':
    case 'deal_called':
    case 'committed':
    case 'numbers_locked':
    case 'number_shown':
      return dealing(state, fact);
    case 'numbers_settled': {
      const fair = { ...state.fair, heard: [], contributions: fact.contributions };
      return { ...state, stage: 'playing', fair: { ...fair, step: 'settled' } };
    }
    case 'deal_given': {
      const fair = { ...NOTHING_DEALT, count: fact.count, step: 'settled' as const };
      return { ...state, stage: 'playing', fair };
    }
    case 'deal_scored': {
      const { scores, totals } = fact;
      const deals = [...state.deals, { count: state.fair.count, scores, totals }];
      return { ...shown(state, fact.evidence), stage: 'scored', totals, deals };
    }
    case 'deal_aborted':
      return shown(state, fact.evidence);
    case 'game_ended':
      return gameEnded(state, fact);
    case 'closed':
      return { ...state, stage: 'closed', until: null };
  }
}

/** True from the calling of a deal to its end. */
export const inDeal = ({ stage }: TableState) => stage === 'calling' || stage === 'playing';

/** True from the first deal of a game to its end. */
export const inGame = (state: TableState) => inDeal(state) || state.stage === 'scored';

function inSeat(state: TableState, place: number, sitting: SeatState): TableState {
  return { ...state, seats: state.seats.map((seat, at) => (at === place ? sitting : seat)) };
}

/** Who comes back before the lock may commit itself. */
function unheard(state: TableState, place: number): TableState {
  const { fair } = state;
  if (fair.step !== 'committing') return state;
  return { ...state, fair: { ...fair, heard: fair.heard.map((had, at) => had && at !== place) } };
}

function withSeat(state: TableState, place: number, changes: Partial<SeatState>): TableState {
  return inSeat(state, place, { ...state.seats[place]!, ...changes });
}

/** Other rules: nobody is ready for them yet. */
function configured(state: TableState, settings: TableState['settings']): TableState {
  // Nobody has to be ready anew for what may be said at the table.
  const before = { ...state.settings, talk: settings.talk };
  if (JSON.stringify(before) === JSON.stringify(settings)) return { ...state, settings };
  const { players } = settings.rules;
  const seats = Array.from({ length: players }, (_, place) => {
    const seat = state.seats[place];
    return seat ? { ...seat, ready: false } : OPEN;
  });
  const host = state.host !== null && state.host < players ? state.host : null;
  return { ...state, settings, seats, host };
}

function left(state: TableState, place: number): TableState {
  const host = state.host === place ? null : state.host;
  if (!inGame(state)) return inSeat({ ...state, host }, place, OPEN);
  const heard = state.fair.heard.map((each, at) => each || at === place);
  const after = { ...state, host, fair: { ...state.fair, heard } };
  return withSeat(after, place, {
    left: true,
    ready: false,
    online: false,
    away_since: null,
    stand_in: false,
  });
}

function gameBegan(state: TableState, game: string): TableState {
  const nothing = sidesOf(state.settings.rules).map(() => 0);
  const seats = state.seats.map((seat) => ({ ...seat, failed: 0, resigned: false }));
  const begun = { ...state, game, seats, totals: nothing, deals: [], practice: false };
  if (state.games.length > 0) return begun;
  return { ...begun, strips: nothing, round_points: nothing, lost: nothing };
}

/** The steps of GZH1 up to the last number. */
function dealing(
  state: TableState,
  fact: Of<'chain_began' | 'deal_called' | 'committed' | 'numbers_locked' | 'number_shown'>,
): TableState {
  const { fair } = state;
  switch (fact.type) {
    case 'chain_began':
      return { ...state, fair: { ...fair, chain: fact.chain, previous: fact.chain.anchor } };
    case 'deal_called':
      return {
        ...state,
        stage: 'calling',
        seats: state.seats.map((seat) => ({ ...seat, ready: false })),
        fair: {
          chain: fair.chain,
          count: fact.count,
          previous: fact.previous,
          step: 'committing',
          heard: state.seats.map((seat) => seat.kind === 'bot' || seat.left),
          contributions: null,
        },
      };
    case 'committed':
    case 'number_shown': {
      const heard = fair.heard.map((each, at) => each || at === fact.seat);
      return { ...state, fair: { ...fair, heard } };
    }
    case 'numbers_locked': {
      const { contributions } = fact;
      const heard = contributions.map((given) => given.kind !== 'withheld');
      return { ...state, fair: { ...fair, step: 'revealing', heard, contributions } };
    }
  }
}

/** The deal is over, and its secret known, where it is told. */
function shown(state: TableState, evidence: Of<'deal_scored'>['evidence']): TableState {
  if (!evidence) return { ...state, fair: { ...state.fair, step: 'idle', heard: [] } };
  const { secret: previous, contributions } = evidence;
  return { ...state, fair: { ...state.fair, previous, step: 'idle', heard: [], contributions } };
}

function gameEnded(state: TableState, ended: Of<'game_ended'>): TableState {
  const { winners, losers } = ended;
  const { totals, practice } = state;
  // Where everybody had left a game that nobody has won, it stays everybody's.
  const allLeft = state.seats.every((seat) => seat.kind !== 'player' || seat.left);
  const freed = winners.length > 0 || !allLeft;
  return {
    ...state,
    stage: 'finished',
    seats: state.seats.map((seat) => (freed && seat.left ? OPEN : seat)),
    games: [...state.games, { game: state.game!, winners, losers, totals, practice }],
    strips: ended.strips,
    round_points: ended.round_points,
    lost: ended.lost,
  };
}
