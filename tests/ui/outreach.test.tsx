// @module-tag module
// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import type { EntryText } from '#app/audit/ui/entry-text.server.ts'
import { nextStep } from '#app/backlinks/admin/prospect/next-step.ts'
import { Timeline } from '#app/backlinks/admin/prospect/timeline.tsx'
import type { MessageMail, OutreachMessage } from '#app/backlinks/outreach-messages.server.ts'
import type { ProspectState } from '#db/schema.ts'

afterEach(cleanup)

const message = (mail: Partial<MessageMail>): OutreachMessage => ({
  id: 7,
  kind: 'mail',
  at: 1_700_000_000_000,
  loggedAt: 1_700_000_000_000,
  actorLabel: 'op@site.example',
  subject: 'Your list of tools',
  text: 'Hello Ann',
  mail: { id: 3, state: 'sent', sentAt: null, nextTryAt: null, error: null, ...mail },
})

describe('the next step of a prospect', () => {
  const step = (state: ProspectState, more: Partial<Parameters<typeof nextStep>[1]> = {}) =>
    nextStep(
      { id: 1, state, contactName: 'Ann', site: 'blog.example' },
      { optedOut: false, isDue: false, hasDraft: false, last: null, ...more },
    ).step?.label ?? null

  test('fits the state, and there is none for prospects who are done or opted out', () => {
    expect(step('prospect')).toBe('Write the email')
    expect(step('prospect', { hasDraft: true })).toBe('Continue the email')
    expect(step('contacted')).toBe('Log a reply')
    expect(step('contacted', { isDue: true })).toBe('Write the follow-up')
    expect(step('followed_up', { isDue: true })).toBe('Log a reply')
    expect(step('replied')).toBe('Record the backlink')
    expect(step('contacted', { last: message({ state: 'failed' }) })).toBe('Send it again')
    for (const state of ['won', 'lost'] as const) expect(step(state)).toBeNull()
    expect(step('contacted', { optedOut: true, isDue: true })).toBeNull()
  })
})

const entry = (seq: number, at: number, words: string): EntryText => ({
  ...{ seq, at, action: 'Prospect changed', outcome: 'success', sentence: [words], facts: [] },
})
const history = [
  entry(2, 1_700_000_000_001, 'Olga planned the next step'),
  entry(1, 1_600_000_000_000, 'Olga added this prospect'),
]

describe('an email of the timeline', () => {
  let answer: PromiseWithResolvers<null>
  let sent: FormData | null
  function show(mail: Partial<MessageMail>) {
    answer = Promise.withResolvers()
    sent = null
    const Page = createRoutesStub([
      {
        // What dates and times are told by.
        id: 'admin/layout',
        path: '/',
        loader: () => ({ now: 1_700_000_000_000, timeZone: 'UTC' }),
        HydrateFallback: () => null,
        Component: () => <Timeline prospectId={5} messages={[message(mail)]} history={history} />,
      },
      {
        path: '/admin/backlinks/prospects/:id',
        action: async ({ request }) => {
          sent = await request.formData()
          return answer.promise
        },
      },
    ])
    render(<Page />)
  }
  const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

  test('is among the audit entries by time, is canceled while it is queued, and shows that at once', async () => {
    show({ state: 'waiting', nextTryAt: 1 })
    await screen.findByText('Queued')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('planned'),
      expect.stringContaining('Your list of tools'),
      expect.stringContaining('added'),
    ])
    expect(buttons()).toEqual(['Cancel'])
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((await screen.findByText('Canceling…')).getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(sent?.get('intent')).toBe('cancel'))
    expect(sent?.get('message')).toBe('7')
    answer.resolve(null)
    await screen.findByText('Cancel')
  })

  test('that failed shows when it is retried, or that it can be sent again', async () => {
    show({ state: 'waiting', nextTryAt: 1_700_000_000_000, error: 'Greylisted' })
    await screen.findByText('Greylisted')
    expect(buttons()).toEqual(['Cancel', 'Try now'])
    cleanup()
    show({ state: 'failed', error: 'No such mailbox' })
    await screen.findByText('No such mailbox')
    expect(buttons()).toEqual(['Send again'])
  })

  test('that is sent, or was removed from the outbox, has no buttons', async () => {
    show({ state: 'sent', sentAt: 1_700_000_000_000 })
    await screen.findByText(/^Sent/)
    expect(buttons()).toEqual([])
    cleanup()
    show({ state: 'deleted', id: null })
    await screen.findByText('Not sent: removed from the outbox')
    expect(buttons()).toEqual([])
    expect(screen.queryByRole('link', { name: 'Your list of tools' })).toBeNull()
  })
})
