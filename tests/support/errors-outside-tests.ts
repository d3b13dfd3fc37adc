import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, SerializedError } from 'vitest/node'

/**
 * Vitest's reporter of what fell outside of every test: errors that nothing caught, processes that
 * died, a `data` folder that a run left in a project that had none. Its messages are in the file
 * `ERRORS_OUTSIDE_TESTS`, as JSON, since Vitest's own report counts tests alone.
 */
export default class ErrorsOutsideTests implements Reporter {
  #isDeveloped = existsSync('data')

  onTestRunEnd(_: unknown, unhandled: readonly SerializedError[]): void {
    const messages = unhandled.map(({ message }) => message)
    if (!this.#isDeveloped && existsSync('data')) {
      const left =
        'A test opened the project’s own database in `data`. Give its process a DATA_DIR.'
      process.stderr.write(`\n${left}\n`)
      process.exitCode = 1
      messages.push(left)
    }
    const report = process.env.ERRORS_OUTSIDE_TESTS
    if (report === undefined) return
    mkdirSync(path.dirname(report), { recursive: true })
    writeFileSync(report, JSON.stringify(messages))
  }
}
