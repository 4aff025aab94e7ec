/** What sounds are made of: tones and coloured noise, each with a swell and a dying away. */

/** Where a sound is put together: into which output, and from which moment of its clock on. */
export interface Voice {
  context: BaseAudioContext;
  out: AudioNode;
  /** Seconds, by the context's clock. */
  at: number;
  /** Factor for all pitches: no two cards sound quite the same. */
  pitch: number;
  noise: AudioBuffer;
}

interface Shape {
  /** Seconds after the beginning of the sound. */
  at?: number;
  /** Seconds to the peak, and from there to silence. */
  attack: number;
  decay: number;
  /** Amplitude at the peak, from 0 to 1. */
  peak: number;
}

interface Tone extends Shape {
  /** Hertz, at the beginning and at the end. */
  from: number;
  to?: number;
  type?: OscillatorType;
}

interface Hiss extends Shape {
  /** Hertz that pass the filter, at the beginning and at the end. */
  from: number;
  to?: number;
  filter?: BiquadFilterType;
  /** How narrow the filter is. */
  q?: number;
}

/** Silence for the ear: 60 dB below the peak. */
const SILENT = 0.001;

/** Two seconds of white noise; a context needs them once. */
export function makeNoise(context: BaseAudioContext): AudioBuffer {
  const noise = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/** A plain tone, or one that slides. */
export function tone(voice: Voice, { from, to = from, type = 'sine', ...shape }: Tone): void {
  const { begin, end } = span(voice, shape);
  const source = voice.context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from * voice.pitch, begin);
  source.frequency.exponentialRampToValueAtTime(to * voice.pitch, end);
  source.connect(envelope(voice, shape));
  source.start(begin);
  source.stop(end);
}

/** Noise through a filter: paper, cloth, breath. */
export function hiss(
  voice: Voice,
  { from, to = from, filter = 'bandpass', q = 1, ...shape }: Hiss,
): void {
  const { begin, end } = span(voice, shape);
  const source = voice.context.createBufferSource();
  source.buffer = voice.noise;
  source.loop = true;
  const sieve = voice.context.createBiquadFilter();
  sieve.type = filter;
  sieve.Q.value = q;
  sieve.frequency.setValueAtTime(from * voice.pitch, begin);
  sieve.frequency.exponentialRampToValueAtTime(to * voice.pitch, end);
  source.connect(sieve).connect(envelope(voice, shape));
  source.start(begin, Math.random());
  source.stop(end);
}

/** A buzz like that of lips or a throat, through the resonances of a snout. */
export function growl(
  voice: Voice,
  { from, to = from, formants, ...shape }: Tone & { formants: readonly (readonly number[])[] },
): void {
  const { begin, end } = span(voice, shape);
  const source = voice.context.createOscillator();
  source.type = 'sawtooth';
  source.frequency.setValueAtTime(from * voice.pitch, begin);
  source.frequency.exponentialRampToValueAtTime(to * voice.pitch, end);
  const breath = voice.context.createBufferSource();
  breath.buffer = voice.noise;
  breath.loop = true;
  const air = voice.context.createGain();
  air.gain.value = 0.3;
  breath.connect(air);
  // The throat flutters: that makes a snort of a hum.
  const flutter = voice.context.createGain();
  flutter.gain.value = 0.6;
  const shaking = voice.context.createOscillator();
  shaking.frequency.value = 31;
  const depth = voice.context.createGain();
  depth.gain.value = 0.4;
  shaking.connect(depth).connect(flutter.gain);
  const whole = envelope(voice, shape);
  for (const [frequency = 0, q = 1, share = 1] of formants) {
    const sieve = voice.context.createBiquadFilter();
    sieve.type = 'bandpass';
    sieve.frequency.value = frequency;
    sieve.Q.value = q;
    const level = voice.context.createGain();
    level.gain.value = share;
    source.connect(sieve);
    air.connect(sieve).connect(level).connect(flutter);
  }
  flutter.connect(whole);
  for (const each of [source, breath, shaking]) {
    each.start(begin);
    each.stop(end);
  }
}

function span(voice: Voice, { at = 0, attack, decay }: Shape): { begin: number; end: number } {
  const begin = voice.at + at;
  return { begin, end: begin + attack + decay };
}

function envelope(voice: Voice, shape: Shape): GainNode {
  const { begin, end } = span(voice, shape);
  const node = voice.context.createGain();
  node.gain.setValueAtTime(SILENT * shape.peak, begin);
  node.gain.exponentialRampToValueAtTime(shape.peak, begin + shape.attack);
  node.gain.exponentialRampToValueAtTime(SILENT * shape.peak, end);
  node.connect(voice.out);
  return node;
}
