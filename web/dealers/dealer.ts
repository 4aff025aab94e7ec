/**
 * A dishonest dealer: what it can do next, and what comes of it. `make dealers` searches every
 * sequence.
 *
 * The dealer does one thing after another out of ACTS. The browser is the shipped checker
 * (web/src/fair). The world knows what the browser cannot: when each number became known to the
 * dealer, and when each input of a deal was chosen.
 */

import { answered, follow, type FairMessage, type FairNow } from '../src/fair/checker';
import { conclude, standingOf } from '../src/fair/conclusion';
import type { Contribution, RuleValues } from '../src/fair/evidence';
import { placeOf } from '../src/fair/sums';
import {
  ALLY,
  CHAINS,
  contributions,
  evidenceOf,
  FORK,
  hex,
  ME,
  MOVED,
  otherHands,
  promise,
  TABLE,
  type Deal,
} from './deal';
import { biasOf, committedBy, isKnown, type World } from './world';

export const ACTS = [
  'call',
  'call-deaf',
  'call-heard',
  'call-taken',
  'call-skipping',
  'call-previous',
  'call-fork',
  'recall',
  'recall-moved',
  'move',
  'rules',
  'lock',
  'lock-deaf',
  'lock-without',
  'lock-bot',
  'lock-chosen',
  'settle',
  'settle-without',
  'settle-chosen',
  'settle-hand',
  'show',
  'show-other',
  'score',
  'score-owed',
  'evidence',
  'evidence-early',
  'evidence-aborted',
  'evidence-chosen',
  'evidence-hand',
  'evidence-owed',
] as const;
export type Act = (typeof ACTS)[number];

const HONEST: ReadonlySet<Act> = new Set<Act>([
  'call',
  'lock',
  'settle',
  'score',
  'evidence',
  'evidence-owed',
]);

/** The acts that the dealer can do now and that tell the browser anything new. */
export function possible(world: World): Act[] {
  const { deal } = world;
  const acts: Act[] = ['call', 'call-deaf', 'call-heard', 'call-taken', 'call-previous'];
  // To skip a count, or to fork the chain, there has to be something before.
  if (deal) acts.push('call-skipping');
  if (deal && !world.fork) acts.push('call-fork');
  if (deal && !deal.ended) {
    acts.push('move', 'rules');
    if (deal.step !== 'committing') acts.push('recall', 'recall-moved');
    if (deal.step === 'committing' || deal.step === 'revealing')
      acts.push('lock', 'lock-deaf', 'lock-without', 'lock-bot', 'lock-chosen');
    if (deal.step === 'revealing')
      acts.push('settle', 'settle-without', 'settle-chosen', 'settle-hand');
    if (deal.step !== 'committing') {
      if (deal.hand !== 'other') acts.push('show-other');
      if (deal.hand !== 'mine') acts.push('show');
    }
    if (deal.step === 'settled') acts.push('evidence', 'evidence-chosen', 'evidence-hand');
    if (deal.step === 'revealing') acts.push('evidence-early');
    if (deal.step !== 'committing' && !world.sheet.includes(deal.count)) acts.push('score');
    acts.push('evidence-aborted');
  } else if (deal) acts.push('recall');
  if (world.left.some(({ count }) => !world.sheet.includes(count))) acts.push('score-owed');
  if (world.left.length > 0) acts.push('evidence-owed');
  return acts;
}

/** The world after an act. */
export function act(before: World, what: Act, rules: RuleValues): World {
  const world: World = {
    ...before,
    fair: false,
    biased: null,
    careless: false,
    honest: before.honest && HONEST.has(what) && inOrder(before, what),
  };
  const { deal } = world;
  switch (what) {
    case 'call':
    case 'call-deaf':
    case 'call-heard':
    case 'call-taken':
    case 'call-skipping':
    case 'call-previous':
    case 'call-fork':
      return told(call(world, what, rules));
    case 'rules':
      return told({ ...world, deal: { ...deal!, rules: changed(rules) } });
    case 'recall':
    case 'recall-moved': {
      const seat = what === 'recall' ? deal!.seat : moved(deal!.seat);
      return told({
        ...world,
        deal: {
          ...deal!,
          seat,
          step: 'committing',
          lock: null,
          settled: null,
          present: true,
          heard: false,
          hand: 'none',
        },
      });
    }
    case 'move':
      return told({ ...world, deal: { ...deal!, seat: moved(deal!.seat) } });
    case 'lock':
    case 'lock-deaf':
    case 'lock-without':
    case 'lock-bot':
    case 'lock-chosen':
      return told(lock(world, what));
    case 'settle':
    case 'settle-without':
    case 'settle-chosen':
    case 'settle-hand':
      return told(settle(world, what));
    case 'show':
      return told({ ...world, deal: { ...deal!, hand: 'mine' } });
    case 'show-other':
      return told({ ...world, deal: { ...deal!, hand: 'other', misled: true } });
    case 'score':
      return told(scored(world, deal!));
    case 'score-owed':
      return told(
        scored(
          world,
          world.left.find(({ count }) => !world.sheet.includes(count))!,
        ),
      );
    case 'evidence':
    case 'evidence-early':
    case 'evidence-aborted':
    case 'evidence-chosen':
    case 'evidence-hand':
      return give(world, deal!, what);
    case 'evidence-owed': {
      const [oldest, ...rest] = world.left;
      return give({ ...world, left: rest }, oldest!, 'evidence');
    }
  }
}

const CHANGED = new WeakMap<RuleValues, RuleValues>();

/** The rules with another limit: the same object each time, whose hash is known then. */
function changed(rules: RuleValues): RuleValues {
  const known = CHANGED.get(rules) ?? { ...rules, lower_limit: -500 };
  CHANGED.set(rules, known);
  return known;
}

const moved = (seat: number) => (seat === ME ? MOVED : ME);

/** True if an honest dealer would do this next. */
function inOrder({ deal, left, sheet }: World, what: Act): boolean {
  if (what === 'call') return deal === null || deal.ended || sheet.includes(deal.count);
  if (what === 'evidence-owed') return sheet.includes(left[0]!.count);
  if (what === 'score') return deal!.step === 'settled' && deal!.shown !== null;
  return what !== 'evidence' || deal!.shown !== null;
}

/** The world with a deal on its score sheet, whether or not it was played. */
function scored(world: World, { count, step }: Deal): World {
  const played = step === 'settled' ? [...world.played, count] : world.played;
  return { ...world, sheet: [...world.sheet, count], played };
}

function call(world: World, what: Act, rules: RuleValues): World {
  const last = world.called.at(-1) ?? 0;
  const count = last + (what === 'call-skipping' ? 2 : 1);
  const fork = world.fork || what === 'call-fork';
  const chain = fork ? FORK : CHAINS.findIndex(({ chain }) => placeOf(chain, count) !== null);
  const { chain: told, secrets } = CHAINS[chain]!;
  const place = placeOf(told, count)!;
  const running = world.deal;
  const dropped = running && !running.ended ? [...world.left, running] : world.left;
  const skipped: Deal[] = [];
  const begin = (number: number, at: number): Deal => ({
    count: number,
    chain,
    seat: ME,
    rules,
    previous: what === 'call-previous' ? hex(0x66, number) : secrets[at - 1]!,
    step: 'committing',
    deaf: what === 'call-deaf',
    heard: what === 'call-heard',
    taken: what === 'call-taken',
    present: true,
    lock: null,
    settled: null,
    ally: hex(0xa0, number),
    late: false,
    hand: 'none',
    misled: false,
    shown: null,
    ended: false,
  });
  // What the browser was not told of is a deal of the dealer's own all the same.
  const first = world.called.length > 0;
  if (count > last + 1 && first)
    skipped.push({
      ...begin(count - 1, Math.max(1, place - 1)),
      chain: CHAINS.findIndex(({ chain }) => placeOf(chain, count - 1) !== null),
    });
  const between = first ? Array.from({ length: count - last - 1 }, (_, at) => last + 1 + at) : [];
  return {
    ...world,
    fork,
    left: [...dropped, ...skipped],
    called: [...world.called, ...between, count],
    deal: begin(count, place),
  };
}

function lock(world: World, what: Act): World {
  const deal = world.deal!;
  // Whatever is locked now may have been chosen now: a second lock can hold another number.
  const chosen = what === 'lock-chosen';
  const ally = chosen ? hex(0xb0, deal.count) : deal.ally;
  const late = deal.late || (ally !== deal.ally && isKnown(world, deal));
  const mine = committedBy(world, deal);
  const without = what === 'lock-without' || what === 'lock-bot' || mine === null;
  const seats: Contribution[] = [0, 1, 2, 3].map((seat): Contribution => {
    if (seat === ALLY) return { kind: 'withheld', commitment: promise(deal, ALLY, ally) };
    if (seat !== deal.seat) return { kind: 'bot' };
    if (deal.taken || deal.heard) return { kind: 'withheld', commitment: hex(0xee, 1) };
    return without
      ? { kind: what === 'lock-bot' ? 'bot' : 'absent' }
      : { kind: 'withheld', commitment: mine };
  });
  const present = what !== 'lock-bot';
  const deaf = deal.deaf || what === 'lock-deaf';
  return { ...world, deal: { ...deal, step: 'revealing', ally, late, lock: seats, present, deaf } };
}

/**
 * The fewest acts after which the browser can call a deal fair: it does so only where it has shown
 * its number, and finds it in the evidence.
 */
export function fewestTo({ deal, left }: World): number {
  if (left.some(({ shown }) => shown !== null)) return 1;
  const lost = deal === null || deal.ended || deal.taken || deal.heard;
  if (lost || (deal.step !== 'committing' && deal.shown === null)) return 3;
  return deal.step === 'committing' ? 2 : 1;
}

function settle(world: World, what: Act): World {
  const deal = world.deal!;
  const chosen = what === 'settle-chosen';
  const ally = chosen ? hex(0xc0, deal.count) : deal.ally;
  const late = deal.late || (ally !== deal.ally && isKnown(world, deal));
  const other = what === 'settle-hand';
  const after: Deal = {
    ...{ ...deal, step: 'settled', ally, late },
    ...{ hand: other ? 'other' : 'mine', misled: deal.misled || other },
  };
  return { ...world, deal: { ...after, settled: contributions(after, what === 'settle-without') } };
}

function give(before: World, deal: Deal, what: Act): World {
  let from = deal;
  if (what === 'evidence-chosen') {
    const other = { ...deal, ally: hex(0xd0, deal.count), late: true };
    from = { ...other, settled: contributions(other, false) };
  }
  const aborted = what === 'evidence-aborted';
  const live = before.deal === deal;
  // A deal is scored and shown in one message, with the score sheet before the evidence.
  const counts = live && !aborted && !before.sheet.includes(deal.count);
  const world = counts ? told(scored(before, deal), 'idle') : before;
  let evidence = evidenceOf(from, aborted ? 'aborted' : 'played');
  if (what === 'evidence-hand') evidence = otherHands(evidence);
  const { state, verdict } = conclude(world.page, TABLE, evidence, null);
  const fair = standingOf(state, verdict).fairness === 'fair';
  const after: World = {
    ...world,
    page: state,
    fair,
    given: [...world.given, deal.count],
    deal: live ? { ...from, ended: true, step: 'idle' } : world.deal,
  };
  return { ...after, biased: fair ? biasOf(after, from, evidence) : null };
}

/** The browser hears of the deal as it is now, or as `step` has it, and answers. */
function told(world: World, step = world.deal!.step): World {
  const deal = world.deal!;
  const { hands } = evidenceOf(deal, 'played');
  const now: FairNow = {
    table: TABLE,
    chain: CHAINS[deal.chain]!.chain,
    count: deal.count,
    previous: deal.previous,
    step,
    heard: [0, 1, 2, 3].map((seat) => deal.heard && seat === deal.seat),
    contributions: deal.settled ?? deal.lock,
    rules: deal.rules,
    seat: deal.seat,
    hand: deal.hand === 'none' ? null : hands[deal.hand === 'other' ? ALLY : deal.seat]!,
    play: { passing: 0, passed: null, received: null, left: null, plays: [] },
    present: deal.present,
    scored: world.sheet,
  };
  let draws = world.draws;
  const { state, send } = follow(world.page, now, () => hex(0x10, (draws += 1)), 1);
  const after = { ...world, page: state, draws };
  return send ? heard(after, deal, send) : after;
}

function heard(world: World, deal: Deal, message: FairMessage): World {
  const outcome =
    deal.taken && message.type === 'commit'
      ? { refused: 'committed_already' }
      : deal.deaf
        ? 'lost'
        : 'done';
  const page = answered(world.page, message, outcome);
  if (message.type === 'commit') return { ...world, page };
  const mine = deal.lock?.[deal.seat];
  const promised = promise(deal, deal.seat, message.number);
  const careless = !(mine?.kind === 'withheld' && mine.commitment === promised);
  return {
    ...world,
    page,
    careless,
    known: [...new Set([...world.known, message.number])],
    exposed: [...new Set([...world.exposed, deal.count])],
    deal: { ...deal, shown: message.number },
  };
}
