import { globSync, readFileSync } from 'node:fs'

/**
 * The circle of tests that runs. `npm test` is the gate, the tests that each change has to pass.
 * `npm run test:all`, and files that are named, leave out nothing. docs/testing.md has the rules.
 */
export const circle = process.env.TEST_CIRCLE === 'gate' ? 'gate' : 'all'

/** The tag of what the gate leaves out: on a file's first line, or of a single test. */
export const wholeTag = 'whole'

/** The files below `tests` that match the pattern and that the running circle leaves out. */
export function leftOut(pattern: string): string[] {
  if (circle === 'all') return []
  return globSync(pattern).filter((file) =>
    readFileSync(file, 'utf8').startsWith(`// @module-tag ${wholeTag}\n`),
  )
}
