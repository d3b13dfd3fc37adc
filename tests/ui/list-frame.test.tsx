// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, Link, useLoaderData, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListAddress } from '#app/lists/list-address.ts'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { defaultDisplay, displayOf, type OwnList } from '#app/views/own-list.ts'

type Data = { list: ListAddress; own: OwnList }

/** The addresses that the list was loaded for, and what answers each when the test holds them. */
let loaded: { url: string; signal: AbortSignal }[]
let held: PromiseWithResolvers<void>[] | null
let own: OwnList
let sent: FormData[]

const columns: Column<string>[] = [
  { key: 'name', label: 'Name', sort: 'asc', cell: (name) => name },
  { key: 'role', label: 'Role', sort: 'asc', cell: () => 'Admin' },
  { key: 'joined', label: 'Joined', sort: 'desc', cell: () => 'today' },
]

function People() {
  const { list, own } = useLoaderData<Data>()
  const { pathname, search } = useLocation()
  return (
    <>
      <output>{pathname + search}</output>
      <Link to="/people?q=linked">Elsewhere</Link>
      <ListFrame
        title="People"
        row="person"
        list={list}
        own={own}
        page={{ total: 1, first: 1, previous: null, next: null }}
        shown={1}
        search={{ label: 'Search', value: list.query.q ?? '' }}
        choices={[
          {
            name: 'role',
            label: 'Role',
            value: list.query.role ?? 'all',
            options: [
              { value: 'all', label: 'All' },
              { value: 'admin', label: 'Admin (3)', chip: 'Admin' },
            ],
          },
        ]}
        columns={columns}
        order={{
          by: list.query.sort ?? 'joined',
          direction: list.query.direction === 'asc' ? 'asc' : 'desc',
          defaultBy: 'joined',
        }}
        empty={null}
      >
        <List>
          <DataTable
            caption="People"
            list={list}
            columns={columns}
            rows={['Ann']}
            rowId={(name) => name}
            rowName={(name) => name}
          />
        </List>
      </ListFrame>
    </>
  )
}

beforeEach(() => {
  loaded = []
  held = null
  sent = []
  own = { list: 'users', display: defaultDisplay('users'), views: [] }
})

afterEach(cleanup)

/** Shows the list at an address, as the router knows it. */
async function open(search = '') {
  const Page = createRoutesStub([
    {
      path: '/people',
      loader: async ({ request }): Promise<Data> => {
        const { searchParams, pathname } = new URL(request.url)
        loaded.push({ url: new URL(request.url).search, signal: request.signal })
        if (held !== null) {
          const answer = Promise.withResolvers<void>()
          held.push(answer)
          await answer.promise
        }
        return { list: { path: pathname, query: Object.fromEntries(searchParams) }, own }
      },
      Component: People,
    },
    {
      path: '/admin/lists/users',
      action: async ({ request }) => {
        const form = await request.formData()
        sent.push(form)
        const answer = Promise.withResolvers<void>()
        held?.push(answer)
        if (held !== null) await answer.promise
        const { hidden, pageSize } = displayOf(form)
        own = {
          ...own,
          display: {
            hidden: hidden.map(String),
            density: 'comfortable',
            pageSize: pageSize === 100 ? 100 : 25,
          },
        }
        return null
      },
    },
  ])
  render(<Page initialEntries={[`/people${search}`]} />)
  await screen.findByRole('searchbox')
  loaded = []
}

const searchBox = () => screen.getByRole<HTMLInputElement>('searchbox')
const address = () => document.querySelector('output')?.textContent
const type = (text: string) => fireEvent.change(searchBox(), { target: { value: text } })

test('a pause in typing loads the list once, for all that was typed', async () => {
  await open()
  searchBox().focus()
  type('a')
  type('as')
  type('ast')
  await waitFor(() => expect(address()).toBe('/people?q=ast'))
  expect(loaded.map(({ url }) => url)).toEqual(['?q=ast'])
  expect(searchBox().value).toBe('ast')
  expect(document.activeElement).toBe(searchBox())
})

test('text typed while the list loads stays, and replaces the earlier search', async () => {
  await open()
  held = []
  type('a')
  await waitFor(() => expect(loaded).toHaveLength(1))
  type('as')
  await waitFor(() => expect(loaded).toHaveLength(2))
  expect(loaded[0]?.signal.aborted).toBe(true)
  type('aste')
  held[1]?.resolve()
  await waitFor(() => expect(address()).toBe('/people?q=as'))
  expect(searchBox().value).toBe('aste')
  await waitFor(() => expect(loaded).toHaveLength(3))
  held[2]?.resolve()
  await waitFor(() => expect(address()).toBe('/people?q=aste'))
  expect(loaded.map(({ url }) => url)).toEqual(['?q=a', '?q=as', '?q=aste'])
})

test('a pressed link wins over a search that was about to be sent', async () => {
  await open('?q=old')
  type('old and new')
  fireEvent.click(screen.getByText('Elsewhere'))
  await waitFor(() => expect(address()).toBe('/people?q=linked'))
  expect(searchBox().value).toBe('linked')
  expect(loaded.map(({ url }) => url)).toEqual(['?q=linked'])
})

test('Enter sends at once, a choice sends the typed text too, and defaults stay out of the URL', async () => {
  await open('?sort=name&direction=asc')
  type('ann')
  fireEvent.submit(searchBox().form ?? document)
  await waitFor(() => expect(address()).toBe('/people?direction=asc&q=ann&sort=name'))
  type('anna')
  fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value: 'admin' } })
  await waitFor(() => expect(address()).toBe('/people?direction=asc&q=anna&role=admin&sort=name'))
  fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value: 'all' } })
  await waitFor(() => expect(address()).toBe('/people?direction=asc&q=anna&sort=name'))
  expect(loaded).toHaveLength(3)
})

test('the order is one select, whose default isn’t in the URL', async () => {
  await open('?q=ann')
  const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
  expect(order.selectedOptions[0]?.text).toBe('Joined ↓')
  fireEvent.change(order, { target: { value: 'name.asc' } })
  await waitFor(() => expect(address()).toBe('/people?direction=asc&q=ann&sort=name'))
  fireEvent.change(order, { target: { value: '' } })
  await waitFor(() => expect(address()).toBe('/people?q=ann'))
})

test('chips name the filters that are set, and each takes its own away', async () => {
  await open('?q=ann&role=admin&sort=name&direction=asc')
  const chips = screen.getByRole('list', { name: 'Filters' })
  expect(
    within(chips)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Remove Search: ann', 'Remove Role: Admin', 'Clear all'])
  fireEvent.click(within(chips).getByText('ann'))
  await waitFor(() => expect(address()).toBe('/people?direction=asc&role=admin&sort=name'))
  expect(searchBox().value).toBe('')
  fireEvent.click(screen.getByText('Clear all'))
  await waitFor(() => expect(address()).toBe('/people?direction=asc&sort=name'))
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
})

test('a column is hidden at once, and stays hidden once the server has kept that', async () => {
  await open()
  const menu = screen.getByText('Display').closest('details')
  if (menu === null) throw new Error('no menu')
  expect(screen.queryByRole('form', { name: 'Display' })).toBeNull()
  act(() => {
    menu.open = true
    fireEvent(menu, new Event('toggle'))
  })
  const form = await screen.findByRole('form', { name: 'Display' })
  held = []
  fireEvent.click(within(form).getByRole('checkbox', { name: 'Role' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Role' })).toBeNull())
  fireEvent.click(within(form).getByRole('checkbox', { name: 'Joined' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Joined' })).toBeNull())
  expect(sent).toHaveLength(2)
  expect(sent[1]?.getAll('column')).toEqual([])
  expect(sent[1]?.getAll('known')).toEqual(['role', 'joined'])
  const waiting = held
  held = null
  for (const answer of waiting) answer.resolve()
  await waitFor(() => expect(own.display.hidden).toEqual(['role', 'joined']))
  expect(screen.queryByRole('columnheader', { name: 'Joined' })).toBeNull()
})

test('a saved view is the current tab, and its menu renames and deletes it', async () => {
  own = { ...own, views: [{ name: 'Admins', query: 'role=admin' }] }
  await open('?role=admin')
  const tabs = screen.getByRole('navigation', { name: 'Saved views' })
  expect(within(tabs).getByText('Admins').getAttribute('aria-current')).toBe('true')
  expect(screen.getByText('Edit view')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('View name').value).toBe('Admins')
  fireEvent.click(screen.getByText('Delete view'))
  await waitFor(() => expect(sent[0]?.get('view')).toBe('Admins'))
  expect(sent[0]?.get('intent')).toBe('delete')
})
