import fc from 'fast-check'
import { circle } from './circles.ts'

/** How many cases a property or fuzz test tries: all of them, or an eighth in the gate. */
export function cases(whole: number): number {
  return circle === 'gate' ? Math.ceil(whole / 8) : whole
}

/** A property that names no number of its own tries a hundred. */
fc.configureGlobal({ numRuns: cases(100) })

export default fc
