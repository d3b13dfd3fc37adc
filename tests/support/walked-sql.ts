import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { beginWalk, takeFaults } from './session-sql.ts'

/** Set-up of every test file on PostgreSQL: fails a test in which the app needs a session of its own. */
const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
beginWalk(path.join(folder, 'faults'))
const check = () => expect(takeFaults(), 'needs a session of its own').toBe('')
afterEach(check)
afterAll(() => {
  try {
    check()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
