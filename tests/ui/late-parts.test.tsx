// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub, Form } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LateParts } from '#app/admin/late-parts.tsx'
import { AuthProvider } from '#app/ui/admin/frame/auth.tsx'
import { tellConnection } from '#app/ui/admin/live/connection.ts'
import { ShownOnce } from '#app/ui/admin/shown-once.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

/** A source of events that says nothing. */
class SilentEvents extends EventTarget {
  static CLOSED = 2
  readyState = 1
  close(): void {
    this.readyState = 2
  }
}

const user = { id: '1', name: 'Olga Operator', email: 'op@site.example' }
let sent: string[]
let loads: number

beforeEach(async () => {
  sent = []
  loads = 0
  vi.stubGlobal('EventSource', SilentEvents)
  vi.stubGlobal('fetch', async () => Response.json({ step: 'done' }))
  const Page = createRoutesStub([
    {
      path: '/',
      Component: Screen,
      loader: () => {
        loads += 1
        return null
      },
      action: async ({ request }) => {
        sent.push(String((await request.formData()).get('intent')))
        return 'ABCD-1234'
      },
    },
  ])
  render(<Page />)
  await screen.findByRole('main')
  // Keys are listened to in an effect, which can come after the page.
  await act(async () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Screen({ actionData }: { actionData?: string }) {
  return (
    <AuthProvider value={{ user, isAdmin: true }}>
      <LateParts live="b.run.1" />
      <main id="content">
        {actionData !== undefined && (
          <ShownOnce secret={actionData} label="Copy the token">
            Keep it.
          </ShownOnce>
        )}
        <Form method="post" data-unguarded>
          <textarea aria-label="Note" name="note" />
          <SubmitButton intent="restore">Put the posts back</SubmitButton>
          <SubmitButton intent="close">Keep them blocked</SubmitButton>
        </Form>
        <Form method="post" data-unguarded>
          <textarea aria-label="Draft" name="draft" />
          <SubmitButton intent="discard" formNoValidate>
            Discard
          </SubmitButton>
          <SubmitButton intent="save">Save</SubmitButton>
        </Form>
      </main>
    </AuthProvider>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function signInAgain(): Promise<void> {
  act(() => tellConnection('signed out'))
  await screen.findByRole('dialog', { name: 'You’re signed out' })
  fireEvent.change(screen.getByLabelText(`Password for ${user.email}`), {
    target: { value: 'secret' },
  })
  press('Sign in')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('a secret shown once would be lost to an operator who has to sign in again over it', async () => {
  press('Save')
  await screen.findByText('ABCD-1234')
  const before = loads
  await signInAgain()
  expect([loads, screen.queryByText('ABCD-1234')]).toEqual([before, expect.anything()])
})

test('a page would keep its old data after an operator has signed in again', async () => {
  const before = loads
  await signInAgain()
  await waitFor(() => expect(loads).toBe(before + 1))
})

test('Ctrl and Enter would take one of several decisions that can’t be undone', async () => {
  const send = (label: string) =>
    fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter', ctrlKey: true })
  send('Note')
  send('Draft')
  await waitFor(() => expect(sent).toEqual(['save']))
})
