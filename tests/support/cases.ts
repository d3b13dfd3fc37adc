import fc from 'fast-check'
import { circle } from './circles.ts'

/**
 * How many cases a property or fuzz test tries: all of them, or fewer in the gate, by default an
 * eighth.
 */
export function cases(whole: number, inGate = Math.ceil(whole / 8)): number {
  return circle === 'gate' ? inGate : whole
}

/** A property that names no number of its own tries a hundred. */
fc.configureGlobal({ numRuns: cases(100) })

export default fc
