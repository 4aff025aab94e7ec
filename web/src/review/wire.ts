/** The wire's types as a review uses them. */

import type { ToldDecision } from '../wire/types';

export type * from '../wire/types';
export type Line = ToldDecision['lines'][number];
export type LossClass = NonNullable<ToldDecision['class']>;
export type Matter = NonNullable<ToldDecision['matter']>;
