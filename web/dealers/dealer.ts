/**
 * A dishonest dealer, and the browser that it plays with: the world that `make dealers` searches.
 *
 * The dealer does one thing after another out of ACTS. The browser is the shipped checker
 * (web/src/fair). The world knows what the browser cannot: when each number became known to the
 * dealer, and when each input of a deal was chosen.
 */

import {
  answered,
  follow,
  FRESH,
  type CheckerState,
  type FairMessage,
  type FairNow,
} from '../src/fair/checker';
import { conclude, standingOf } from '../src/fair/conclusion';
import type { Chain, Contribution, Evidence, RuleValues } from '../src/fair/evidence';
import {
  commitment,
  dealerSeed,
  dealHands,
  placeOf,
  previousSecret,
  rulesHash,
} from '../src/fair/sums';

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

const TABLE = 'kite-7';
const ME = 1;
const MOVED = 2;
const ALLY = 0;

const hex = (byte: number, index: number) =>
  byte.toString(16).padStart(2, '0').repeat(30) + index.toString(16).padStart(4, '0');

function chainOf(last: string, length: number, first: number): { chain: Chain; secrets: string[] } {
  const secrets = Array.from({ length: length + 1 }, (_, place) =>
    previousSecret(last, length - place),
  );
  return { chain: { anchor: secrets[0]!, length, first_deal: first }, secrets };
}
/** The chains that the dealer has: the first, the one that follows it, and one beside the first. */
const CHAINS = [
  chainOf(hex(0x51, 1), 2, 1),
  chainOf(hex(0x52, 2), 40, 3),
  chainOf(hex(0x53, 3), 40, 1),
];
const FORK = 2;

/** A deal as the dealer runs it. */
interface Deal {
  count: number;
  chain: number;
  seat: number;
  rules: RuleValues;
  previous: string;
  step: FairNow['step'];
  deaf: boolean;
  heard: boolean;
  taken: boolean;
  present: boolean;
  lock: Contribution[] | null;
  settled: Contribution[] | null;
  ally: string;
  /** The ally's number was chosen when that of the browser for this deal was known. */
  late: boolean;
  /** The browser was dealt the hand of somebody else. */
  swapped: boolean;
  /** The browser has shown its number for this deal. */
  shown: string | null;
  ended: boolean;
}

/** The ways in which a deal that is called fair is not. */
export const BIASES = ['denied', 'chosen', 'dropped'] as const;
export type Bias = (typeof BIASES)[number];

export interface World {
  page: CheckerState;
  draws: number;
  deal: Deal | null;
  /** Deals that were called and ended otherwise than by being played, as the dealer left them. */
  left: readonly Deal[];
  /** Counts that the browser was told of, or that lie between such. */
  called: readonly number[];
  /** Counts whose evidence it was given. */
  given: readonly number[];
  /** Counts on the score sheet, and those of them that were dealt to the browser before. */
  sheet: readonly number[];
  played: readonly number[];
  /** Numbers of this browser that the dealer knows, and the deals that they were shown for. */
  known: readonly string[];
  exposed: readonly number[];
  fork: boolean;
  /** What the act just done came to: the verdict, and what was wrong with it. */
  fair: boolean;
  biased: Bias | null;
  honest: boolean;
  /** The browser showed its number to a lock that does not hold its commitment. */
  careless: boolean;
}

export function opened(): World {
  return {
    page: FRESH,
    draws: 0,
    deal: null,
    left: [],
    called: [],
    given: [],
    sheet: [],
    played: [],
    known: [],
    exposed: [],
    fork: false,
    fair: false,
    biased: null,
    careless: false,
    honest: true,
  };
}

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
    swapped: false,
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

/** True if the dealer knows the number that the browser has for this deal. */
function isKnown(world: World, deal: Deal): boolean {
  const part = world.page.owed.find((owed) => owed.count === deal.count)?.part;
  return (
    part !== null && part !== undefined && part.number !== null && world.known.includes(part.number)
  );
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

/** What the browser committed itself to, as the dealer heard it. */
function committedBy(world: World, deal: Deal): string | null {
  return world.page.owed.find((owed) => owed.count === deal.count)?.part?.commitment ?? null;
}

function settle(world: World, what: Act): World {
  const deal = world.deal!;
  const chosen = what === 'settle-chosen';
  const ally = chosen ? hex(0xc0, deal.count) : deal.ally;
  const late = deal.late || (ally !== deal.ally && isKnown(world, deal));
  const swapped = what === 'settle-hand';
  const after = { ...deal, step: 'settled' as const, ally, late, swapped };
  return { ...world, deal: { ...after, settled: contributions(after, what === 'settle-without') } };
}

/** The contributions as they are settled: what was shown, unless the dealer denies it. */
function contributions(deal: Deal, denied: boolean): Contribution[] {
  const locked = deal.lock ?? [
    { kind: 'absent' },
    { kind: 'absent' },
    { kind: 'bot' },
    { kind: 'bot' },
  ];
  return locked.map((given, seat): Contribution => {
    if (seat === ALLY && deal.lock)
      return { kind: 'revealed', commitment: promise(deal, ALLY, deal.ally), reveal: deal.ally };
    if (seat === deal.seat && given.kind === 'withheld' && deal.shown && !denied)
      return { ...given, kind: 'revealed', reveal: deal.shown };
    return given;
  });
}

const PROMISES = new Map<string, string>();

/** What a number in a seat of a deal is committed to by; each is worked out once. */
function promise(deal: Deal, seat: number, number: string): string {
  const key = `${deal.chain} ${deal.count} ${deal.rules['lower_limit']} ${seat} ${number}`;
  const known = PROMISES.get(key) ?? commitment(callFor(deal), seat, number);
  PROMISES.set(key, known);
  return known;
}

function callFor(deal: Deal) {
  return {
    table: TABLE,
    chain: CHAINS[deal.chain]!.chain,
    deal: deal.count,
    rulesHash: rulesHash(deal.rules),
  };
}

const MADE = new Map<string, Evidence>();

/** The evidence of a deal, as it would have to be; each is worked out once. */
function evidenceOf(deal: Deal, ended: Evidence['ended']): Evidence {
  const given = deal.settled ?? contributions(deal, false);
  const key = `${deal.chain} ${deal.count} ${ended} ${deal.rules['lower_limit']} ${JSON.stringify(given)}`;
  const made = MADE.get(key) ?? evidenceFor(deal, ended, given);
  MADE.set(key, made);
  return made;
}

function evidenceFor(deal: Deal, ended: Evidence['ended'], given: Contribution[]): Evidence {
  const { chain, secrets } = CHAINS[deal.chain]!;
  const place = placeOf(chain, deal.count)!;
  const secret = secrets[place]!;
  const numbers = given.map((each) => (each.kind === 'revealed' ? each.reveal : null));
  const seed = dealerSeed(secret, callFor(deal), numbers);
  return {
    protocol: 'GZH1',
    table: TABLE,
    chain,
    deal: deal.count,
    ended,
    previous: secrets[place - 1]!,
    secret,
    contributions: given,
    rules: deal.rules,
    dealer_seed: seed,
    hands: dealHands(4, [], seed),
  };
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

/**
 * The way in which the dealer had its will of a deal: `denied`, the browser's number is not in it;
 * `chosen`, something in it was chosen when that number was known; `dropped`, a deal before it
 * was called and not shown, or not played though the number was known.
 */
function biasOf(world: World, deal: Deal, evidence: Evidence): Bias | null {
  const mine = deal.shown;
  const used = evidence.contributions.some(
    (given) => given.kind === 'revealed' && given.reveal === mine,
  );
  if (mine === null || !used) return 'denied';
  if (deal.late || deal.swapped) return 'chosen';
  const before = world.called.filter((count) => count < deal.count);
  if (before.some((count) => !world.given.includes(count))) return 'dropped';
  // A deal just before this one whose number was known, and that was never played.
  for (let at = before.length - 1; at >= 0 && !world.played.includes(before[at]!); at -= 1)
    if (world.exposed.includes(before[at]!)) return 'dropped';
  return null;
}

const OTHER_HANDS = new WeakMap<Evidence, Evidence>();

/** The same evidence with the hands of others: the same object each time. */
function otherHands(evidence: Evidence): Evidence {
  const known = OTHER_HANDS.get(evidence) ?? { ...evidence, hands: [...evidence.hands].reverse() };
  OTHER_HANDS.set(evidence, known);
  return known;
}

/** The browser hears of the deal as it is now, or as `step` has it, and answers. */
function told(world: World, step = world.deal!.step): World {
  const deal = world.deal!;
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
    hand:
      step === 'settled'
        ? evidenceOf(deal, 'played').hands[deal.swapped ? ALLY : deal.seat]!
        : null,
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
