/** The position of a puzzle as a table: what its seat has seen, event by event. */

import { sorted } from '../scoring/cards';
import { PRESETS } from '../scoring/rule-texts';
import { exposureModes } from '../scoring/rules';
import { evolveDeal } from '../table/deal-fold';
import { winningPlace } from '../table/running';
import { foldState, openState } from '../table/state-fold';
import type { Ask, Card, DealEvent, Fact, RuleSet, SeatDeal, TableView } from '../table/wire';
import type { Puzzle, TrickCards } from './puzzle';

export const rulesOf = (puzzle: Puzzle): RuleSet => PRESETS[puzzle.rules] as RuleSet;

/** The deal as the seat has seen it after so many finished tricks, without the trick on the table;
 * `null`: as it is now. */
export function dealOf(puzzle: Puzzle, tricks: number | null = null): SeatDeal {
  const rules = rulesOf(puzzle);
  const { seat } = puzzle.request;
  let deal: SeatDeal | null = null;
  for (const event of eventsOf(puzzle, rules, tricks)) deal = evolveDeal(rules, deal, event, seat);
  return deal!;
}

/** What is asked in the position. */
export function askOf(puzzle: Puzzle): Ask {
  const { type, legal } = puzzle.request;
  const nothing = { cards: [], count: 0, modes: {}, claim: false };
  switch (type) {
    case 'pass':
      return { ...nothing, kind: 'pass', cards: legal, count: 3 };
    case 'expose': {
      const modes = exposureModes(rulesOf(puzzle));
      return {
        ...nothing,
        kind: 'expose',
        modes: Object.fromEntries(legal.map((card) => [card, modes])),
      };
    }
    case 'play':
      return { ...nothing, kind: 'play', cards: legal };
  }
}

/** The table that a deal is played at; `names` are by seat. */
export function tableOf(puzzle: Puzzle, deal: SeatDeal, names: readonly string[]): TableView {
  const rules = rulesOf(puzzle);
  const totals = puzzle.request.totals ?? deal.public.totals;
  const facts: Fact[] = [
    ...names.map((name, seat) => ({
      type: 'sat' as const,
      seat,
      name,
      player: null,
      program: false,
    })),
    { type: 'game_began', game: 'puzzle', number: 1 },
  ];
  const opened = openState({
    type: 'opened',
    table: `puzzle-${puzzle.id}`,
    host: null,
    settings: {
      name: '',
      preset: puzzle.rules,
      rules,
      access: 'private',
      clock: { move: 0, grace: 60, idle: 0 },
      talk: { phrases: false, text: false, partners: false },
      late: 'never',
    },
  });
  const state = facts.reduce(foldState, opened);
  return { seat: puzzle.request.seat, deal, state: { ...state, stage: 'playing', totals } };
}

/** The names of the players: clockwise from who is asked they are always in the same order. */
export function namesOf(puzzle: Puzzle, you: string): string[] {
  const { players, direction } = rulesOf(puzzle);
  const around = players === 5 ? ['Lulu', 'Kiki', 'Momo', 'Nana'] : ['Lulu', 'Momo', 'Nana'];
  const order = [you, ...(direction === 'clockwise' ? around : around.reverse())];
  return Array.from(
    { length: players },
    (_, at) => order[(at - puzzle.request.seat + players) % players]!,
  );
}

/** Everything that the seat has seen of the deal, in order. */
function* eventsOf(puzzle: Puzzle, rules: RuleSet, tricks: number | null): Generator<DealEvent> {
  const { request } = puzzle;
  const { seat, type } = request;
  const history = request.history ?? [];
  const players = rules.players;
  const everyone = Array.from({ length: players }, (_, at) => at);
  // A puzzle after the passing that tells nothing of it is of a deal without one.
  const passing = type === 'pass' || request.received ? request.passing : 0;
  const nobody = everyone.map(() => 0);
  yield {
    type: 'deal_began',
    number: request.deal,
    totals: request.totals ?? nobody,
    passing,
    leader: type === 'play' ? null : request.leader,
    hands: everyone.map((at) => (at === seat ? dealt(puzzle) : null)),
  };
  if (type === 'pass') return;
  if (request.received) {
    const giver = (((seat - passing) % players) + players) % players;
    yield { type: 'pass_chosen', seat, cards: request.passed ?? [] };
    yield {
      type: 'cards_passed',
      passing,
      cards: everyone.map((at) =>
        at === giver ? request.received : at === seat ? request.passed : null,
      ),
    } as DealEvent;
  }
  if (type === 'expose') return;
  const exposures = request.exposures ?? everyone.map(() => ({}));
  const list = (at: number) =>
    Object.entries(exposures[at] ?? {}).map(([card, mode]) => ({ seat: at, card, mode }));
  if (exposureModes(rules).length > 0) {
    const played = new Set([...history, request.trick ?? []].flat().map(([, card]) => card));
    yield { type: 'exposure_chosen', seat, exposures: list(seat) } as DealEvent;
    yield {
      type: 'cards_exposed',
      shown: everyone.flatMap(list).filter(({ mode }) => mode !== 'down'),
      face_down: everyone.map((at) => {
        const down = list(at).filter(({ mode }) => mode === 'down');
        if (at === seat) return down.length;
        const gone = down.filter(({ card }) => played.has(card as Card)).length;
        return (request.face_down?.[at] ?? 0) + gone;
      }),
    } as DealEvent;
  }
  const first = history[0]?.[0]?.[0] ?? request.trick?.[0]?.[0] ?? request.leader ?? 0;
  yield { type: 'play_began', leader: first };
  for (const trick of history.slice(0, tricks ?? history.length)) {
    yield* plays(trick, exposures);
    yield { type: 'trick_taken', seat: winnerOf(trick) };
  }
  if (tricks === null) yield* plays(request.trick ?? [], exposures);
}

function* plays(
  trick: TrickCards,
  exposures: Partial<Record<Card, string>>[],
): Generator<DealEvent> {
  for (const [seat, card] of trick)
    yield {
      type: 'card_played',
      seat,
      card,
      was_down: exposures[seat]?.[card] === 'down',
    };
}

/** The seat whose card is the highest of the suit led. */
export function winnerOf(trick: TrickCards): number {
  return trick[winningPlace(trick.map(([, card]) => card))!]![0];
}

/** The hand as it was dealt: with what was played and passed, without what was received. */
function dealt(puzzle: Puzzle): Card[] {
  const { seat, hand, history = [], trick = [], passed, received } = puzzle.request;
  const mine = [...history, trick].flat().filter(([at]) => at === seat);
  const held = [...hand, ...mine.map(([, card]) => card)];
  if (!received) return sorted(held);
  const kept = held.filter((card) => !received.includes(card));
  return sorted([...kept, ...(passed ?? [])]);
}
