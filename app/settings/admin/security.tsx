import { href } from 'react-router'
import { intents } from '#app/http/intents.server.ts'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { securitySections } from '#app/settings/ui/sections/security.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { Route } from './+types/security'

const target = href('/admin/settings/security')

export function loader() {
  return settingsView(securitySections)
}

const perform = intents(settingActions(securitySections, target))

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export default function SecuritySettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage tab="security">
      <SettingsSections view={loaderData} answer={actionData} />
    </SettingsPage>
  )
}
