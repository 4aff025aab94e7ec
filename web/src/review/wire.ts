/** The review of a deal as the server tells it. */

import type { ChooseMoon, Claim, Card, Expose, Pass, Play } from '../wire/types';

export type Action = Pass | Expose | Play | ChooseMoon | Claim;
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}
export interface ReviewedChoice {
  action: Action;
  value: Estimate;
  points: Estimate;
  samples: number;
  histogram: number[];
}
export interface Line {
  place: 'typical' | 'low' | 'high';
  hands: Card[][];
  passed: Card[][];
  exposed: Record<string, 'open' | 'up' | 'down'>[];
  seats: number[];
  plays: Card[];
  points: number[];
}
export type LossClass = 'inaccuracy' | 'mistake' | 'blunder';
export type Matter =
  'pig' | 'sheep' | 'doubler' | 'slam' | 'hearts' | 'partner' | 'game' | 'points';
export interface ToldDecision {
  ply: number;
  seat: number;
  kind: 'pass' | 'expose' | 'play' | 'moon';
  part: 'pass' | 'expose' | 'lead' | 'follow' | 'discard' | 'moon';
  action: Action;
  best: Action;
  aim: 'points' | 'game';
  loss: Estimate;
  given: number[];
  hindsight: number | null;
  class: LossClass | null;
  matter: Matter | null;
  advice: string | null;
  choices: ReviewedChoice[];
  lines: Line[];
  sentence: string;
}
export interface ExpectedPoints {
  ply: number;
  trick: number | null;
  points: Estimate[];
}
export interface SeatLedger {
  seat: number;
  dealt: number;
  luck: number;
  given: number;
  own: number;
  result: number;
}
export interface ToldDeal {
  game: number;
  deal: number;
  aim: 'points' | 'game';
  bins: number[];
  decisions: ToldDecision[];
  ledger: SeatLedger[];
  expected: ExpectedPoints[];
}
export interface DealUnderWay {
  number: number;
  done: number;
  of: number;
  bins: number[];
  expected: ExpectedPoints[];
  decisions: ToldDecision[];
}
export interface GameReview {
  review: string;
  state: 'none' | 'running' | 'paused' | 'done';
  count: number;
  done: number;
  first: number;
  deals: ToldDeal[];
  under_way: DealUnderWay | null;
  waiting: boolean;
}
