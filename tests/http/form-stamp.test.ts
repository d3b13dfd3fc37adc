// @module-tag module
import '#tests/support/own-data-dir.ts'
import { expect, test } from 'vitest'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'

const now = Date.UTC(2026, 10, 22)
const hour = 3_600_000

test('S46, S57: a form is accepted at a person’s pace within a day, and never from the future', () => {
  const stamp = stampForm(now)
  expect(checkStamp(stamp, now + 1000)).toBe('too_fast')
  expect(checkStamp(stamp, now + 3000)).toBe('good')
  expect(checkStamp(stamp, now + 23 * hour)).toBe('good')
  expect(checkStamp(stamp, now + 25 * hour)).toBe('stale')
  // The clock was set back: the stamp would be good for a day more than it was made for.
  expect(checkStamp(stamp, now - hour)).toBe('stale')
  expect(checkStamp(`9${stamp}`, now)).toBe('stale')
})
