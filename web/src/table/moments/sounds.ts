/** Which sound goes with what is shown. */

import type { SoundName } from '../../sound';
import type { Fact } from '../wire';
import type { Moment, Prize } from './moment';

const OF_PRIZES: Readonly<Record<Prize['role'], SoundName>> = {
  pig: 'pig',
  queen: 'drum',
  sheep: 'bell',
  jack: 'coin',
  doubler: 'coin',
  card: 'slide',
};

/** The sound of a fact; null where it makes none. */
export function soundOf(fact: Fact, moment: Moment | null): SoundName | null {
  switch (moment?.kind) {
    case 'dealt':
      return 'riffle';
    case 'exposed':
      return 'stamp';
    case 'captured':
      return OF_PRIZES[moment.prizes[0]!.role];
    case 'swept':
      return 'rise';
    case 'ended':
      return moment.pigs.length > 0 ? 'paper' : 'rise';
  }
  if (fact.type === 'knocked') return 'knock';
  if (fact.type !== 'happened') return null;
  if (fact.event.type === 'card_played') return 'card';
  return fact.event.type === 'trick_taken' ? 'slide' : null;
}
