// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { InstancesTable } from '#app/system/admin/instances-table.tsx'

afterEach(cleanup)

test('a process that was killed would be shown with its last figures, as if its look-ups worked', async () => {
  const one = {
    ...{ version: '0123456789', isThis: false, seenAt: 0, startedAt: 0, ageMs: 3_600_000 },
    ...{ downloads: 7, pictures: 0 },
    ...{ lookupsQueued: 5, mp3sQueued: 0, eventsQueued: 0, loopP99: 12, memoryBytes: 90_000_000 },
    sources: { state: 'working' as const, isStopped: false, usedUp: false },
  }
  const instances = [
    { ...one, id: 'a', host: 'vm:3000, PID 1', isAlive: true, quietMs: 1_000 },
    { ...one, id: 'b', host: 'vm:3001, PID 2', isAlive: false, quietMs: 120_000 },
  ]
  const Page = createRoutesStub([
    { path: '/', Component: () => <InstancesTable instances={instances} /> },
  ])
  render(<Page />)
  const row = async (pid: string) =>
    (await screen.findByRole('row', { name: new RegExp(`PID ${pid}`) })).textContent
  const figures = /5 look-ups|p99 12 ms|90 MB|Work(?!s)/
  expect(await row('1')).toMatch(figures)
  expect(await row('2')).toContain('Silent for 2 min')
  expect(await row('2')).not.toMatch(figures)
})
