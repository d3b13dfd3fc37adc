import fc from '#tests/support/cases.ts'
import type { readClip } from './clips.ts'

type ClipName = Exclude<Parameters<typeof readClip>[0], 'one-frame'>

/** Frames a second; what is shown first; seconds from the start of that frame to the clip's own. */
const clips: Record<ClipName, { rate: number; first: number; offset: number; seconds: number }> = {
  'b-frames': { rate: 25, first: 0, offset: 0, seconds: 24 },
  'p-frames': { rate: 30_000 / 1001, first: 0, offset: 0, seconds: 8 },
  // What comes before is hidden by its own edit list, which begins inside a frame.
  'edit-list': { rate: 25, first: 132, offset: 0.02, seconds: 10.6 },
  'no-sound': { rate: 60, first: 0, offset: 0, seconds: 8 },
}

export type Cut = { name: ClipName; fromMs: number; toMs: number }

/** Times that once went wrong, or could: between key frames, on one, just before one. */
export const knownCuts: readonly Cut[] = [
  { name: 'b-frames', fromMs: 13_300, toMs: 21_700 },
  { name: 'b-frames', fromMs: 18_990, toMs: 24_000 },
  { name: 'b-frames', fromMs: 2_999, toMs: 3_500 },
  { name: 'p-frames', fromMs: 2_500, toMs: 5_010 },
  { name: 'edit-list', fromMs: 1_230, toMs: 9_000 },
  { name: 'no-sound', fromMs: 3_333, toMs: 4_444 },
]

const names = fc.constantFrom<ClipName[]>('b-frames', 'p-frames', 'edit-list', 'no-sound')
const anyCut: fc.Arbitrary<Cut> = fc
  .tuple(names, fc.nat(23_000), fc.integer({ min: 500, max: 9_000 }))
  .map(([name, start, length]) => {
    const ms = clips[name].seconds * 1000
    const fromMs = start % (ms - 500)
    return { name, fromMs, toMs: Math.min(fromMs + length, ms) }
  })

/**
 * What browsers are shown: the known cuts and some random ones, which are always the same unless
 * `CUT_RUNS=500` asks for that many others.
 */
export function shownCuts(usual: number): Cut[] {
  const { CUT_RUNS } = process.env
  const [numRuns, seed] =
    CUT_RUNS === undefined ? [usual, 1717] : [Number(CUT_RUNS), Date.now() | 0]
  return [...knownCuts, ...fc.sample(anyCut, { numRuns, seed })]
}

export function frameSeconds({ name }: Cut): number {
  return 1 / clips[name].rate
}

/** Seconds from a cut's start to the middle of one of its frames. The first, 0, may be over by then. */
export function middleOfFrame({ name, fromMs }: Cut, frame: number): number {
  const { rate, offset } = clips[name]
  const start = fromMs / 1000 + offset
  return (Math.floor(start * rate + 1e-6) + frame + 0.5) / rate - start
}

/** Returns the number of the frame at a time of a cut. */
export function frameAt({ name, fromMs }: Cut, seconds: number): number {
  const { rate, first, offset } = clips[name]
  return first + Math.floor((fromMs / 1000 + seconds + offset) * rate + 1e-6)
}
