// @module-tag module
import { expect, test } from 'vitest'
import { fillReply } from '#app/dmca/reply.ts'
import { dueOf } from '#app/dmca/report-due.ts'

/** A Monday. */
const submittedAt = Date.parse('2026-03-02T12:00:00Z')
const at = (day: string) => Date.parse(`${day}T09:00:00Z`)
const pending = { status: 'pending' as const, submittedAt, events: [], counterNotices: [] }

test.each([
  ['2026-03-02', 'good', 'Due in 3 days'],
  ['2026-03-04', 'warn', 'Due tomorrow'],
  ['2026-03-05', 'warn', 'Due today'],
  ['2026-03-06', 'bad', 'Overdue by 1 day'],
  ['2026-03-09', 'bad', 'Overdue by 4 days'],
])('on %s a notice of March 2 is %s: %s', (day, tone, text) => {
  expect(dueOf(pending, at(day), 'UTC')).toEqual({ tone, text })
})

test('weekends don’t count, and days are in the site’s time zone', () => {
  const friday = { ...pending, submittedAt: Date.parse('2026-03-06T23:30:00Z') }
  expect(dueOf(friday, at('2026-03-09'), 'UTC')?.text).toBe('Due in 2 days')
  // In Auckland it came on Saturday, so Monday is the first of three.
  expect(dueOf(friday, at('2026-03-09'), 'Pacific/Auckland')?.text).toBe('Due in 2 days')
  expect(dueOf(friday, at('2026-03-06'), 'America/Los_Angeles')?.text).toBe('Due in 5 days')
})

test('nothing is due while the claimant is asked or once a report is decided', () => {
  const asked = { ...pending, events: [{ kind: 'submitted' as const }, { kind: 'asked' as const }] }
  expect(dueOf(asked, at('2026-06-01'), 'UTC')).toEqual({ tone: 'quiet', text: 'Claimant’s turn' })
  expect(dueOf({ ...pending, status: 'rejected' }, at('2026-06-01'), 'UTC')).toBeNull()
})

test.each([
  ['2026-03-10', 'good', 'Put back from 16 Mar 2026'],
  ['2026-03-16', 'warn', 'Put back by 20 Mar 2026'],
  ['2026-03-20', 'warn', 'Put back by 20 Mar 2026'],
  ['2026-03-21', 'bad', 'Overdue by 1 day'],
])('on %s its counter-notice is %s: %s', (day, tone, text) => {
  const notice = { earliestOn: '2026-03-16', latestOn: '2026-03-20' } as const
  const report = {
    ...pending,
    status: 'resolved' as const,
    counterNotices: [
      { ...notice, status: 'closed' as const },
      { ...notice, status: 'waiting' as const },
    ],
  }
  expect(dueOf(report, at(day), 'UTC')).toEqual({ tone, text })
})

test('a reply’s placeholders are filled in once, and other braces stay', () => {
  const places = { report: 'DMCA-0007', posts: '2 posts', site: 'The {report} site' }
  expect(fillReply('{site}: {posts} of {report}, {work} {}', places)).toBe(
    'The {report} site: 2 posts of DMCA-0007, {work} {}',
  )
})
