import { data, href, Link } from 'react-router'
import { testExtraction } from '#app/download/extraction/extraction-test.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { extractionEndpoint, settingOverrides } from '#app/settings/settings.server.ts'
import { type SettingName, SettingsSchema } from '#app/settings/settings-schema.ts'
import {
  answerOf,
  type SettingsAnswer,
  settingActions,
} from '#app/settings/ui/save-settings.server.ts'
import { apiSections } from '#app/settings/ui/sections/api.ts'
import { readSettingsForm } from '#app/settings/ui/settings-form.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import { silent, testInBrowser } from '#app/ui/admin/forms/test-in-browser.ts'
import { TestLookup } from '#app/ui/admin/forms/test-lookup.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/api'
import { platformActions, platformsView } from './platform-actions.server.ts'
import { PlatformList } from './platform-list.tsx'
import { sourceActions, sourcesView } from './source-actions.server.ts'
import { SourceList } from './source-list.tsx'

const target = href('/admin/settings/api')

export async function loader() {
  const [platforms, sources] = await Promise.all([platformsView(), sourcesView()])
  return { view: settingsView(apiSections), platforms, sources }
}

type Sent = Pick<Route.ActionArgs, 'request' | 'context'>

const perform = intents({
  ...settingActions(apiSections, target),
  ...sourceActions,
  ...platformActions,
  'test extractionUrl': (form: FormData, { request }: Sent) =>
    testAddress('extractionUrl', form, request.signal),
  'test fallbackExtractionUrl': (form: FormData, { request }: Sent) =>
    testAddress('fallbackExtractionUrl', form, request.signal),
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { request, context })
}

const withoutSecond = { works: true, text: 'Without a second address, only the first is used.' }

async function testAddress(
  name: 'extractionUrl' | 'fallbackExtractionUrl',
  form: FormData,
  signal: AbortSignal,
) {
  const fields = apiSections.flatMap((section) => section.fields)
  const kept: SettingsAnswer = { ...answerOf(readSettingsForm(form, fields)), problems: {} }
  const typed = form.get(name)
  const address =
    name in settingOverrides()
      ? extractionEndpoint()
      : SettingsSchema.shape[name].safeParse(typeof typed === 'string' ? typed.trim() : '').data
  if (address === undefined) {
    const test = { name, works: false, text: 'Enter an http or https address.' }
    return data<SettingsAnswer>({ ...kept, test }, { status: 400 })
  }
  const result =
    name === 'fallbackExtractionUrl' && !address
      ? withoutSecond
      : await testExtraction(address ?? '', signal)
  return data<SettingsAnswer>({ ...kept, test: { name, ...result } })
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return testInBrowser(request, () => serverAction(), { test: silent, sourceTest: silent })
}

export default function ApiSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, platforms, sources } = loaderData
  const tested = actionData !== undefined && 'sourceTest' in actionData ? actionData : undefined
  const answer = actionData !== undefined && 'sourceTest' in actionData ? undefined : actionData
  return (
    <SettingsPage tab="api">
      <PlatformList platforms={platforms} test={tested?.sourceTest} />
      <SourceList sources={sources} test={tested?.sourceTest} />
      <SettingsSections
        view={view}
        answer={answer}
        beside={{
          extractionUrl: <LookupTest name="extractionUrl" service="first" test={answer?.test} />,
          fallbackExtractionUrl: (
            <LookupTest name="fallbackExtractionUrl" service="second" test={answer?.test} />
          ),
          apiAccess: <ApiLinks />,
        }}
      />
    </SettingsPage>
  )
}

function ApiLinks() {
  return (
    <p className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1.5">
      <Link className={link} to={href('/admin/settings/api/tokens')}>
        API tokens
      </Link>
      <a className={link} href={href('/:lang?/api')}>
        API reference
      </a>
    </p>
  )
}

/** Tests the address typed into the field above, saved or not. */
function LookupTest({
  name,
  service,
  test,
}: {
  name: SettingName
  service: string
  test: SettingsAnswer['test']
}) {
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <TestLookup
        name={name}
        value={`test ${name}`}
        label="Test"
        fullLabel={`Test the ${service} service`}
        formAction={`#setting-${name}`}
        test={test?.name === name ? test : undefined}
      />
    </div>
  )
}
