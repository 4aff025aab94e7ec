/** Every sequence of a dealer's acts up to a depth, tried against the shipped checker. */

import { createHash } from 'node:crypto';
import type { RuleValues } from '../src/fair/evidence';
import { act, fewestTo, opened, possible, type Act, type World } from './dealer';

export interface Found {
  /** Sequences of acts that were tried. */
  sequences: number;
  /** Different situations that they led to; the same one is not played on twice. */
  situations: number;
  /** Those after which the page called a biased deal fair. */
  biased: Act[][];
  /** Those of an honest dealer after which the page did not call the deal fair. */
  accused: Act[][];
  /** Those after which a breach that had been noted was forgotten. */
  forgotten: Act[][];
}

/** Failures that are kept of each kind; more tell nothing new. */
const KEPT = 20;

/**
 * The search from one situation on. Once a breach is noted the page never says fair again at this
 * table, and the dealer has nothing more to win: such a sequence is not made longer. Nor is one
 * that is too long already to end in the browser calling a deal fair.
 */
export class Search {
  readonly found: Found = { sequences: 0, situations: 0, biased: [], accused: [], forgotten: [] };
  readonly #rules: RuleValues;
  readonly #depth: number;
  /** For each situation with so many acts left: the sequences that go on from it. */
  readonly #known = new Map<string, number>();

  constructor(rules: RuleValues, depth: number) {
    this.#rules = rules;
    this.#depth = depth;
  }

  get failed(): boolean {
    const { biased, accused, forgotten } = this.found;
    return biased.length + accused.length + forgotten.length > 0;
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
    const { biased, accused, forgotten } = this.found;
    if (world.biased) keep(biased, way);
    if (what === 'evidence' && world.honest && !world.fair) keep(accused, way);
    if (from.page.breaches.some((one) => !world.page.breaches.includes(one))) keep(forgotten, way);
    if (world.page.breaches.length > 0) return 0;
    if (way.length + fewestTo(world) > this.#depth) return 0;
    return this.#count(world, way);
  }
}

function keep(list: Act[][], way: Act[]): void {
  if (list.length < KEPT) list.push(way);
}

/** A situation as a short text: the same only for the same one. */
function fingerprint(world: World): string {
  return createHash('sha1').update(JSON.stringify(world)).digest('base64');
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
