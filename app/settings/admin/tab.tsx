import { href } from 'react-router'
import { isCountryDatabase } from '#app/analytics/country.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Settings } from '#app/settings/settings-schema.ts'
import { FileNamePreview } from '#app/settings/ui/file-name-preview.tsx'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { generalSections } from '#app/settings/ui/sections/general.ts'
import { performanceSections } from '#app/settings/ui/sections/performance.ts'
import { securitySections } from '#app/settings/ui/sections/security.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { Route } from './+types/tab'

const tabs = {
  general: tabOf(generalSections, href('/admin/settings'), countryDatabaseProblem),
  security: tabOf(securitySections, href('/admin/settings/security')),
  performance: tabOf(performanceSections, href('/admin/settings/performance')),
}

function tabOf(...form: Parameters<typeof settingActions>) {
  return { sections: form[0], perform: intents(settingActions(...form)) }
}

/** Returns the tab named by the last part of an address; `/admin/settings` is the general one. */
function tabAt({ pathname }: URL): keyof typeof tabs {
  const [, , , name] = pathname.split('/')
  return name === 'security' || name === 'performance' ? name : 'general'
}

/** A tab that is nothing but its settings. */
export function loader({ url }: Route.LoaderArgs) {
  const tab = tabAt(url)
  const { fileNames: style, fileNamePattern: pattern } = settings()
  return { tab, view: settingsView(tabs[tab].sections), names: { style, pattern } }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return tabs[tabAt(url)].perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

/** Checked here, since an unreadable file would silently leave the bundled one in use. */
function countryDatabaseProblem({
  countryDatabase = '',
}: Partial<Settings>): Partial<Record<'countryDatabase', string>> {
  if (countryDatabase === '' || isCountryDatabase(countryDatabase)) return {}
  return { countryDatabase: 'The server can’t find a readable .mmdb file at this path.' }
}

export default function SettingsTab({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, view, names } = loaderData
  return (
    <SettingsPage key={tab} tab={tab}>
      <SettingsSections
        view={view}
        answer={actionData}
        beside={{ fileNamePattern: <FileNamePreview saved={names} /> }}
      />
    </SettingsPage>
  )
}
