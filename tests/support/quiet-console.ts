import { format } from 'node:util'
import { afterEach, expect } from 'vitest'

/**
 * Set-up of every test file: fails a test that writes to `console.error`. Not a spy, which
 * `vi.restoreAllMocks()` would take away.
 */
/** happy-dom takes this element for an unknown one. */
const meant = 'The tag <search> is unrecognized in this browser.'
const errors: string[] = []
const output = globalThis.console
const print = output.error
output.error = (...values: unknown[]) => {
  const text = format(...values)
  if (text.startsWith(meant)) return
  errors.push(text)
  print(text)
}
afterEach(() => {
  expect(errors.splice(0), 'written to console.error').toEqual([])
})
