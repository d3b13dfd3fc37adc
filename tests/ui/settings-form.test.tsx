// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import type { FieldView, SettingsView } from '#app/settings/ui/settings-view.server.ts'

afterEach(cleanup)

const common = { mark: '', stored: false, override: null, resetTo: null, initial: '' }
const bounds = { whole: true, required: false }
const fields: FieldView[] = [
  {
    ...common,
    bounds,
    field: { kind: 'number', name: 'cacheMinutes', label: 'Cache duration' },
    value: '60',
  },
  {
    ...common,
    bounds,
    field: { kind: 'text', name: 'smtpHost', label: 'Host', guarded: true },
    value: '',
  },
]
const view: SettingsView = { sections: [{ title: 'One', fields }], guarded: ['Host'] }

async function show(): Promise<FormData[]> {
  const sent: FormData[] = []
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <SettingsSections view={view} answer={undefined} />,
      action: async ({ request }) => {
        sent.push(await request.formData())
        return null
      },
    },
  ])
  render(<Page />)
  await screen.findByLabelText('Cache duration')
  return sent
}

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const bar = () => screen.getByText('Discard').parentElement
const save = () => screen.getAllByText('Save settings').at(-1) as HTMLElement

test('the bar is shown while something has changed, and Discard undoes it', async () => {
  await show()
  expect(bar()?.hidden).toBe(true)
  type('Cache duration', '30')
  type('Host', 'mail.example')
  expect(bar()?.hidden).toBe(false)
  expect(screen.getByText('2 unsaved changes')).toBeDefined()
  type('Host', '')
  expect(screen.getByText('1 unsaved change')).toBeDefined()
  fireEvent.click(screen.getByText('Discard'))
  await waitFor(() => expect(bar()?.hidden).toBe(true))
  expect((screen.getByLabelText('Cache duration') as HTMLInputElement).value).toBe('60')
})

test('a dialog asks for the password, only for a field that needs it', async () => {
  const sent = await show()
  type('Cache duration', '30')
  fireEvent.click(save())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByLabelText('Your password')).toBeNull()

  type('Host', 'mail.example')
  fireEvent.click(save())
  const own = await screen.findByLabelText('Your password')
  expect(sent).toHaveLength(1)
  fireEvent.input(own, { target: { value: 'secret' } })
  fireEvent.keyDown(own, { key: 'Enter' })
  await waitFor(() => expect(sent).toHaveLength(2))
  expect([sent[1]?.get('intent'), sent[1]?.get('ownPassword')]).toEqual(['save', 'secret'])
})
