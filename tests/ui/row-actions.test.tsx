// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Ban } from 'lucide-react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DropButton, DropMenu } from '#app/ui/admin/drop-menu.tsx'
import { StayForm } from '#app/ui/admin/forms/stay-form.tsx'
import BulkBar from '#app/ui/admin/lists/bulk-bar.tsx'
import { DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { Selection } from '#app/ui/admin/lists/selection.tsx'
import { useSentStatus } from '#app/ui/admin/lists/sent-rows.ts'

type Status = 'active' | 'banned'
type Person = { id: string; status: Status }

let people: Person[]
let sent: FormData[]
/** Each answer waits until the test gives it. */
let answers: PromiseWithResolvers<unknown>[]

function StatusCell({ id, status }: Person) {
  return useSentStatus('/', id, ['active', 'banned'], { ban: 'banned' }) ?? status
}

function People() {
  const rows = useLoaderData<Person[]>()
  return (
    <Selection bar="people" rowIds={rows.map(({ id }) => id)}>
      <DataTable
        caption="People"
        list={{ path: '/', query: {} }}
        columns={[
          { key: 'name', label: 'Name', cell: ({ id }: Person) => <a href={`#${id}`}>{id}</a> },
          { key: 'status', label: 'Status', cell: (person) => <StatusCell {...person} /> },
        ]}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        menu={({ id }) => (
          <DropMenu label={`Actions for ${id}`}>
            <StayForm name={`person ${id}`} action="/">
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="back" value="/?page=2" />
              <DropButton intent="ban" icon={Ban}>
                Ban
              </DropButton>
            </StayForm>
          </DropMenu>
        )}
      />
      <BulkBar
        action="/"
        list={{ path: '/', query: {} }}
        actions={[{ value: 'ban', label: 'Ban all' }]}
      />
    </Selection>
  )
}

beforeEach(() => {
  people = ['Ann', 'Ben', 'Cleo'].map((id) => ({ id, status: 'active' }))
  sent = []
  answers = []
  const Page = createRoutesStub([
    {
      id: 'people',
      path: '/',
      loader: () => people,
      Component: People,
      action: async ({ request }) => {
        sent.push(await request.formData())
        const answer = Promise.withResolvers<unknown>()
        answers.push(answer)
        return answer.promise
      },
    },
  ])
  render(<Page hydrationData={{ loaderData: { people } }} />)
})
afterEach(cleanup)

const row = (id: string) => screen.getByLabelText(`Select ${id}`).closest('tr') as HTMLElement
const box = (id: string) => screen.getByLabelText<HTMLInputElement>(`Select ${id}`)
const ticked = () => people.map(({ id }) => id).filter((id) => box(id).checked)

function pressInMenu(id: string): HTMLDetailsElement {
  const menu = screen.getByLabelText(`Actions for ${id}`).closest('details') as HTMLDetailsElement
  menu.open = true
  fireEvent.click(within(menu).getByRole('button', { name: 'Ban' }))
  return menu
}

test('a row shows its next status at once, and its menu closes with the focus on it', async () => {
  fireEvent.click(box('Cleo'))
  const menu = pressInMenu('Ben')
  expect(row('Ben').textContent).toContain('banned')
  expect(row('Ben').getAttribute('aria-busy')).toBe('true')
  expect(row('Ann').textContent).toContain('active')
  expect(menu.open).toBe(false)
  expect(document.activeElement).toBe(screen.getByLabelText('Actions for Ben'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect([...(sent[0] ?? [])]).toEqual([
    ['id', 'Ben'],
    ['intent', 'ban'],
    ['stay', 'on'],
  ])
  people = people.map((person) => (person.id === 'Ben' ? { ...person, status: 'banned' } : person))
  await act(async () => answers[0]?.resolve({ refused: [] }))
  await waitFor(() => expect(row('Ben').getAttribute('aria-busy')).toBeNull())
  expect(row('Ben').textContent).toContain('banned')
  expect(ticked()).toEqual(['Cleo'])
})

test('a refused row comes back', async () => {
  pressInMenu('Ben')
  expect(row('Ben').textContent).toContain('banned')
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => answers[0]?.resolve({ refused: ['Ben'] }))
  await waitFor(() => expect(row('Ben').textContent).toContain('active'))
})

test('rows at work at the same time don’t wait for each other', async () => {
  pressInMenu('Ann')
  pressInMenu('Cleo')
  await waitFor(() => expect(sent).toHaveLength(2))
  await act(async () => answers[1]?.resolve({ refused: ['Cleo'] }))
  await waitFor(() => expect(row('Cleo').textContent).toContain('active'))
  expect(row('Ann').textContent).toContain('banned')
  await act(async () => answers[0]?.resolve({ refused: [] }))
})

test('the bar is busy at once, and only refused rows stay ticked', async () => {
  for (const id of ['Ann', 'Ben', 'Cleo']) fireEvent.click(box(id))
  const ban = screen.getByRole('button', { name: 'Ban all' })
  fireEvent.click(ban)
  fireEvent.click(ban)
  expect(ban.getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.getAll('id')).toEqual(['Ann', 'Ben', 'Cleo'])
  expect(sent[0]?.has('back')).toBe(false)
  await act(async () => answers[0]?.resolve({ refused: ['Ben'] }))
  await waitFor(() => expect(ticked()).toEqual(['Ben']))
  expect(sent).toHaveLength(1)
})

test('the focus moves to the next row when an action takes the row away', async () => {
  pressInMenu('Ben')
  await waitFor(() => expect(sent).toHaveLength(1))
  people = people.filter(({ id }) => id !== 'Ben')
  await act(async () => answers[0]?.resolve({ refused: [] }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cleo'))
})
