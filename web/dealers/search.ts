/** Every sequence of a dealer's acts up to a depth, tried against the shipped checker. */

import { createHash } from 'node:crypto';
import type { RuleValues } from '../src/fair/evidence';
import { act, fewestTo, possible, type Act } from './dealer';
import { BIASES, opened, type World } from './world';

export interface Found {
  /** Sequences of acts that were tried. */
  sequences: number;
  /** Different situations that they led to; the same one is not played on twice. */
  situations: number;
  /** Deals that were called fair and were not. */
  biased: number;
  /** Sequences, twenty of each kind at most. Those after which the page called a deal fair that the dealer had denied its number, had
   * chosen late, or had dropped another one for. */
  denied: Act[][];
  chosen: Act[][];
  dropped: Act[][];
  /** Those of an honest dealer after which the page did not call the deal fair. */
  accused: Act[][];
  /** Those after which a breach that had been noted was forgotten. */
  forgotten: Act[][];
  /** Those after which the browser showed its number to a lock without its commitment. */
  careless: Act[][];
}

export const FAILURES = [...BIASES, 'accused', 'forgotten', 'careless'] as const;

/** Failures that are kept of each kind, the shortest; more tell nothing new. */
const KEPT = 20;

/**
 * The search from one situation on. Once a breach is noted the page never says fair again at this
 * table, and the dealer has nothing more to win: such a sequence is not made longer. Nor is one
 * that is too long already to end in the browser calling a deal fair.
 */
export class Search {
  readonly found: Found = {
    sequences: 0,
    situations: 0,
    biased: 0,
    denied: [],
    chosen: [],
    dropped: [],
    accused: [],
    forgotten: [],
    careless: [],
  };
  readonly #rules: RuleValues;
  readonly #depth: number;
  readonly #first: boolean;
  /** For each situation with so many acts left: the sequences that go on from it. */
  readonly #known = new Map<string, number>();

  /** `first`: stop at the first failure. */
  constructor(rules: RuleValues, depth: number, first = false) {
    this.#rules = rules;
    this.#depth = depth;
    this.#first = first;
  }

  get failed(): boolean {
    return FAILURES.some((kind) => this.found[kind].length > 0);
  }

  /** Try all that goes on from a situation, which a way has led to. */
  run(from: World = opened(), way: readonly Act[] = []): void {
    this.found.sequences += this.#count(from, way);
  }

  #count(from: World, way: readonly Act[]): number {
    const key = way.length + fingerprint(from);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let sequences = 0;
    const last = way.length + 1 === this.#depth;
    for (const what of possible(from)) {
      if (this.#first && this.failed) break;
      // Only evidence makes the browser say anything.
      if (last && !what.startsWith('evidence')) continue;
      sequences += 1 + this.#try(from, what, [...way, what]);
    }
    this.#known.set(key, sequences);
    this.found.situations += 1;
    return sequences;
  }

  #try(from: World, what: Act, way: Act[]): number {
    const world = act(from, what, this.#rules);
    const { accused, forgotten, careless } = this.found;
    if (world.biased) {
      this.found.biased += 1;
      keep(this.found[world.biased], way);
    }
    const complete = what === 'evidence' && world.left.length === 0;
    if (complete && world.honest && !world.fair) keep(accused, way);
    if (from.page.breaches.some((one) => !world.page.breaches.includes(one))) keep(forgotten, way);
    if (world.careless) keep(careless, way);
    if (world.page.breaches.length > 0 && !world.honest) return 0;
    if (way.length + fewestTo(world) > this.#depth) return 0;
    return this.#count(world, way);
  }
}

/** Keep a way among the shortest ones, those with the fewest deals first. */
function keep(list: Act[][], way: Act[]): void {
  list.push(way);
  if (list.length <= KEPT) return;
  list.sort((one, other) => weight(one) - weight(other));
  list.pop();
}

function weight(way: readonly Act[]): number {
  return 10 * way.length + way.filter((what) => what.startsWith('call')).length;
}

/** A situation as a short text: the same only for the same one. */
function fingerprint(world: World): string {
  return createHash('sha1').update(JSON.stringify(world)).digest('base64');
}

/** Play `deals` deals honestly, one after another; each has to be called fair. */
export function honestly(rules: RuleValues, deals: number): Act[][] {
  let world = opened();
  const way: Act[] = [];
  const accused: Act[][] = [];
  for (let deal = 0; deal < deals; deal += 1)
    for (const what of ['call', 'lock', 'settle', 'evidence'] as const) {
      world = act(world, what, rules);
      way.push(what);
      if (what === 'evidence' && !world.fair) accused.push([...way]);
    }
  return accused;
}

/** The ways of `length` acts that may be made longer, in the order of the search. */
export function ways(rules: RuleValues, length: number): { world: World; way: Act[] }[] {
  let found: { world: World; way: Act[] }[] = [{ world: opened(), way: [] }];
  for (let at = 0; at < length; at += 1)
    found = found.flatMap(({ world, way }) =>
      possible(world)
        .map((what) => ({ world: act(world, what, rules), way: [...way, what] }))
        .filter(({ world: after }) => after.page.breaches.length === 0),
    );
  return found;
}
