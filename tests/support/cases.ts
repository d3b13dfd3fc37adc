import { circle } from './circles.ts'

/** How many cases a property or fuzz test tries: all of them, or an eighth in the gate. */
export function cases(whole: number): number {
  return circle === 'gate' ? Math.ceil(whole / 8) : whole
}
