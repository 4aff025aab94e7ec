/** The sums of the protocol GZH1, as docs/fair-deals.md sets them out. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { ascii, bytes32, tagged, text, u32 } from './bytes';
import type { Chain, RuleValues } from './evidence';

/** A deal as it is called: all that the players' commitments are bound to. */
export interface Call {
  table: string;
  chain: Chain;
  deal: number;
  rulesHash: string;
}

/** What a secret leads to, so many steps down its chain. */
export function previousSecret(secret: string, steps = 1): string {
  let at = secret;
  for (let step = 0; step < steps; step += 1) at = tagged('GZH1 chain', bytes32(at));
  return at;
}

/** The rules as canonical JSON: keys sorted, no spaces. */
export function canonicalRules(rules: RuleValues): string {
  return JSON.stringify(rules, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

const hashes = new WeakMap<RuleValues, string>();

/** The hash that stands for a rule set; the sum is done once for each object. */
export function rulesHash(rules: RuleValues): string {
  const known = hashes.get(rules);
  if (known !== undefined) return known;
  const hash = tagged('GZH1 rules', ascii(canonicalRules(rules)));
  hashes.set(rules, hash);
  return hash;
}

/** Which secret of the chain a deal has, from 1; null where it has none. */
export function placeOf(chain: Chain, deal: number): number | null {
  const place = deal - chain.first_deal + 1;
  return place >= 1 && place <= chain.length ? place : null;
}

/** What is hashed for the commitment of a seat to its number, after the tag. */
function commitmentParts(call: Call, seat: number, number: string): Uint8Array[] {
  return [
    text(call.table),
    bytes32(call.chain.anchor),
    u32(call.deal),
    Uint8Array.of(seat),
    bytes32(call.rulesHash),
    bytes32(number),
  ];
}

/** What the player in a seat commits to with its random number. */
export function commitment(call: Call, seat: number, number: string): string {
  return tagged('GZH1 commit', ...commitmentParts(call, seat, number));
}

/** What goes into the HMAC for the dealer's seed. */
export function seedMessage(call: Call, numbers: readonly (string | null)[]): Uint8Array {
  return concatBytes(
    text('GZH1 deal'),
    text(call.table),
    u32(call.deal),
    bytes32(call.rulesHash),
    Uint8Array.of(numbers.length),
    ...numbers.map((number) =>
      number === null ? Uint8Array.of(0) : concatBytes(Uint8Array.of(1), bytes32(number)),
    ),
  );
}

/** The dealer's seed, from its secret and each seat's number; null where a seat showed none. */
export function dealerSeed(
  secret: string,
  call: Call,
  numbers: readonly (string | null)[],
): string {
  return bytesToHex(hmac(sha256, bytes32(secret), seedMessage(call, numbers)));
}

/** One block of the numbers that drive the shuffle. */
export function shuffleBlock(seed: string, counter: number): Uint8Array {
  return hmac(sha256, ascii(seed), concatBytes(ascii('GZH1 shuffle'), u32(counter)));
}

function* numbersOf(seed: string): Generator<number, never> {
  for (let counter = 0; ; counter += 1) {
    const block = shuffleBlock(seed, counter);
    for (let place = 0; place < block.length; place += 2)
      yield (block[place]! << 8) | block[place + 1]!;
  }
}

/** The items in the order that the seed gives; at most 65,536 of them. */
export function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const order = [...items];
  const numbers = numbersOf(seed);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const bound = last + 1;
    const fair = 65536 - (65536 % bound);
    let number = numbers.next().value;
    while (number >= fair) number = numbers.next().value;
    const chosen = number % bound;
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}

const PACK: readonly string[] = [...'CDHS'].flatMap((suit) =>
  [...'23456789TJQKA'].map((rank) => rank + suit),
);
const PLACE = new Map(PACK.map((card, place) => [card, place]));

/** The hands by seat, in the order of the pack, that this seed deals. */
export function dealHands(players: number, removed: readonly string[], seed: string): string[][] {
  const pack = shuffled(
    PACK.filter((card) => !removed.includes(card)),
    seed,
  );
  const size = Math.floor(pack.length / players);
  return Array.from({ length: players }, (_, seat) =>
    pack.slice(seat * size, (seat + 1) * size).sort((a, b) => PLACE.get(a)! - PLACE.get(b)!),
  );
}
