/** The wire's types as a review uses them: every field that has a default is there. */

import type { Full } from '../table/wire';
import type * as Wire from '../wire/types';

export type ReviewedChoice = Full<Wire.ReviewedChoice>;
export type ToldDecision = Full<Wire.ToldDecision>;
export type ToldDeal = Full<Wire.ToldDeal>;
export type GameReview = Full<Wire.GameReview>;
export type DealUnderWay = Full<Wire.DealUnderWay>;
export type SeatLedger = Full<Wire.SeatLedger>;
export type Estimate = Full<Wire.Estimate>;
export type Line = ToldDecision['lines'][number];
export type Action = ToldDecision['action'];
export type LossClass = NonNullable<ToldDecision['class']>;
export type Matter = NonNullable<ToldDecision['matter']>;
