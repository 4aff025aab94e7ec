/** The wire's types as the table uses them: every field that has a default is there. */

import type * as Wire from '../wire/types';

/** A type of the wire with all its fields, deep down. */
export type Full<T> = T extends readonly unknown[]
  ? { -readonly [Place in keyof T]: Full<T[Place]> }
  : T extends object
    ? { [Key in keyof T]-?: Full<Exclude<T[Key], undefined>> }
    : T;

export type Snapshot = Wire.Snapshot;
export type Update = Wire.Update;
export type You = Full<Wire.You>;
export type Ask = Full<Wire.Ask>;
export type TableView = Full<Wire.TableView>;
export type TableState = Full<Wire.TableState>;
export type DealView = Full<Wire.DealView>;
export type Public = Full<Wire.Public>;
export type Own = Full<Wire.Own>;
export type Trick = Full<Wire.Trick>;
export type SeatState = Full<Wire.SeatState>;
export type Settings = Full<Wire.Settings>;
export type FairState = Full<Wire.FairState>;
export type RuleSet = Settings['rules'];
export type Exposure = Full<Wire.Exposure>;
export type Fact = Full<Wire.Update>['facts'][number];
export type Happened = Extract<Fact, { type: 'happened' }>;
export type DealEvent = Happened['event'];
export type Card = Public['trick'][number];
export type Mode = Exposure['mode'];

/** What the table asks, with what the wire leaves out. */
export function fullAsk(ask: Wire.Ask | null | undefined): Ask | null {
  if (!ask) return null;
  return { cards: [], count: 0, modes: {}, claim: false, ...ask } as Ask;
}
