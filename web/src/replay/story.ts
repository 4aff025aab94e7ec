/** A finished deal told step by step: which events each step takes in, and what the table then is. */

import { t } from '../i18n';
import { handSize } from '../scoring/rules';
import { evolveDeal } from '../table/deal-fold';
import { giverOf } from '../table/running';
import type { DealEvent, RuleSet, SeatDeal } from '../table/wire';
import type { DealRecord } from '../wire/types';

/** A place in a deal where one may stand. */
export interface Step {
  /** dealt: before passing and exposing; passed: cards have changed hands; play: `play` cards have
   * been played, none at first; end: all is over and open. */
  kind: 'dealt' | 'passed' | 'play' | 'end';
  play: number;
  /** How many of the events have happened. */
  until: number;
}

/** The steps of a deal, in order: at least the first lead and the end. */
export function stepsOf(events: readonly DealEvent[]): Step[] {
  const steps: Step[] = [];
  let play = 0;
  events.forEach((event, place) => {
    const until = place + 1;
    // Where nothing is passed or exposed, the first step is that of the first lead.
    const quiet = events[until]?.type === 'play_began';
    if (event.type === 'deal_began' && !quiet) steps.push({ kind: 'dealt', play, until });
    else if (event.type === 'cards_passed') steps.push({ kind: 'passed', play, until });
    else if (event.type === 'play_began') steps.push({ kind: 'play', play, until });
    else if (event.type === 'card_played') {
      play += 1;
      steps.push({ kind: 'play', play, until });
    } else if (event.type === 'deal_ended') steps.push({ kind: 'end', play, until });
  });
  return steps;
}

/** How a step is written in an address: a number of plays, or a word. */
export function nameOfStep(step: Step): string {
  return step.kind === 'play' ? String(step.play) : step.kind;
}

/** The place of the step that a name means; the first one for a name that means none. */
export function stepNamed(steps: readonly Step[], name: string): number {
  return Math.max(
    0,
    steps.findIndex((step) => nameOfStep(step) === name),
  );
}

/** What a seat sees of an event, as the table's cut gives it; null: nothing. */
export function seen(event: DealEvent, seat: number): DealEvent | null {
  switch (event.type) {
    case 'deal_began':
      return { ...event, hands: event.hands.map((hand, at) => (at === seat ? hand : null)) };
    case 'pass_chosen':
    case 'exposure_chosen':
      return event.seat === seat ? event : null;
    case 'cards_passed': {
      const giver = giverOf(seat, event.passing, event.cards.length);
      const cards = event.cards.map((given, at) => (at === seat || at === giver ? given : null));
      return { ...event, cards };
    }
    default:
      return event;
  }
}

/** Each seat's view of the deal at each step: `[step][seat]`. */
export function viewsOf(
  rules: RuleSet,
  events: readonly DealEvent[],
  steps: readonly Step[],
): SeatDeal[][] {
  const seats = Array.from({ length: rules.players }, (_, seat) => seat);
  let views: (SeatDeal | null)[] = seats.map(() => null);
  const found: SeatDeal[][] = [];
  events.forEach((event, place) => {
    views = views.map((view, seat) => {
      const part = seen(event, seat);
      return part ? evolveDeal(rules, view, part, seat) : view;
    });
    if (steps.some((step) => step.until === place + 1)) found.push(views as SeatDeal[]);
  });
  return found;
}

/** Who takes the trick that is whole at this step; null where none is. */
export function takerAt(events: readonly DealEvent[], step: Step): number | null {
  const next = step.kind === 'play' ? events[step.until] : undefined;
  return next?.type === 'trick_taken' ? next.seat : null;
}

/** A card of a deal, `play` from 0, in words: "Trick 4 of 13, card 2". */
export function cardText(rules: RuleSet, play: number): string {
  const trick = Math.floor(play / rules.players) + 1;
  return t('replay.trick_card', { trick, of: handSize(rules), card: (play % rules.players) + 1 });
}

/** The play that a trick, 0-based, begins with. */
export function firstPlay(players: number, trick: number): number {
  return trick * players + 1;
}

/** True if the rules of a recorded deal let cards be exposed. */
export function exposing({ rules }: DealRecord): boolean {
  return rules.sale !== 'none';
}

/** The ply of the first card of a deal. */
export function firstCard(record: DealRecord): number {
  const seats = record.players.length;
  return seats * (Number(record.passes !== null) + Number(exposing(record)));
}

/** The position in an address's hash, such as `#3.17`: deal 3 from 1, after 17 plays. */
export function parsePosition(hash: string): { deal: number; step: string } {
  const found = /^#(\d{1,4})(?:\.(\w+))?$/.exec(hash);
  return { deal: Math.max(1, Number(found?.[1] ?? 1)), step: found?.[2] ?? '' };
}
