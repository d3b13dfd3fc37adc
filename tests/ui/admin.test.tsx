// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Ban } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import {
  createRoutesStub,
  data,
  Form,
  Link,
  Outlet,
  useActionData,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PasswordField } from '#app/accounts/ui/password-field.tsx'
import type { Flash } from '#app/http/flash.server.ts'
import { shownMessagesCookie } from '#app/http/shown-messages.ts'
import { countAxis } from '#app/ui/admin/charts/count-axis.ts'
import { DropButton, DropMenu } from '#app/ui/admin/drop-menu.tsx'
import { sendForm } from '#app/ui/admin/forms/client-action.ts'
import { useSendOnce } from '#app/ui/admin/forms/use-send-once.ts'
import { FlashMessages } from '#app/ui/admin/frame/flash.tsx'
import { NoAnswer } from '#app/ui/admin/frame/unanswered.tsx'
import { DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { Selection } from '#app/ui/admin/lists/selection.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Shows a screen of the back office, with a server behind its forms. */
async function show(
  Screen: React.ComponentType,
  answer: () => Promise<unknown> = async () => null,
): Promise<FormData[]> {
  const sent: FormData[] = []
  const Page = createRoutesStub([
    {
      path: '/',
      Component: Frame,
      children: [
        {
          index: true,
          Component: Screen,
          action: async ({ request }) => {
            sent.push(await request.formData())
            return sendForm(request, answer)
          },
        },
      ],
    },
  ])
  render(<Page />)
  await screen.findByRole('main')
  return sent
}

function Frame() {
  return (
    <main onSubmitCapture={useSendOnce()}>
      <NoAnswer />
      <Outlet />
    </main>
  )
}

test('a resting button keeps the focus, and sends nothing', async () => {
  const sent = await show(() => (
    <Form method="post">
      <SubmitButton resting intent="test">
        Test
      </SubmitButton>
    </Form>
  ))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Test' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  expect(sent).toEqual([])
})

describe('A form', () => {
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

  test('shows which of its buttons is busy until the answer arrives', async () => {
    let answer: (value: unknown) => void = () => undefined
    const sent = await show(
      () => (
        <>
          <Form method="post">
            <input aria-label="Name" name="name" required />
            <SubmitButton intent="save">Save</SubmitButton>
            <SubmitButton intent="close">Close</SubmitButton>
          </Form>
          <Form method="post">
            <SubmitButton intent="save">Save the other</SubmitButton>
          </Form>
        </>
      ),
      () => new Promise((resolve) => (answer = resolve)),
    )
    const busy = () =>
      screen.getAllByRole('button').map((button) => button.getAttribute('aria-busy'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect([sent, busy()]).toEqual([[], [null, null, null]])
    fireEvent.click(screen.getByRole('button', { name: 'Save the other' }))
    await waitFor(() => expect(busy()).toEqual([null, null, 'true']))
    await act(async () => answer(null))
    await waitFor(() => expect(busy()).toEqual([null, null, null]))
    fireEvent.input(field('Name'), { target: { value: 'Ann' } })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(busy()).toEqual([null, 'true', null]))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await act(async () => answer(null))
    await waitFor(() => expect(busy()).toEqual([null, null, null]))
    expect(sent.map((form) => form.get('intent'))).toEqual(['save', 'close'])
  })

  test('shows its button at work, though it was pressed the moment it appeared', async () => {
    let answer: (value: unknown) => void = () => undefined
    await show(
      () => {
        const pressed = useRef<HTMLButtonElement>(null)
        useLayoutEffect(() => pressed.current?.click(), [])
        return (
          <Form method="post">
            <SubmitButton ref={pressed}>Save</SubmitButton>
          </Form>
        )
      },
      () => new Promise((resolve) => (answer = resolve)),
    )
    const busy = () => screen.getByRole('button').getAttribute('aria-busy')
    await waitFor(() => expect(busy()).toBe('true'))
    await act(async () => answer(null))
    await waitFor(() => expect(busy()).toBeNull())
  })

  test('that is refused starts with its problems, which get the focus and link to the fields', async () => {
    const problems = { name: 'Enter a name.', email: 'Enter an email address.' }
    await show(
      () => {
        const refused = useActionData<{ problems: typeof problems }>()
        return (
          <Form method="post">
            <FormFields values={{ name: 'Ann' }} {...refused}>
              <TextField label="Name" name="name" />
              <TextField label="Email" name="email" />
            </FormFields>
            <SubmitButton>Save</SubmitButton>
          </Form>
        )
      },
      async () => data({ problems }, { status: 400 }),
    )
    expect(screen.queryByRole('group')).toBeNull()
    for (const _ of ['refused', 'and refused again']) {
      screen.getByRole('button').focus()
      fireEvent.click(screen.getByRole('button'))
      const alert = await screen.findByRole('group')
      await waitFor(() => expect(document.activeElement).toBe(alert))
      expect(alert.textContent).toContain('2 fields need another look:')
    }
    fireEvent.click(screen.getByRole('link', { name: 'Enter an email address.' }))
    expect(document.activeElement).toBe(field('Email'))
    expect(location.hash).toBe('')
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('The table', () => {
  const rows = ['Ann', 'Ben', 'Cleo', 'Dora', 'Emil']
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(`Select ${name}`)
  const all = () => screen.getByLabelText<HTMLInputElement>('Select all on this page')
  const ticked = () => rows.filter((name) => box(name).checked)

  beforeEach(() =>
    show(() => (
      <Selection bar="people" rowIds={rows}>
        <DataTable
          caption="People"
          list={{ path: '/', query: {} }}
          columns={[{ key: 'name', label: 'Name', cell: (name: string) => name }]}
          rows={rows}
          rowId={(name) => name}
          rowName={(name) => name}
        />
      </Selection>
    )),
  )

  test('selects all or no rows with one box, which shows when only some are selected', () => {
    fireEvent.click(all())
    expect(ticked()).toEqual(rows)
    fireEvent.click(box('Cleo'))
    expect(all().checked).toBe(false)
    expect(all().indeterminate).toBe(true)
    fireEvent.click(all())
    expect(ticked()).toEqual(rows)
    fireEvent.click(all())
    expect(ticked()).toEqual([])
    expect(all().indeterminate).toBe(false)
  })

  test('selects and deselects a run of rows with Shift, in both directions', () => {
    fireEvent.click(box('Dora'))
    fireEvent.click(box('Ben'), { shiftKey: true })
    expect(ticked()).toEqual(['Ben', 'Cleo', 'Dora'])
    fireEvent.click(box('Emil'))
    expect(ticked()).toEqual(['Ben', 'Cleo', 'Dora', 'Emil'])
    fireEvent.click(box('Cleo'), { shiftKey: true })
    expect(ticked()).toEqual(['Ben'])
  })
})

describe('The password field', () => {
  beforeEach(() =>
    show(() => (
      <Form method="post">
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <button type="submit">Send</button>
      </Form>
    )),
  )
  const field = () => screen.getByLabelText<HTMLInputElement>('Password')

  test('shows and hides what is typed, and the focus stays in it', () => {
    fireEvent.change(field(), { target: { value: 'typed' } })
    const button = screen.getByRole('button', { name: 'Show password' })
    fireEvent.click(button)
    expect(field().type).toBe('text')
    expect(document.activeElement).toBe(field())
    expect(button.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field().type).toBe('password')
    expect(field().value).toBe('typed')
  })

  test('hides the password before it is sent', async () => {
    fireEvent.change(field(), { target: { value: 'typed' } })
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(field().type).toBe('password'))
  })
})

describe('A menu', () => {
  beforeEach(async () => {
    await show(() => (
      <>
        <h1>Elsewhere</h1>
        <DropMenu label="Actions">
          <Form method="post">
            <DropButton intent="ban" icon={Ban}>
              Ban
            </DropButton>
          </Form>
        </DropMenu>
      </>
    ))
    act(() => {
      menu().open = true
    })
  })
  const menu = () => screen.getByLabelText('Actions').closest('details') as HTMLDetailsElement

  test('closes on Escape and gives the focus back', () => {
    fireEvent.keyDown(document, { key: 'a' })
    expect(menu().open).toBe(true)
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(menu().open).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText('Actions'))
  })

  test('closes on a press outside, not on one inside', () => {
    fireEvent.click(menu().lastElementChild as Element)
    expect(menu().open).toBe(true)
    fireEvent.click(screen.getByRole('heading', { name: 'Elsewhere' }))
    expect(menu().open).toBe(false)
  })

  test('closes once the chosen action is done', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Ban' }))
    await waitFor(() => expect(menu().open).toBe(false))
  })
})

describe('A form on its way', () => {
  function Screen() {
    return (
      <Form method="post">
        <input aria-label="Name" name="name" defaultValue="Ann" />
        <button type="submit">Save</button>
      </Form>
    )
  }
  const name = () => screen.getByLabelText<HTMLInputElement>('Name')
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  test('is sent once, however often its button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<null>()
    const sent = await show(Screen, () => promise)
    save()
    save()
    await waitFor(() => expect(sent).toHaveLength(1))
    save()
    await act(async () => resolve(null))
    expect(sent).toHaveLength(1)
  })

  test('can be sent again once its answer has arrived', async () => {
    const sent = await show(Screen)
    save()
    await waitFor(() => expect(sent).toHaveLength(1))
    await act(async () => undefined)
    save()
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  test('keeps typed text when no answer comes, and shows that until one does', async () => {
    const asked: PromiseWithResolvers<null>[] = []
    await show(Screen, () => {
      const answer = Promise.withResolvers<null>()
      asked.push(answer)
      return answer.promise
    })
    fireEvent.change(name(), { target: { value: 'Anna' } })
    for (const [times, text] of [
      [1, 'Failed to fetch'],
      [2, 'Load failed'],
    ] as const) {
      save()
      await waitFor(() => expect(asked).toHaveLength(times))
      await waitFor(() => expect(screen.queryByRole('group')).toBeNull())
      await act(async () => asked.at(-1)?.reject(new TypeError(text)))
      const alert = await screen.findByRole('group')
      expect(alert.textContent).toBe('No answer. Check the connection and try again.')
      await waitFor(() => expect(document.activeElement).toBe(alert))
      expect(name().value).toBe('Anna')
    }
    save()
    await waitFor(() => expect(asked).toHaveLength(3))
    await act(async () => asked.at(-1)?.resolve(null))
    await waitFor(() => expect(screen.queryByRole('group')).toBeNull())
  })
})

describe('Messages', () => {
  const banned: Flash = {
    id: 'banned',
    kind: 'success',
    text: 'Ann is banned.',
    undo: {
      action: '/undo',
      fields: [
        ['intent', 'undo'],
        ['active', 'ann'],
        ['back', '/list'],
      ],
    },
  }

  /** Screen readers have their own copy. */
  const shown = { selector: '[data-flash]' }

  /** Shows a list whose button brings `first`, over a server that answers Undo with another message. */
  async function showMessages(first: Flash[]) {
    const sent: FormData[] = []
    let waiting = first
    let renew: () => Promise<void>
    const Page = createRoutesStub([
      {
        id: 'frame',
        path: '/',
        loader: () => {
          const messages = waiting
          waiting = []
          return messages
        },
        Component: function Frame() {
          renew = useRevalidator().revalidate
          return (
            <main id="content" tabIndex={-1}>
              <FlashMessages messages={useLoaderData<Flash[]>()} />
              <Outlet />
            </main>
          )
        },
        children: [
          { path: 'list', Component: () => <Link to="/other">Other</Link> },
          { path: 'other', Component: () => <h1>Other</h1> },
          {
            path: 'undo',
            action: async ({ request }) => {
              sent.push(await request.formData())
              waiting = [{ id: 'undone', kind: 'success', text: 'Ann is active again.' }]
              return null
            },
          },
        ],
      },
    ])
    render(<Page initialEntries={['/list']} />)
    await screen.findByRole('main')
    /** Stores messages and has the page reloaded, as a live change does. */
    const tell = async (...messages: Flash[]) => {
      waiting = messages
      await act(async () => renew())
    }
    return { sent, tell }
  }

  test('with Undo outlive their page, and Undo sends its fields and stays', async () => {
    const { sent } = await showMessages([banned])
    await screen.findByText('Ann is banned.', shown)
    fireEvent.click(screen.getByRole('link', { name: 'Other' }))
    await screen.findByRole('heading', { name: 'Other' })
    const undo = screen.getByRole('button', { name: 'Undo' })
    undo.focus()
    fireEvent.click(undo)
    await screen.findByText('Ann is active again.', shown)
    expect(screen.getByRole('status').textContent?.trim()).toBe('Ann is active again.')
    expect([...(sent[0] ?? [])]).toEqual([
      ['intent', 'undo'],
      ['active', 'ann'],
      ['stay', 'on'],
    ])
    expect(screen.queryByText('Ann is banned.', shown)).toBeNull()
    expect(screen.getByRole('heading', { name: 'Other' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Other' }))
  })

  test('with Undo stay next to background messages', async () => {
    const { tell } = await showMessages([banned])
    await screen.findByText('Ann is banned.', shown)
    await tell({ id: 'made', kind: 'success', text: 'The backup is made.' })
    await screen.findByText('The backup is made.', shown)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Ann is active again.', shown)
    expect(screen.queryByText('Ann is banned.', shown)).toBeNull()
    expect(screen.queryByText('The backup is made.', shown)).toBeNull()
  })

  test('are confirmed to the server once shown, and shown only once even if it repeats them', async () => {
    const { calls: cookies } = vi.spyOn(document, 'cookie', 'set').mock
    const { tell } = await showMessages([banned])
    await screen.findByText('Ann is banned.', shown)
    const named = () => cookies.map(([line]) => line.split(';', 1)[0])
    expect(named()).toEqual([`${shownMessagesCookie}=banned`])
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await tell(banned, { id: 'made', kind: 'success', text: 'The backup is made.' })
    await screen.findByText('The backup is made.', shown)
    expect(screen.queryByText('Ann is banned.', shown)).toBeNull()
    expect(named().at(-1)).toBe(`${shownMessagesCookie}=banned.made`)
  })

  test('without Undo go with their page', async () => {
    await showMessages([{ id: 'failed', kind: 'error', text: 'That failed.' }])
    expect((await screen.findByText('That failed.', shown)).role).toBe('alert')
    fireEvent.click(screen.getByRole('link', { name: 'Other' }))
    await screen.findByRole('heading', { name: 'Other' })
    expect(screen.queryByText('That failed.', shown)).toBeNull()
  })

  test('disappear when dismissed, which returns the focus, and when their time is over', async () => {
    await showMessages([banned, { id: 'ben', kind: 'success', text: 'Ben is banned.' }])
    const link = screen.getByRole('link', { name: 'Other' })
    link.focus()
    const [dismiss] = await screen.findAllByRole('button', { name: 'Dismiss' })
    dismiss?.focus()
    fireEvent.click(dismiss as HTMLElement)
    expect(screen.queryByText('Ann is banned.', shown)).toBeNull()
    expect(document.activeElement).toBe(link)
    fireEvent.animationEnd(screen.getByText('Ben is banned.', shown))
    expect(screen.queryByText('Ben is banned.', shown)).toBeNull()
  })
})

describe('The axis of a chart', () => {
  test.each([
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [10, [0, 2, 4, 6, 8, 10]],
    [99, [0, 20, 40, 60, 80, 100]],
    [1234, [0, 200, 400, 600, 800, 1000, 1200, 1400]],
  ])('counts to %i in whole steps', (most, ticks) => {
    expect(countAxis(most)).toEqual({ top: ticks.at(-1), ticks })
  })

  test('reaches the highest bar with few steps, whatever it counts', () => {
    for (let most = 1; most < 3_000_000; most = Math.ceil(most * 1.37)) {
      const { top, ticks } = countAxis(most)
      expect(top).toBeGreaterThanOrEqual(most)
      expect(ticks.length).toBeLessThanOrEqual(8)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }
  })
})
