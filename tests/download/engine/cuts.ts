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

export function secondsOf({ name }: Cut): number {
  return clips[name].seconds
}

export function frameSeconds({ name }: Cut): number {
  return 1 / clips[name].rate
}

/** Returns the number of the frame at a time of a cut. */
export function frameAt({ name, fromMs }: Cut, seconds: number): number {
  const { rate, first, offset } = clips[name]
  return first + Math.floor((fromMs / 1000 + seconds + offset) * rate + 1e-6)
}
