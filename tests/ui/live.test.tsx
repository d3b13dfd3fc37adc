// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import {
  createRoutesStub,
  data,
  Form,
  type MiddlewareFunction,
  Outlet,
  redirect,
  UNSAFE_ErrorResponseImpl,
} from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewalCookie } from '#app/http/renewal-cookie.ts'
import { DropMenu } from '#app/ui/admin/drop-menu.tsx'
import { sendForm } from '#app/ui/admin/forms/client-action.ts'
import { tellUnanswered } from '#app/ui/admin/forms/no-answer.ts'
import { NoAnswer } from '#app/ui/admin/frame/unanswered.tsx'
import { DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { useLive } from '#app/ui/admin/live/use-live.ts'
import { useRunningNow } from '#app/ui/admin/live/use-now.ts'
import { resultsMiddleware } from '#app/ui/admin/live/watch-results.ts'
import { useHold } from '#app/ui/hold.ts'
import { ProblemSummary } from '#app/ui/problem-summary.tsx'

/** A source of events that tests speak for. */
class FakeEvents extends EventTarget {
  static CLOSED = 2
  static all: FakeEvents[] = []
  static get last(): FakeEvents {
    const last = FakeEvents.all.at(-1)
    if (last === undefined) throw new Error('no source of events was opened')
    return last
  }
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEvents.all.push(this)
  }
  close(): void {
    this.readyState = 2
  }
  say(topics: string, lastEventId = 'b.run.2'): void {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: topics, lastEventId })))
  }
  fail(): void {
    this.readyState = 2
    act(() => void this.dispatchEvent(new Event('error')))
  }
}

beforeEach(() => {
  FakeEvents.all = []
  vi.stubGlobal('EventSource', FakeEvents)
})
afterEach(() => {
  cleanup()
  tellUnanswered(null)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A screen that shows how often it was loaded, with a form that is refused and a table. */
async function show(load = vi.fn(() => 0)) {
  const Page = createRoutesStub([
    {
      id: 'layout',
      path: '/',
      middleware: [resultsMiddleware as MiddlewareFunction],
      Component: Layout,
      loader: () => null,
      children: [
        {
          id: 'screen',
          index: true,
          handle: { live: ['jobs'] },
          Component: Screen,
          loader: () => ({ loaded: load() }),
          action: ({ request }) =>
            sendForm<unknown>(request, async () => {
              const name = (await request.formData()).get('name')
              if (name === 'Full') {
                const failed = { unavailable: 'full', reference: '09d2b6a8' }
                throw new UNSAFE_ErrorResponseImpl(503, '', JSON.stringify(failed))
              }
              return name === '' ? data('Enter a name.', { status: 400 }) : redirect('/#done')
            }),
        },
      ],
    },
  ])
  render(<Page />)
  await screen.findByRole('main')
  await waitFor(() => expect(FakeEvents.all).toHaveLength(1))
  load.mockClear()
  return load
}

function Layout() {
  useLive('b.run.1')
  return (
    <main id="content">
      <NoAnswer />
      <Outlet />
    </main>
  )
}

function Screen(props: { loaderData?: { loaded: number }; actionData?: string }) {
  const [showsCodes, setShowsCodes] = useState(false)
  useHold(showsCodes)
  return (
    <Form method="post">
      <input
        type="checkbox"
        aria-label="Codes"
        checked={showsCodes}
        onChange={({ target }) => setShowsCodes(target.checked)}
      />
      <p>Loaded: {props.loaderData?.loaded}</p>
      {props.actionData !== undefined && <ProblemSummary title={props.actionData} />}
      <input aria-label="Name" name="name" defaultValue="Ann" />
      <button type="submit">Save</button>
      <DataTable
        caption="Rows"
        list={{ path: '/', query: {} }}
        columns={[{ key: 'name', label: 'Name', cell: (name: string) => name }]}
        rows={['A row']}
        rowId={(name) => name}
        rowName={(name) => name}
        menu={(name) => <DropMenu label={`Actions for ${name}`}>Nothing</DropMenu>}
      />
    </Form>
  )
}

test('a screen reloads for the topics it names and for the badge, and for no others', async () => {
  const load = await show()
  expect(FakeEvents.last.url).toBe('/admin/events?after=b.run.1')
  FakeEvents.last.say('')
  FakeEvents.last.say('outbox downloads')
  FakeEvents.last.say('outbox jobs')
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  FakeEvents.last.say('badge')
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
})

test('it reloads at most once a second, and doesn’t miss the last change', async () => {
  const load = await show()
  // From here on only the test moves the clock.
  vi.useFakeTimers()
  for (let n = 0; n < 30; n += 1) {
    FakeEvents.last.say('jobs')
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(load.mock.calls.length).toBeGreaterThanOrEqual(3)
  expect(load.mock.calls.length).toBeLessThanOrEqual(5)
})

test('typed text and focus stay, and the request doesn’t keep the session alive', async () => {
  const cookies: string[] = []
  await show(vi.fn(() => cookies.push(document.cookie)))
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  field.focus()
  fireEvent.input(field, { target: { value: 'Anna' } })
  FakeEvents.last.say('jobs')
  await waitFor(() => expect(screen.getByText('Loaded: 2')).toBeTruthy())
  expect(cookies[1]).toContain(renewalCookie)
  await waitFor(() => expect(document.cookie).not.toContain(renewalCookie))
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('Anna')
})

test('a failed refresh leaves the page as it is', async () => {
  let calls = 0
  const load = await show(
    vi.fn(() => {
      calls += 1
      if (calls === 2) throw new TypeError('Failed to fetch')
      return calls
    }),
  )
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Anna' } })
  FakeEvents.last.say('jobs')
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(await screen.findByText('Loaded: 1')).toBeTruthy()
  FakeEvents.last.say('jobs')
  expect(await screen.findByText('Loaded: 3')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Anna')
})

test('a form’s answer stays until the form is sent again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const load = await show()
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('group', { name: 'Enter a name.' })
  load.mockClear()
  FakeEvents.last.say('jobs')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(load).not.toHaveBeenCalled()
  expect(screen.getByRole('group', { name: 'Enter a name.' })).toBeTruthy()
})

test('a form that a full disk can’t take shows that, and keeps what was typed', async () => {
  await show()
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  fireEvent.input(field, { target: { value: 'Full' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await screen.findByRole('group', { name: /^The disk is full/ })
  expect(alert.textContent).toMatch(/^The disk is full\. Nothing was saved\./)
  expect(document.activeElement).toBe(alert)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Full')
})

test('a form that was not stored still says so once the connection is back', async () => {
  await show()
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Full' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await screen.findByRole('group', { name: /^The disk is full/ })
  fireEvent(window, new Event('offline'))
  FakeEvents.last.say('')
  expect(screen.getByRole('group', { name: /^The disk is full/ })).toBe(alert)
})

test('what is shown once stays until the page is left', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const load = await show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Codes' }))
  FakeEvents.last.say('jobs')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(load).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Codes' }))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(load).toHaveBeenCalledTimes(1)
})

test('rows don’t change while a row’s menu is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const load = await show()
  const menu = screen.getByLabelText('Actions for A row').closest('details') as HTMLDetailsElement
  act(() => {
    menu.open = true
  })
  FakeEvents.last.say('jobs')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(load).not.toHaveBeenCalled()
  fireEvent.keyDown(document, { key: 'Escape' })
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(load).toHaveBeenCalledTimes(1)
})

test('a screen keeps refreshing after a form was sent', async () => {
  const load = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  FakeEvents.last.say('jobs')
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
})

test('rows don’t change while the pointer is about to press one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const load = await show()
  fireEvent.pointerMove(screen.getByText('A row'))
  FakeEvents.last.say('jobs')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerLeave(screen.getByText('A row').closest('tbody') as HTMLElement)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(load).toHaveBeenCalledTimes(1)
})

test('a hidden tab gets no events, and catches up when shown', async () => {
  await show()
  const first = FakeEvents.last
  first.say('downloads', 'b.run.7')
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  expect(first.readyState).toBe(2)
  state.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  expect(FakeEvents.all.map(({ url }) => url)).toEqual([
    '/admin/events?after=b.run.1',
    '/admin/events?after=b.run.7',
  ])
})

test('a server with another build isn’t asked for this page’s data', async () => {
  const load = await show()
  FakeEvents.last.say('jobs', 'c.run.1')
  expect(FakeEvents.last.readyState).toBe(2)
  expect(load).not.toHaveBeenCalled()
})

test('a browser without events polls, as long as someone is signed in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = [
    Response.json({ cursor: 'b.run.3', topics: [] }),
    Response.json({ cursor: 'b.run.4', topics: ['jobs'] }),
  ]
  const signedOut = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })
  const ask = vi.fn(async (_: string) => answers.shift() ?? signedOut)
  vi.stubGlobal('fetch', ask)
  const load = await show()
  FakeEvents.last.fail()
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(ask.mock.calls.map(([address]) => address)).toEqual([
    '/admin/events?after=b.run.1',
    '/admin/events?after=b.run.3',
    '/admin/events?after=b.run.4',
  ])
})

test('events that never get through are asked for instead', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const ask = vi.fn(async (_: string) => Response.json({ cursor: 'b.run.1', topics: [] }))
  vi.stubGlobal('fetch', ask)
  await show()
  expect(ask).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(ask).toHaveBeenCalledTimes(1)
  expect(FakeEvents.last.readyState).toBe(2)
})

test('the clock ticks by the minute, and starts over with new data', () => {
  vi.useFakeTimers()
  const Clock = ({ now }: { now: number }) => <p>{useRunningNow(now)}</p>
  const { rerender, container } = render(<Clock now={1_000_000} />)
  expect(container.textContent).toBe('1000000')
  act(() => vi.advanceTimersByTime(120_000))
  expect(container.textContent).toBe('1120000')
  rerender(<Clock now={2_000_000} />)
  expect(container.textContent).toBe('2000000')
  act(() => vi.advanceTimersByTime(60_000))
  expect(container.textContent).toBe('2060000')
})
