// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { BarSeries } from '#app/ui/admin/charts/bar-series.tsx'
import { hourBars } from '#app/ui/admin/charts/day-bars.ts'
import { StatCard, StatCards } from '#app/ui/admin/charts/stat-card.tsx'

afterEach(cleanup)

function show(Component: React.ComponentType) {
  const Page = createRoutesStub([{ path: '/', Component }])
  render(<Page />)
}

test('a change has an arrow and a word, and a color by what is good for its card', () => {
  show(() => (
    <StatCards>
      <StatCard
        label="Users"
        value="10"
        change={{ direction: 'up', text: 'Up 12%' }}
        welcome="up"
        series={{ values: [1, 2, 3], unit: 'Users' }}
      />
      <StatCard
        label="Reports"
        value="2"
        change={{ direction: 'up', text: 'Up 5%' }}
        welcome="down"
      />
      <StatCard
        label="Views"
        value="7"
        change={{ direction: null, text: 'No data' }}
        welcome="up"
      />
    </StatCards>
  ))
  const [users, reports, views] = ['Up 12%', 'Up 5%', 'No data'].map((text) =>
    screen.getByText(text),
  )
  expect(users?.className).toContain('text-good')
  expect(reports?.className).toContain('text-bad')
  expect(users?.querySelectorAll('svg')).toHaveLength(1)
  expect(views?.querySelectorAll('svg')).toHaveLength(0)
  expect(screen.getByText('Users: 1 to 3')).toBeTruthy()
  expect(document.querySelector('path[d="M0.00 18.33L1.00 9.67L2.00 1.00"]')).not.toBeNull()
})

test('the previous period is a dashed line, and is read out with each bar and in the table', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, before: 2 * hour }))
  show(() => <BarSeries title="Views per hour" unit="Views" bars={hourBars(hours, 23)} />)
  expect(document.querySelectorAll('path[stroke-dasharray]')).toHaveLength(1)
  const frame = screen.getByRole('group', { name: /arrow keys/ })
  fireEvent.keyDown(frame, { key: 'End' })
  expect(screen.getByRole('status').textContent).toBe(
    '23:00 to 00:00: 23 so far (the day before: 46)',
  )
  // What is still running doesn't look like a fall.
  expect(document.querySelectorAll('rect.opacity-40')).toHaveLength(1)
  const last = screen.getAllByRole('row', { hidden: true }).at(-1)
  expect(last?.textContent).toBe('23:00 to 00:002346')
})

test('if one bar has no previous period, none is drawn', () => {
  const bars = [
    { label: 'a', tick: 'a', value: 1, before: 1 },
    { label: 'b', tick: 'b', value: 1, before: null },
  ]
  show(() => <BarSeries title="Views" unit="Views" bars={bars} />)
  expect(document.querySelector('path[stroke-dasharray]')).toBeNull()
  expect(screen.queryByText('Previous period')).toBeNull()
})
