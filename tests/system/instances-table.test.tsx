// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { InstancesTable } from '#app/system/admin/instances-table.tsx'
import type { InstanceFacts } from '#app/system/instance-facts.server.ts'

afterEach(cleanup)

const one = {
  ...{ version: '0123456789', isThis: false, seenAt: 0, startedAt: 0, ageMs: 3_600_000 },
  ...{ isAlive: true, quietMs: 1_000, downloads: 7, lookupsQueued: 5, mp3sQueued: 0 },
  ...{ eventsQueued: 0, loopP99: 12, memoryBytes: 90_000_000, clockAheadMs: 0 },
  sources: { state: 'working' as const, isStopped: false, usedUp: false },
}

/** The text of each process's row, by its PID. */
async function rowsOf(instances: InstanceFacts[]) {
  const Page = createRoutesStub([
    { path: '/', Component: () => <InstancesTable instances={instances} /> },
  ])
  render(<Page />)
  await screen.findByRole('table')
  return (pid: number) =>
    screen.getByRole('row', { name: new RegExp(`PID ${pid}`) }).textContent ?? ''
}

test('a process that was killed would be shown with its last figures, as if its look-ups worked', async () => {
  const row = await rowsOf([
    { ...one, id: 'a', host: 'vm:3000, PID 1' },
    { ...one, id: 'b', host: 'vm:3001, PID 2', isAlive: false, quietMs: 120_000 },
  ])
  const figures = /5 look-ups|p99 12 ms|90 MB|Work(?!s)/
  expect(row(1)).toMatch(figures)
  expect(row(2)).toContain('Silent for 2 min')
  expect(row(2)).not.toMatch(figures)
})

test('links from a process whose clock is off would fail, and no other process would tell', async () => {
  const row = await rowsOf([
    { ...one, id: 'a', host: 'vm:3000, PID 1' },
    { ...one, id: 'b', host: 'vm:3001, PID 2', clockAheadMs: 180_000 },
    { ...one, id: 'c', host: 'vm:3002, PID 3', clockAheadMs: -12_000 },
  ])
  expect([1, 2, 3].map((pid) => /Works|Clock .*?(ahead|behind)/.exec(row(pid))?.[0])).toEqual([
    'Works',
    'Clock 3 min ahead',
    'Clock 12 s behind',
  ])
})
