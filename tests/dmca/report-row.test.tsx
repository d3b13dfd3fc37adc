// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, data, Outlet, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useListKeys } from '#app/admin/palette/list-keys.ts'
import { ReportRow, rowIdOf } from '#app/dmca/admin/report-row.tsx'
import { useDecisionKeys } from '#app/dmca/admin/use-decision-keys.ts'
import { useHeldReports } from '#app/dmca/admin/use-held-reports.ts'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { Selection } from '#app/ui/admin/lists/selection.tsx'

const now = Date.parse('2026-03-04T12:00:00Z')

function report(id: number, changes: Partial<DmcaReport> = {}): DmcaReport {
  return {
    id,
    number: `DMCA-000${id}`,
    status: 'pending',
    version: 1,
    submittedAt: Date.parse('2026-03-02T12:00:00Z'),
    decidedAt: null,
    claimantName: 'Ada Aster',
    company: '',
    postalAddress: '1 Long Lane',
    phone: '1234',
    email: 'ada@aster.example',
    workTitle: `Film ${id}`,
    workDescription: 'A film',
    workAddresses: '',
    remarks: '',
    declarationsVersion: '2026-11',
    goodFaithText: 'In good faith',
    accuracyText: 'Under penalty of perjury',
    signature: 'Ada Aster',
    capacity: 'owner',
    ownerName: '',
    language: 'en',
    posts: [],
    sites: [],
    events: [],
    counterNotices: [],
    ...changes,
  }
}

let reports: DmcaReport[]
let sent: FormData[]
let refuses: boolean

function List() {
  const rows = useLoaderData<DmcaReport[]>()
  const { shown, hold } = useHeldReports(rows)
  useListKeys()
  useDecisionKeys()
  return (
    <main id="content">
      <Selection bar="selected-reports" rowIds={shown.map(rowIdOf)}>
        {shown.map((row) => (
          <ReportRow key={row.id} report={row} back="/" isGone={!rows.includes(row)} hold={hold} />
        ))}
      </Selection>
      <form id="selected-reports" />
    </main>
  )
}

beforeEach(async () => {
  reports = [report(1), report(2)]
  sent = []
  refuses = false
  const Page = createRoutesStub([
    {
      id: 'admin/layout',
      path: '/',
      loader: () => ({ now, timeZone: 'UTC' }),
      Component: Outlet,
      children: [
        { index: true, id: 'reports', loader: () => reports, Component: List },
        {
          path: 'admin/dmca/:id',
          action: async ({ request, params }) => {
            const form = await request.formData()
            sent.push(form)
            const status = refuses ? ('resolved' as const) : ('rejected' as const)
            reports = reports.map((one) =>
              String(one.id) === params.id ? { ...one, status, version: 2, decidedAt: now } : one,
            )
            return refuses ? data({ unsent: form.get('note') }) : null
          },
        },
      ],
    },
  ])
  render(
    <Page hydrationData={{ loaderData: { 'admin/layout': { now, timeZone: 'UTC' }, reports } }} />,
  )
  // The folded forms load after the rows.
  await waitFor(() => expect(document.querySelectorAll('details[data-key]').length).toBe(6))
})
afterEach(cleanup)

const row = (id: number) =>
  document.querySelector<HTMLElement>(`[data-row="DMCA-000${id}"]`) as HTMLElement
const line = (id: number) => row(id).querySelector('summary') as HTMLElement
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('a key opens the decision of the focused row, with the focus in its form', () => {
  expect(row(1).textContent).toContain('Due tomorrow')
  press('a')
  expect(document.activeElement).toBe(document.body)
  press('j')
  press('j')
  expect(document.activeElement).toBe(line(2))
  press('R')
  const note = within(row(2)).getByLabelText('Reason')
  expect(document.activeElement).toBe(note)
  expect(row(2).querySelector('details')?.open).toBe(true)
  // Typed letters are no shortcuts, and neither are those with a modifier.
  press('m')
  expect(document.activeElement).toBe(note)
  fireEvent.keyDown(note, { key: 'Escape' })
  const button = within(row(2)).getByLabelText('Reject Claim: DMCA-0002')
  expect(document.activeElement).toBe(button)
  fireEvent.keyDown(button, { key: 'm', ctrlKey: true })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-keyshortcuts')).toBe('R')
  expect(button.querySelector('kbd')?.dataset.letter).toBe('R')
})

test('a decision is sent with the version that was seen, and the row gets the focus back', async () => {
  line(1).focus()
  press('r')
  const reason = within(row(1)).getByLabelText<HTMLTextAreaElement>('Reason')
  reason.value = 'Not the same film.'
  fireEvent.click(within(row(1)).getByRole('button', { name: 'Reject Claim' }))
  await waitFor(() => expect(row(1).textContent).toContain('Rejected'))
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({
    intent: 'reject',
    version: '1',
    note: 'Not the same film.',
    stay: 'on',
  })
  await waitFor(() => expect(document.activeElement).toBe(line(1)))
  // The form of the next decision is another one, without the words of this.
  const reopen = within(row(1)).getByLabelText<HTMLTextAreaElement>('Reason')
  expect(reopen.value).toBe('')
  expect(reopen.closest('details')?.open).toBe(false)
})

test('a note that came too late stays in the row for reuse', async () => {
  refuses = true
  line(1).focus()
  press('m')
  const note = within(row(1)).getByLabelText<HTMLTextAreaElement>('What is missing')
  note.value = 'Which scene?'
  fireEvent.click(within(row(1)).getByRole('button', { name: 'Ask the claimant for more' }))
  const kept = await screen.findByLabelText<HTMLTextAreaElement>(/^Your note/)
  expect(kept.value).toBe('Which scene?')
  expect(row(1).textContent).toContain('Resolved')
})

test('a reason that is being written would be lost when its report leaves the list', async () => {
  line(1).focus()
  press('r')
  const reason = within(row(1)).getByLabelText<HTMLTextAreaElement>('Reason')
  fireEvent.input(reason, { target: { value: 'Half of a long' } })
  // A colleague decides it meanwhile, and the list is loaded anew by a decision about another one.
  reports = reports.filter(({ id }) => id !== 1)
  line(2).focus()
  press('r')
  within(row(2)).getByLabelText<HTMLTextAreaElement>('Reason').value = 'Not the same film.'
  fireEvent.click(within(row(2)).getByRole('button', { name: 'Reject Claim' }))
  await waitFor(() => expect(row(1).textContent).toContain('No longer in this view'))
  expect(document.querySelector('[data-row]')).toBe(row(1))
  expect(within(row(1)).getByLabelText('Reason')).toBe(reason)
  expect(reason.value).toBe('Half of a long')
  fireEvent.input(reason, { target: { value: '' } })
  expect(row(1)).toBeNull()
})
