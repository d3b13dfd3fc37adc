import { circle } from './circles.ts'

/**
 * How many cases a property or fuzz test tries: all of them, or fewer in the gate, by default an
 * eighth.
 */
export function cases(whole: number, inGate = Math.ceil(whole / 8)): number {
  return circle === 'gate' ? inGate : whole
}
