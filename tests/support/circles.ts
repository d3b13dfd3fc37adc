import { globSync, readFileSync } from 'node:fs'

/**
 * The circle of tests that runs. `npm test` is the gate, the tests that each change has to pass.
 * `npm run test:all`, and files that are named, leave out nothing. docs/testing.md has the rules.
 */
export const circle = process.env.TEST_CIRCLE === 'gate' ? 'gate' : 'all'

/** The tag of what the gate leaves out: on a file's first line, or of a single test. */
export const wholeTag = 'whole'
/** The tag of a single test of such a file that the gate takes in. */
export const gateTag = 'gate'

/** All of what a test tries in turn, or only the first of it in the gate. */
export function firstInGate<One>(all: readonly One[], count = 1): readonly One[] {
  return circle === 'gate' ? all.slice(0, count) : all
}

/** The files below `tests` that match the pattern and whose tests the running circle leaves out. */
export function leftOut(pattern: string): string[] {
  if (circle === 'all') return []
  return globSync(pattern).filter((file) =>
    readFileSync(file, 'utf8').startsWith(`// @module-tag ${wholeTag}\n`),
  )
}

/** Those of them without a single test that the gate takes in: Vitest needn't load them. */
export function leftOutWhole(pattern: string): string[] {
  const tagged = new RegExp(`tags: '${gateTag}'`)
  return leftOut(pattern).filter((file) => !tagged.test(readFileSync(file, 'utf8')))
}
