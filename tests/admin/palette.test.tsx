// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub, Outlet, redirect, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KeysSection } from '#app/accounts/own-account/keys-section.tsx'
import { entriesFor } from '#app/admin/palette/entries.ts'
import { Keys } from '#app/admin/palette/keys.tsx'
import { useListKeys } from '#app/admin/palette/list-keys.ts'
import type { FoundRecord } from '#app/admin/palette/search.ts'
import { DropLink, DropMenu } from '#app/ui/admin/drop-menu.tsx'
import { DataTable, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { Selection } from '#app/ui/admin/lists/selection.tsx'

let searches: string[]
/** Null for a server without an answer. */
let found: FoundRecord[] | null

function Frame() {
  useListKeys()
  return (
    <>
      <Keys className="" />
      <main id="content">
        <Outlet />
      </main>
    </>
  )
}

function People() {
  return (
    <>
      <input type="search" aria-label="Search" defaultValue="ann" />
      <Selection bar="people" rowIds={['Ann', 'Ben', 'Cleo']}>
        <DataTable
          caption="People"
          list={{ path: '/', query: {} }}
          columns={[
            {
              key: 'name',
              label: 'Name',
              cell: (name: string) => <RowLink to={`/person/${name}`}>{name}</RowLink>,
            },
          ]}
          rows={['Ann', 'Ben', 'Cleo']}
          rowId={(name) => name}
          rowName={(name) => name}
          menu={(name) => (
            <DropMenu label={`Actions for ${name}`}>
              {['One', 'Two', 'Three'].map((item) => (
                <DropLink key={item} href={`/person/${item}`} icon={Dot}>
                  {`${item} for ${name}`}
                </DropLink>
              ))}
            </DropMenu>
          )}
        />
      </Selection>
    </>
  )
}

const Dot = (() => null) as unknown as Parameters<typeof DropLink>[0]['icon']

function Where() {
  return <h1>{useLocation().pathname}</h1>
}

beforeEach(async () => {
  searches = []
  found = []
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://site.example').searchParams.get('q') ?? ''
    searches.push(query)
    if (found === null) throw new TypeError('Failed to fetch')
    return Response.json({ query, found })
  })
  const Page = createRoutesStub([
    {
      path: '/',
      Component: Frame,
      children: [
        { index: true, Component: People },
        { path: 'admin/logout', action: () => redirect('/signed-out') },
        { path: '*', Component: Where },
      ],
    },
  ])
  render(<Page />)
  await screen.findByRole('table')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const key = (name: string, held = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...held })
const focused = () => document.activeElement?.textContent
const combobox = () => screen.findByRole<HTMLInputElement>('combobox')
const type = async (text: string) => fireEvent.change(await combobox(), { target: { value: text } })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const chosen = () =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')
    ?.textContent

describe('The palette', () => {
  test.each([{ ctrlKey: true }, { metaKey: true }])(
    'opens by a key, while typing too',
    async (held) => {
      screen.getByLabelText('Search').focus()
      expect(key('k', held)).toBe(false)
      expect(await combobox()).toBeDefined()
    },
  )

  test('opens with its button, moves with the arrow keys, and opens a screen with Enter', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Search and commands' }))
    await type('user')
    expect(options()[0]).toContain('Users')
    expect(chosen()).toBe(options()[0])
    fireEvent.keyDown(await combobox(), { key: 'ArrowUp' })
    expect(chosen()).toBe(options().at(-1))
    fireEvent.keyDown(await combobox(), { key: 'ArrowDown' })
    expect(chosen()).toBe(options()[0])
    fireEvent.keyDown(await combobox(), { key: 'Enter' })
    expect((await screen.findByRole('heading')).textContent).toBe('/admin/users')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  test.each([
    ['export', /^Export this list/],
    ['dark', /^Theme: dark/],
    ['sign out', /^Sign out/],
    ['maintenance', /^Turn maintenance mode/],
  ])('“%s” finds what it names', (text, label) => {
    expect(entriesFor(text)[0]?.label).toMatch(label)
  })

  test('signs out, changes the theme, and exports the list that is open', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<theme-switch aria-hidden="true"><select><option>system</option><option>dark</option></select></theme-switch>',
    )
    key('k', { ctrlKey: true })
    await type('dark')
    fireEvent.keyDown(await combobox(), { key: 'Enter' })
    expect(document.querySelector('select')?.value).toBe('dark')
    document.querySelector('theme-switch')?.remove()
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())

    // This screen has no export of its own.
    key('k', { ctrlKey: true })
    await type('export')
    expect(options().join()).not.toContain('Export this list')
    const pressed = vi.fn((event: Event) => event.preventDefault())
    const link = document.createElement('a')
    link.href = '/people/export.csv?q=ann'
    link.addEventListener('click', pressed)
    screen.getByRole('main').append(link)
    await type('export this')
    fireEvent.keyDown(await combobox(), { key: 'Enter' })
    expect(pressed).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())

    key('k', { ctrlKey: true })
    await type('sign out')
    fireEvent.keyDown(await combobox(), { key: 'Enter' })
    expect((await screen.findByRole('heading')).textContent).toBe('/signed-out')
  })

  test('offers a setting that the server finds, whichever of its words was typed', async () => {
    const to = '/admin/settings/api#field-rateLimitPerMinute'
    found = [{ group: 'Settings', label: 'Rate limit', detail: 'API · Limits', to }]
    key('k', { ctrlKey: true })
    await type('per minute')
    fireEvent.click(await screen.findByRole('option', { name: /Rate limit/ }))
    expect((await screen.findByRole('heading')).textContent).toBe('/admin/settings/api')
  })

  test('finds records on the server, asking once typing pauses', async () => {
    found = [{ group: 'Users', label: 'Zoe', detail: 'zoe@site.example', to: '/admin/users/z' }]
    key('k', { ctrlKey: true })
    for (const text of ['z', 'zo', 'zoe']) await type(text)
    const option = await screen.findByRole('option', { name: /Zoe/ })
    expect(searches).toEqual(['zoe'])
    fireEvent.click(option)
    expect((await screen.findByRole('heading')).textContent).toBe('/admin/users/z')
  })

  test('shows that the server doesn’t answer, and still opens screens', async () => {
    found = null
    key('k', { ctrlKey: true })
    await type('user')
    await screen.findByText('No answer from the server. Check the connection.')
    fireEvent.keyDown(await combobox(), { key: 'Enter' })
    expect((await screen.findByRole('heading')).textContent).toBe('/admin/users')
  })

  test('shows when nothing is found', async () => {
    key('k', { ctrlKey: true })
    await type('qqqq')
    await screen.findByText('Nothing found.')
    expect(screen.queryByRole('option')).toBeNull()
  })
})

describe('Keys in a list', () => {
  test('move between rows, tick them and open them', async () => {
    key('j')
    expect(focused()).toBe('Ann')
    key('j')
    key('j')
    key('j')
    expect(focused()).toBe('Cleo')
    key('k')
    expect(focused()).toBe('Ben')
    key('x')
    expect(screen.getByLabelText<HTMLInputElement>('Select Ben').checked).toBe(true)
    key('e')
    expect((await screen.findByRole('heading')).textContent).toBe('/person/Ben')
  })

  test('focus the search, and type letters there', () => {
    const search = screen.getByLabelText<HTMLInputElement>('Search')
    expect(key('/')).toBe(false)
    expect(document.activeElement).toBe(search)
    for (const name of ['j', '/', '?', 'x']) expect(key(name)).toBe(true)
    expect(document.activeElement).toBe(search)
  })

  test('do nothing with a modifier', () => {
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
      expect(key('j', held)).toBe(true)
    }
    expect(document.activeElement).toBe(document.body)
  })

  test('of one letter do nothing where they are turned off under Account', () => {
    render(<KeysSection />)
    const box = () => screen.getByRole('checkbox', { name: /^Shortcuts of one key/ })
    fireEvent.click(box())
    for (const name of ['j', 'x', 'e', '/', '?']) expect([name, key(name)]).toEqual([name, true])
    expect([document.activeElement, screen.queryByRole('dialog')]).toEqual([document.body, null])
    fireEvent.click(box())
    expect([key('j'), focused()]).toEqual([false, 'Ann'])
    fireEvent.click(box())
    expect([key('j'), focused()]).toEqual([true, 'Ann'])
    expect(key('k', { ctrlKey: true })).toBe(false)
  })

  test('are listed by ?', async () => {
    key('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    key('j')
    expect(focused()).not.toBe('Ann')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('arrow keys open a menu and move around in it', async () => {
  const summary = screen.getByLabelText('Actions for Ben')
  summary.focus()
  await act(async () => {
    key('ArrowDown')
  })
  expect(summary.closest('details')?.open).toBe(true)
  expect(focused()).toBe('One for Ben')
  key('ArrowUp')
  expect(focused()).toBe('Three for Ben')
  key('ArrowDown')
  expect(focused()).toBe('One for Ben')
  key('End')
  expect(focused()).toBe('Three for Ben')
  key('Home')
  expect(focused()).toBe('One for Ben')
})

test('entries match any of their words, with those that begin with the text first', () => {
  expect(entriesFor('back').map(({ label }) => label)).toEqual([
    'Backlinks',
    'Back up the database',
    'Add a backlink',
    'Import backlinks',
    'Export backlinks',
  ])
  expect(entriesFor('SMTP send').map(({ label }) => label)).toEqual(['Send a test email'])
  expect(entriesFor('zzz')).toEqual([])
})
