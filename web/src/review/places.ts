/** The places of a deal where one may stand in its review: before each action, and at the end. */

import { exposing, stepNamed, type Step } from '../replay/story';
import type { DealRecord } from '../wire/types';
import type { ToldDecision } from './wire';

export interface Place {
  /** What has happened before, as the engine counts it: each seat's pass, each seat's exposures,
   * then each card. */
  ply: number;
  kind: 'pass' | 'expose' | 'play' | 'moon' | 'end';
  /** Who acts next; null at the end. */
  seat: number | null;
  /** Cards played before. */
  play: number;
}

/**
 * The places of a deal, in order; of exposing and of the moon only those where something was
 * exposed or decided.
 */
export function placesOf(
  record: DealRecord,
  decisions: readonly Pick<ToldDecision, 'ply' | 'seat' | 'kind'>[],
): Place[] {
  const decided = new Set(decisions.map((decision) => decision.ply));
  const seats = record.players.map((_, seat) => seat);
  const places: Place[] = [];
  let ply = 0;
  if (record.passes !== null)
    for (const seat of seats) places.push({ ply: ply++, kind: 'pass', seat, play: 0 });
  if (exposing(record))
    for (const seat of seats) {
      const exposed = Object.keys(record.exposures[seat] ?? {}).length > 0;
      if (exposed || decided.has(ply)) places.push({ ply, kind: 'expose', seat, play: 0 });
      ply += 1;
    }
  record.plays.forEach(([seat], play) => places.push({ ply: ply++, kind: 'play', seat, play }));
  const play = record.plays.length;
  // A claim is no choice.
  if (record.claimed !== null) ply += 1;
  const moon = decisions.find(({ kind }) => kind === 'moon');
  if (moon) places.push({ ply: ply++, kind: 'moon', seat: moon.seat, play });
  places.push({ ply, kind: 'end', seat: null, play });
  return places;
}

/** The place at a ply, or the first one after it. */
export function placeAt(places: readonly Place[], ply: number): number {
  const found = places.findIndex((place) => place.ply >= ply);
  return found < 0 ? places.length - 1 : found;
}

/** The step of the replay that shows a place. */
export function stepOf(steps: readonly Step[], place: Place): number {
  const name = place.kind === 'end' ? 'end' : place.kind === 'pass' ? 'dealt' : null;
  if (name !== null) return stepNamed(steps, name);
  if (place.kind !== 'expose') return stepNamed(steps, String(place.play));
  const passed = steps.findIndex((step) => step.kind === 'passed');
  return passed < 0 ? stepNamed(steps, 'dealt') : passed;
}

/** The place in tricks along a deal, 0 before the first card: 3.25 after the first of trick four. */
export function trickOf(place: Pick<Place, 'play'>, players: number): number {
  return place.play / players;
}
