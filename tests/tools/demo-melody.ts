/** A short tune that loops: plucked notes over soft chords and a bass, synthesised sample by sample. */

export const SAMPLE_RATE = 44_100
/** Five bars of four beats at 100 beats a minute. */
export const SECONDS = 12
export const BEAT = 0.6

/** `at` in beats from the start, `pitch` as a MIDI number, `loud` from 0 to 1. */
export type Note = { at: number; pitch: number; loud: number }

// D major: each bar is a chord, its bass, and a line of the pentatonic scale above it.
const bars = [
  { bass: 38, chord: [57, 62, 66, 69], line: [78, 81, 83, 81, 78, 74] },
  { bass: 35, chord: [57, 59, 62, 66], line: [74, 78, 81, 78, 74, 71] },
  { bass: 43, chord: [55, 59, 62, 66], line: [71, 74, 78, 83, 81, 78] },
  { bass: 45, chord: [57, 61, 64, 66], line: [76, 81, 76, 73, 71, 69] },
  { bass: 38, chord: [57, 62, 66, 69], line: [74, 78, 81, 86, 81, 78] },
]
const rhythm = [0, 0.75, 1.5, 2, 2.75, 3.5]

export const melody: Note[] = bars.flatMap(({ line }, bar) =>
  line.map((pitch, index) => ({
    at: bar * 4 + (rhythm[index] ?? 0),
    pitch,
    loud: index === 0 ? 1 : index % 2 === 0 ? 0.8 : 0.65,
  })),
)

function hertz(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12)
}

/** Adds a sound to both channels; what rings past the end comes back at the start. */
function add(
  channels: Float32Array[],
  startSeconds: number,
  lengthSeconds: number,
  pan: number,
  sound: (seconds: number) => number,
): void {
  const total = SECONDS * SAMPLE_RATE
  const first = Math.round(startSeconds * SAMPLE_RATE)
  const gains = [Math.cos((pan + 1) * (Math.PI / 4)), Math.sin((pan + 1) * (Math.PI / 4))]
  for (let index = 0; index < lengthSeconds * SAMPLE_RATE; index++) {
    const value = sound(index / SAMPLE_RATE)
    const at = (first + index) % total
    for (const [side, samples] of channels.entries()) {
      samples[at] = (samples[at] ?? 0) + value * (gains[side] ?? 0)
    }
  }
}

/** A wooden bar struck with a soft mallet: the second partial of a marimba is two octaves up. */
function pluck(pitch: number, loud: number): (seconds: number) => number {
  const turn = 2 * Math.PI * hertz(pitch)
  return (t) => {
    const attack = Math.min(t / 0.004, 1)
    const body = Math.exp(-t * 4.2) * Math.sin(turn * t)
    const knock = 0.28 * Math.exp(-t * 16) * Math.sin(turn * 3.98 * t)
    const warmth = 0.16 * Math.exp(-t * 6) * Math.sin(turn * 2 * t)
    return 0.21 * loud * attack * (body + knock + warmth)
  }
}

function pad(pitch: number, length: number): (seconds: number) => number {
  const turn = 2 * Math.PI * hertz(pitch)
  return (t) => {
    const swell = Math.min(t / 0.7, 1) * Math.min((length - t) / 0.9, 1)
    const drift = Math.sin(turn * t) + 0.7 * Math.sin(turn * 1.0035 * t + 1)
    return 0.021 * swell * (drift + 0.25 * Math.sin(turn * 2 * t))
  }
}

function bass(pitch: number): (seconds: number) => number {
  const turn = 2 * Math.PI * hertz(pitch)
  return (t) => {
    const envelope = Math.min(t / 0.015, 1) * Math.exp(-t * 1.9)
    return 0.2 * envelope * (Math.sin(turn * t) + 0.3 * Math.sin(turn * 2 * t))
  }
}

/** The tune as left and right samples from -1 to 1. */
export function renderMelody(): [Float32Array, Float32Array] {
  const left = new Float32Array(SECONDS * SAMPLE_RATE)
  const right = new Float32Array(SECONDS * SAMPLE_RATE)
  const both = [left, right]
  for (const [index, { at, pitch, loud }] of melody.entries()) {
    const pan = index % 2 === 0 ? -0.3 : 0.3
    add(both, at * BEAT, 1.6, pan, pluck(pitch, loud))
    // Two quieter echoes on the other side make a room out of it.
    add(both, (at + 0.75) * BEAT, 1.2, -pan * 2, pluck(pitch, loud * 0.3))
    add(both, (at + 1.5) * BEAT, 1, pan * 2, pluck(pitch, loud * 0.12))
  }
  for (const [bar, { bass: root, chord }] of bars.entries()) {
    for (const [voice, pitch] of chord.entries()) {
      add(both, bar * 4 * BEAT, 4.5 * BEAT, (voice - 1.5) / 2.5, pad(pitch, 4.5 * BEAT))
    }
    add(both, bar * 4 * BEAT, 2, 0, bass(root))
    add(both, (bar * 4 + 2.5) * BEAT, 1.2, 0, (t) => 0.6 * bass(root + 12)(t))
  }
  for (const samples of both) {
    for (const [index, value] of samples.entries()) samples[index] = Math.tanh(value * 2.1)
  }
  return [left, right]
}
