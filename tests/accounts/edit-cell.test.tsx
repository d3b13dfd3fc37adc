// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EditCell } from '#app/accounts/admin/edit-cell.tsx'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { SelectField, TextField } from '#app/ui/form-fields.tsx'

let name: string
let sent: FormData[]
let answers: PromiseWithResolvers<unknown>[]

function Cells() {
  const known = useLoaderData<{ name: string }>()
  const { formData } = useStayForm('name')
  return (
    <>
      <EditCell
        name="name"
        action="/"
        id="7"
        label="Rename"
        value={<a href="/7">{String(formData?.get('name') ?? known.name)}</a>}
        values={{ name: known.name }}
        fields={() => <TextField label="Name" name="name" />}
      />
      <EditCell
        name="role"
        action="/"
        id="7"
        value="User"
        values={{ role: 'user' }}
        fields={({ role }) => (
          <>
            <SelectField
              label="Role"
              name="role"
              options={['user', 'admin'].map((value) => ({ value, label: value }))}
            />
            {role === 'admin' && <TextField label="Password" name="ownPassword" type="password" />}
          </>
        )}
      />
      <EditCell
        name="own"
        action="/"
        id="1"
        value="Yourself"
        values={{}}
        canEdit={false}
        fields={() => null}
      />
    </>
  )
}

beforeEach(() => {
  name = 'Ann'
  sent = []
  answers = []
  const Page = createRoutesStub([
    {
      id: 'cells',
      path: '/',
      loader: () => ({ name }),
      Component: Cells,
      action: async ({ request }) => {
        sent.push(await request.formData())
        const answer = Promise.withResolvers<unknown>()
        answers.push(answer)
        return answer.promise
      },
    },
  ])
  render(<Page hydrationData={{ loaderData: { cells: { name } } }} />)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const pressed = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('Save shows the new value at once, with the focus back on the cell', async () => {
  pressed('Rename')
  expect(document.activeElement).toBe(field('Name'))
  fireEvent.input(field('Name'), { target: { value: 'Anna' } })
  pressed('Save')
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(screen.getByText('Anna')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({ name: 'Anna', id: '7', stay: 'on' })
  name = 'Anna'
  await act(async () => answers[0]?.resolve({ refused: [] }))
  await waitFor(() => expect(screen.getByText('Anna')).toBeTruthy())
  expect(screen.queryByLabelText('Name')).toBeNull()
})

test('a refused value comes back with its field, the typed text and the reason', async () => {
  pressed('Rename')
  fireEvent.input(field('Name'), { target: { value: 'Bad' } })
  pressed('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => answers[0]?.resolve({ problems: { name: 'Not this one.' } }))
  await waitFor(() => expect(screen.getByText('Not this one.')).toBeTruthy())
  expect(screen.getByText('Ann')).toBeTruthy()
  expect(field('Name').value).toBe('Bad')
  expect(document.activeElement).toBe(field('Name'))
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  fireEvent.keyDown(field('Name'), { key: 'Escape' })
  pressed('Rename')
  expect(field('Name').value).toBe('Ann')
  expect(screen.queryByText('Not this one.')).toBeNull()
})

test('Escape and Cancel close without sending, and so does what is unchanged', async () => {
  pressed('Rename')
  fireEvent.input(field('Name'), { target: { value: 'Anna' } })
  fireEvent.keyDown(field('Name'), { key: 'Escape' })
  expect(screen.queryByLabelText('Name')).toBeNull()
  pressed('Rename')
  pressed('Cancel')
  pressed('Rename')
  pressed('Save')
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(sent).toEqual([])
})

test('a changed choice asks for the password, which isn’t kept', async () => {
  pressed('User')
  expect(screen.queryByLabelText('Password')).toBeNull()
  fireEvent.change(field('Role'), { target: { value: 'admin' } })
  fireEvent.input(field('Password'), { target: { value: 'secret' } })
  fireEvent.keyDown(field('Role'), { key: 'Enter' })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.get('ownPassword')).toBe('secret')
  await act(async () => answers[0]?.resolve({ problems: { ownPassword: 'Wrong.' } }))
  await waitFor(() => expect(screen.getByText('Wrong.')).toBeTruthy())
  expect([field('Role').value, field('Password').value]).toEqual(['admin', ''])
})

test('values that can’t be edited aren’t buttons', () => {
  expect(screen.queryByRole('button', { name: 'Yourself' })).toBeNull()
  expect(screen.getByText('Yourself')).toBeTruthy()
})
