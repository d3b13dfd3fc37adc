import { href } from 'react-router'
import { intents } from '#app/http/intents.server.ts'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { generalSections } from '#app/settings/ui/sections/general.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { Route } from './+types/general'
import { countryDatabaseProblem } from './country-database.server.ts'

const target = href('/admin/settings')

export function loader() {
  return settingsView(generalSections)
}

const perform = intents(settingActions(generalSections, target, countryDatabaseProblem))

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export default function GeneralSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage tab="general">
      <SettingsSections view={loaderData} answer={actionData} />
    </SettingsPage>
  )
}
