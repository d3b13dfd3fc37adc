import { href } from 'react-router'
import { intents } from '#app/http/intents.server.ts'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { performanceSections } from '#app/settings/ui/sections/performance.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { Route } from './+types/performance'

const target = href('/admin/settings/performance')

export function loader() {
  return settingsView(performanceSections)
}

const perform = intents(settingActions(performanceSections, target))

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export default function PerformanceSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage tab="performance">
      <SettingsSections view={loaderData} answer={actionData} />
    </SettingsPage>
  )
}
