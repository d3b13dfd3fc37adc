import { href } from 'react-router'
import { intents } from '#app/http/intents.server.ts'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { apiSections } from '#app/settings/ui/sections/api.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import { silent, testInBrowser } from '#app/ui/admin/forms/test-in-browser.ts'
import type { Route } from './+types/api'
import { LookupTest } from './lookup-test.tsx'
import { sourceActions, sourcesView } from './source-actions.server.ts'
import { SourceList } from './source-list.tsx'
import { testAddress } from './test-address.server.ts'

const target = href('/admin/settings/api')

export async function loader() {
  return { view: settingsView(apiSections), sources: await sourcesView() }
}

type Sent = Pick<Route.ActionArgs, 'request' | 'context'>

const perform = intents({
  ...settingActions(apiSections, target),
  ...sourceActions,
  'test extractionUrl': (form: FormData, { request }: Sent) =>
    testAddress('extractionUrl', apiSections, form, request.signal),
  'test fallbackExtractionUrl': (form: FormData, { request }: Sent) =>
    testAddress('fallbackExtractionUrl', apiSections, form, request.signal),
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
