/** The sounds of the table. Nothing sounds, and nothing is fetched, before a person has touched the page. */

import { settings } from '../settings.svelte';
import type * as Player from './player';
import type { SoundName } from './recipes';

export type { SoundName };

let context: AudioContext | null = null;
let player: typeof Player | null = null;

/** A browser lets a page sound from a tap, a click or a key on, and takes that back at times. */
const TOUCHES = ['pointerup', 'click', 'keydown'] as const;

/** Make ready for sounds as soon as a person touches the page; returns how to stop waiting. */
export function readySounds(): () => void {
  for (const touch of TOUCHES) addEventListener(touch, wake, { capture: true, passive: true });
  // The touch may have been in the lobby.
  if (navigator.userActivation?.hasBeenActive) wake();
  return () => {
    for (const touch of TOUCHES) removeEventListener(touch, wake, { capture: true });
  };
}

/** Play a sound, `delay` milliseconds from now, if sounds are wanted and may be heard. */
export function sound(name: SoundName, delay = 0): void {
  if (!settings.sound || settings.volume === 0 || context?.state !== 'running') return;
  player?.play(context, name, settings.volume, delay);
}

function wake(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext({ latencyHint: 'interactive' });
  if (context.state !== 'running') void context.resume().catch(() => undefined);
  if (!player) void import('./player').then((found) => (player = found));
}
