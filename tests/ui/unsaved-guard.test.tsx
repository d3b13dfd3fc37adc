// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, Form, Link, Outlet, redirect } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnsavedGuard } from '#app/ui/admin/frame/unsaved-guard.tsx'

let sent: string[]

function Frame() {
  return (
    <main id="content">
      <UnsavedGuard />
      <Outlet />
    </main>
  )
}

function Editor() {
  return (
    <>
      <Form method="post" aria-label="Details">
        <input aria-label="Name" name="name" defaultValue="Ann" />
        <input aria-label="Password" name="password" type="password" />
        <select aria-label="Role" name="role" defaultValue="user">
          <option value="admin">Admin</option>
          <option value="user">User</option>
        </select>
        <button type="submit">Save</button>
      </Form>
      <Form method="post">
        <button type="submit" name="intent" value="ban">
          Ban
        </button>
      </Form>
      <Form method="post" data-unguarded>
        <input aria-label="Reason" name="reason" />
      </Form>
      <Link to="/other">Leave</Link>
      <Link to="?tab=2">Another view</Link>
    </>
  )
}

beforeEach(async () => {
  sent = []
  const Page = createRoutesStub([
    {
      path: '/',
      Component: Frame,
      children: [
        {
          index: true,
          Component: Editor,
          action: async ({ request }) => {
            const form = await request.formData()
            sent.push(String(form.get('name') ?? form.get('intent')))
            return redirect('/other')
          },
        },
        { path: 'other', Component: () => <h1>Other</h1> },
      ],
    },
  ])
  render(<Page />)
  await screen.findByRole('form', { name: 'Details' })
})
afterEach(cleanup)

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Leave' }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const asks = () => screen.queryByRole('dialog', { name: 'Discard your changes?' })
const left = () => screen.findByRole('heading', { name: 'Other' })

/** Whether the browser would ask before it leaves the document. */
function browserAsks(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('a page without changes is left without a question', async () => {
  expect(browserAsks()).toBe(false)
  leave()
  await left()
})

test('a changed page is left only if its changes are discarded', async () => {
  type('Name', 'Anna')
  expect(browserAsks()).toBe(true)
  leave()
  const dialog = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(asks()).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Anna')
  leave()
  await screen.findByRole('dialog')
  press('Discard changes')
  await left()
})

test('a changed choice counts, and one that is undone doesn’t', async () => {
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'admin' } })
  expect(browserAsks()).toBe(true)
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'user' } })
  expect(browserAsks()).toBe(false)
})

test('passwords and forms that have nothing to keep don’t count', async () => {
  type('Password', 'filled in by the browser')
  type('Reason', 'Spam')
  expect(browserAsks()).toBe(false)
  leave()
  await left()
})

test('another view of the page keeps its fields, and opens without a question', async () => {
  type('Name', 'Anna')
  fireEvent.click(screen.getByRole('link', { name: 'Another view' }))
  await act(async () => undefined)
  expect(asks()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Anna')
})

test('saving asks nothing, and another form of the page asks first', async () => {
  type('Name', 'Anna')
  press('Ban')
  await screen.findByRole('dialog')
  expect(sent).toEqual([])
  press('Keep editing')
  await waitFor(() => expect(asks()).toBeNull())
  press('Save')
  await left()
  expect(sent).toEqual(['Anna'])
})

test('a form that is sent anyway is sent with its own fields', async () => {
  type('Name', 'Anna')
  press('Ban')
  await screen.findByRole('dialog')
  press('Discard changes')
  await left()
  expect(sent).toEqual(['ban'])
})
