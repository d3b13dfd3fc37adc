// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { BulkProgress } from '#app/bulk/bulk-list.ts'
import { BulkStrip } from '#app/bulk/ui/bulk-strip.tsx'
import BulkBar, { type Matching } from '#app/ui/admin/lists/bulk-bar.tsx'
import { DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { RowCheck } from '#app/ui/admin/lists/row-check.tsx'
import { Selection, useSelection } from '#app/ui/admin/lists/selection.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const list = { path: '/people', query: { q: 'ann', cursor: 'x', sort: 'name' } }

let cellsRendered = 0
const nameCell = (id: string) => {
  cellsRendered += 1
  return id
}

function People({ matching }: { matching: Matching | undefined }) {
  return (
    <Selection bar="people" rowIds={['Ann', 'Ben']}>
      <DataTable
        caption="People"
        list={list}
        columns={[{ key: 'name', label: 'Name', cell: nameCell }]}
        rows={['Ann', 'Ben']}
        rowId={(id) => id}
        rowName={(id) => id}
      />
      <BulkBar
        action="/people"
        list={list}
        matching={matching}
        actions={[
          { value: 'ban', label: 'Ban' },
          { value: 'delete', label: 'Delete…', danger: true, confirm: '/people/delete' },
        ]}
      />
    </Selection>
  )
}

function show(matching: Matching | undefined) {
  const Page = createRoutesStub([
    { path: '/people', Component: () => <People matching={matching} /> },
    { path: '/admin/bulk/:list/:action?', Component: () => <h1>Sure?</h1> },
  ])
  render(<Page initialEntries={['/people?q=ann']} />)
}

const boxes = () => screen.getAllByLabelText<HTMLInputElement>(/^Select (Ann|Ben)$/)
const ticked = () => boxes().map(({ checked }) => checked)

test('first the page is selected, then all that match, and each action leads to its confirmation page', () => {
  show({ name: 'users', total: 29_000 })
  fireEvent.click(boxes()[0] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Select page' }))
  expect(ticked()).toEqual([true, true])
  fireEvent.click(screen.getByRole('link', { name: 'Select all 29,000 that match' }))
  expect(screen.getByText('All 29,000 that match selected')).toBeTruthy()
  const links = ['Ban…', 'Delete…'].map(
    (name) => new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href),
  )
  expect(links.map(({ pathname }) => pathname)).toEqual([
    '/admin/bulk/users/ban',
    '/admin/bulk/users/delete',
  ])
  expect(Object.fromEntries(links[0]?.searchParams ?? [])).toEqual({
    q: 'ann',
    sort: 'name',
    back: '/people?cursor=x&q=ann&sort=name',
  })
  expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull()
})

test('changing a checkbox ends the selection of all', () => {
  show({ name: 'users', total: null })
  fireEvent.click(screen.getByRole('button', { name: 'Select page' }))
  fireEvent.click(screen.getByRole('link', { name: 'Select all that match' }))
  fireEvent.click(boxes()[1] as HTMLElement)
  expect(screen.getByRole('button', { name: 'Ban' })).toBeTruthy()
  expect(ticked()).toEqual([true, false])
  fireEvent.click(screen.getByRole('link', { name: 'Select all that match' }))
  fireEvent.click(screen.getByRole('button', { name: 'Only this page' }))
  expect(screen.getByRole('button', { name: 'Ban' })).toBeTruthy()
})

test('a row selected while the page begins to run leaves those selected before', async () => {
  function PressBen() {
    const { toggle } = useSelection()
    // biome-ignore lint/correctness/useExhaustiveDependencies: a press, once
    useEffect(() => toggle('Ben', true), [])
    return null
  }
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <Selection bar="people" rowIds={['Ann', 'Ben']}>
          <RowCheck id="Ann" name="Ann" />
          <PressBen />
          <RowCheck id="Ben" name="Ben" />
        </Selection>
      ),
    },
  ])
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<Page />)
  fireEvent.click(boxes()[0] as HTMLElement)
  render(<Page />, { container, hydrate: true })
  await waitFor(() => expect(ticked()).toEqual([true, true]))
})

test('a tick renders no rows again, so what of them isn’t loaded yet stays', () => {
  show(undefined)
  const before = cellsRendered
  fireEvent.click(boxes()[0] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Select page' }))
  expect(ticked()).toEqual([true, true])
  expect(cellsRendered).toBe(before)
})

test('a list that fits on one page offers no more', () => {
  show(undefined)
  fireEvent.click(screen.getByRole('button', { name: 'Select page' }))
  expect(screen.queryByRole('link', { name: /that match/ })).toBeNull()
})

const running: BulkProgress = {
  id: 7,
  state: 'running',
  text: 'Banning users',
  skipped: [],
  passed: 1_200,
  total: 29_000,
  canUndo: false,
  isOwn: true,
}

test('the strip shows a run’s progress, then its result, and its buttons work', async () => {
  const sent: [string, string][] = []
  let runs: BulkProgress[] = [running]
  const Page = createRoutesStub([
    {
      id: 'page',
      path: '/',
      loader: () => runs,
      Component: ({ loaderData }: { loaderData?: BulkProgress[] }) => (
        <BulkStrip runs={loaderData ?? []} />
      ),
    },
    {
      path: '/admin/bulk/runs/:id',
      action: async ({ request, params }) => {
        sent.push([params.id ?? '', String((await request.formData()).get('intent'))])
        return null
      },
    },
  ])
  render(<Page hydrationData={{ loaderData: { page: runs } }} />)
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Banning users' })
  expect([bar.value, bar.max]).toEqual([1_200, 29_000])
  expect(screen.getByText('Banning users: 1,200 of 29,000')).toBeTruthy()
  runs = [
    {
      ...running,
      state: 'done',
      text: '28,999 users are banned.',
      skipped: ['1 skipped: your own account.'],
      canUndo: true,
    },
  ]
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stop' })))
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('28,999 users are banned.'),
  )
  expect(screen.getByText('1 skipped: your own account.')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  runs = []
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(sent).toEqual([
    ['7', 'stop'],
    ['7', 'undo'],
    ['7', 'dismiss'],
  ])
})

test('what a run came to goes by itself and for good, but not what has to be read', async () => {
  const sent: string[] = []
  let runs: BulkProgress[] = [
    { ...running, state: 'done', text: 'All are banned.' },
    { ...running, id: 8, state: 'done', text: 'Most are.', skipped: ['1 skipped: your own.'] },
  ]
  const Page = createRoutesStub([
    {
      id: 'page',
      path: '/',
      loader: () => runs,
      Component: ({ loaderData }: { loaderData?: BulkProgress[] }) => (
        <BulkStrip runs={loaderData ?? []} />
      ),
    },
    {
      path: '/admin/bulk/runs/:id',
      action: async ({ request, params }) => {
        sent.push(`${params.id} ${(await request.formData()).get('intent')}`)
        runs = runs.slice(1)
        return null
      },
    },
  ])
  render(<Page hydrationData={{ loaderData: { page: runs } }} />)
  const strip = (text: string) => screen.getByText(text).closest<HTMLElement>('[data-bulk-run]')
  expect(strip('Most are.')?.className).not.toContain('leave')
  const gone = strip('All are banned.') as HTMLElement
  expect(gone.className).toContain('leave_')
  fireEvent.animationEnd(gone, { animationName: 'leave' })
  await waitFor(() => expect(screen.queryByText('All are banned.')).toBeNull())
  expect(sent).toEqual(['7 dismiss'])
  expect(strip('Most are.')).not.toBeNull()
})
