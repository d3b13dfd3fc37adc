import { href } from 'react-router'
import { intents } from '#app/http/intents.server.ts'
import type { SettingSection } from '#app/settings/ui/fields.ts'
import { saveSettings } from '#app/settings/ui/save-settings.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import { silent, testInBrowser } from '#app/ui/admin/forms/test-lookup.tsx'
import type { Route } from './+types/api'
import { LookupTest } from './lookup-test.tsx'
import { sourceActions, sourcesView } from './source-actions.server.ts'
import { SourceList } from './source-list.tsx'
import { testAddress } from './test-address.server.ts'

const target = href('/admin/settings/api')
const addressProblem = 'This is not an http or https address.'

const sections: SettingSection[] = [
  {
    title: 'Extraction service',
    lead: "Another way to find out what's behind a link, used when TikTok's own pages can't be read. It's optional.",
    fields: [
      {
        kind: 'text',
        type: 'url',
        name: 'extractionUrl',
        label: 'Address',
        guarded: true,
        hint: 'It begins with https:// or http://; empty for none.',
        problem: addressProblem,
      },
      {
        kind: 'text',
        type: 'url',
        name: 'fallbackExtractionUrl',
        label: 'Second address',
        guarded: true,
        hint: 'Asked when the first does not answer. It begins with https:// or http://; empty for none.',
        problem: addressProblem,
      },
      {
        kind: 'number',
        name: 'extractionRequestsPerSecond',
        label: 'Requests per second to it',
        hint: 'Look-ups beyond that wait their turn.',
      },
      {
        kind: 'number',
        name: 'apiTimeoutSeconds',
        label: 'API timeout',
        unit: 'seconds',
        hint: 'After so long without an answer a visitor reads that it did not work.',
      },
      {
        kind: 'list',
        name: 'mediaHosts',
        label: 'Allowed media hosts',
        guarded: true,
        hint: 'Clips and pictures are fetched from these hosts and those below them, and from nowhere else.',
        problem: 'Enter the names of hosts, such as tiktokcdn.com.',
      },
    ],
  },
  {
    title: 'Test look-ups',
    lead: 'A source without a look-up that worked in half an hour is tried out with a public post.',
    fields: [
      { kind: 'switch', name: 'canary', label: 'Try sources out every half hour' },
      {
        kind: 'list',
        name: 'canaryLinks',
        label: 'Posts to try',
        hint: "Links to public posts, with the post's number. The second one is for when the first is gone.",
        problem:
          'Enter links to posts, such as https://www.tiktok.com/@tiktok/video/7106594312292453675.',
      },
    ],
  },
  {
    title: 'Visitors',
    fields: [
      {
        kind: 'number',
        name: 'rateLimitPerMinute',
        label: 'Rate limit',
        unit: 'requests a minute',
        hint: 'For the look-ups and saves of one network; who asks more often waits.',
      },
      {
        kind: 'number',
        name: 'batchLinks',
        label: 'Links at once',
        unit: 'links',
        hint: 'For the page where visitors look up several links together. Each link counts as a request. 0 turns the page off.',
      },
      {
        kind: 'switch',
        name: 'requestLogging',
        label: 'Request logging',
        hint: 'A line in the log of the server for each request.',
      },
    ],
  },
]

export async function loader() {
  return { view: settingsView(sections), sources: await sourcesView() }
}

type Sent = Pick<Route.ActionArgs, 'request' | 'context'>

const perform = intents({
  ...sourceActions,
  'test extractionUrl': (form: FormData, { request }: Sent) =>
    testAddress('extractionUrl', sections, form, request.signal),
  'test fallbackExtractionUrl': (form: FormData, { request }: Sent) =>
    testAddress('fallbackExtractionUrl', sections, form, request.signal),
  save: (form: FormData, { context }: Sent) => saveSettings(sections, { form, target, context }),
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { request, context })
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return testInBrowser(request, () => serverAction(), { test: silent, sourceTest: silent })
}

export default function ApiSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, sources } = loaderData
  const tested = actionData !== undefined && 'sourceTest' in actionData ? actionData : undefined
  const answer = actionData !== undefined && 'sourceTest' in actionData ? undefined : actionData
  return (
    <SettingsPage tab="api">
      <SourceList sources={sources} test={tested?.sourceTest} />
      <SettingsSections
        view={view}
        answer={answer}
        beside={{
          extractionUrl: <LookupTest name="extractionUrl" test={answer?.test} />,
          fallbackExtractionUrl: <LookupTest name="fallbackExtractionUrl" test={answer?.test} />,
        }}
      />
    </SettingsPage>
  )
}
