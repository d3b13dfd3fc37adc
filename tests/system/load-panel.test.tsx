// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub, Outlet } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { LoadPanel } from '#app/system/admin/load-panel.tsx'
import type { LoadStep } from '#app/system/load-chart.server.ts'

const start = Date.parse('2026-03-04T12:00:00Z')

/** A minute each; no page was asked for in every fifth of them. */
function minutes(count: number, p99: number): LoadStep[] {
  return Array.from({ length: count }, (_, n) => ({
    from: start + n * 60_000,
    until: start + (n + 1) * 60_000,
    ...(n % 5 === 0 ? { p50: null, p99: null } : { p50: p99 / 2, p99 }),
  }))
}

async function show(count: number): Promise<HTMLElement> {
  const load = { since: start, pages: minutes(count, 800), loop: minutes(count, 12) }
  const Page = createRoutesStub([
    {
      id: 'admin/layout',
      path: '/',
      Component: Outlet,
      children: [{ index: true, Component: () => <LoadPanel load={load} /> }],
    },
  ])
  const frame = { now: start, timeZone: 'UTC' }
  render(<Page hydrationData={{ loaderData: { 'admin/layout': frame } }} />)
  return screen.findByRole('region', { name: 'Last 24 hours' })
}

afterEach(cleanup)

test('a restarted server would be judged by charts of a few minutes', async () => {
  const panel = await show(14)
  expect(panel.textContent).toContain('Collecting: the charts appear after 15 minutes.')
  expect(within(panel).queryAllByRole('figure')).toEqual([])
  expect(within(panel).getByText('Time to answer a page')).toBeTruthy()
  expect(within(panel).getByText('Slow')).toBeTruthy()
  expect(within(panel).getByText('Quick')).toBeTruthy()
})

test('an operator reads p50 and p99 of a quarter of an hour from charts and their tables', async () => {
  const panel = await show(15)
  expect(panel.textContent).not.toContain('Collecting')
  for (const title of ['Time to answer a page', 'Event loop delay']) {
    const table = within(panel).getByRole('table', { name: title, hidden: true })
    expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(16)
  }
  const lines = [...panel.querySelectorAll('path[d]')].map((path) => path.getAttribute('d') ?? '')
  expect(lines.filter((line) => /^M[\d. ]+L[\d. ]+/.test(line)).length).toBe(4)
  expect(within(panel).getAllByText('800 ms').length).toBeGreaterThan(0)
})
