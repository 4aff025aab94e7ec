/** Plays the sounds; fetched with the first touch of a page, so that nobody waits for it. */

import { LEVELS, RECIPES, type SoundName } from './recipes';
import { makeNoise } from './synth';

/** The pitch of a sound is off by at most this share, so that cards do not tick like a clock. */
const SPREAD = 0.03;

interface Desk {
  volume: GainNode;
  noise: AudioBuffer;
}
const desks = new WeakMap<BaseAudioContext, Desk>();

/**
 * Play a sound now, or `delay` milliseconds later. `volume` is from 0 to 100; at 100 every sound is
 * below −18 LUFS.
 */
export function play(context: BaseAudioContext, name: SoundName, volume: number, delay = 0): void {
  let desk = desks.get(context);
  if (!desk) desks.set(context, (desk = makeDesk(context)));
  // Ears measure in decibels: half way up the slider is a quarter of the amplitude.
  desk.volume.gain.value = (volume / 100) ** 2;
  const level = context.createGain();
  level.gain.value = 10 ** (LEVELS[name] / 20);
  level.connect(desk.volume);
  RECIPES[name]({
    context,
    out: level,
    at: context.currentTime + 0.005 + delay / 1000,
    pitch: name === 'card' ? 1 + SPREAD * (Math.random() * 2 - 1) : 1,
    noise: desk.noise,
  });
}

function makeDesk(context: BaseAudioContext): Desk {
  const volume = context.createGain();
  // Two sounds at once are not twice as loud.
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -6;
  limiter.knee.value = 3;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.002;
  limiter.release.value = 0.12;
  volume.connect(limiter).connect(context.destination);
  return { volume, noise: makeNoise(context) };
}
