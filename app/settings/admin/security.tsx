import { href } from 'react-router'
import type { SettingSection } from '#app/settings/ui/fields.ts'
import { saveSettings } from '#app/settings/ui/save-settings.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { Route } from './+types/security'

const target = href('/admin/settings/security')

const sections: SettingSection[] = [
  {
    title: 'Signing in',
    fields: [
      {
        kind: 'number',
        name: 'sessionTimeoutMinutes',
        label: 'Session timeout',
        unit: 'minutes',
        hint: 'Who asks for nothing so long signs in again, unless the sign-in is remembered.',
      },
      {
        kind: 'switch',
        name: 'twoFactorRequired',
        label: 'Two-factor sign-in required for admins',
        guarded: true,
        hint: 'An admin without it can open nothing but the tab Account, to set it up.',
      },
    ],
  },
  {
    title: 'New passwords',
    lead: 'Passwords that are in use stay as they are.',
    fields: [
      { kind: 'number', name: 'minPasswordLength', label: 'Minimum length', unit: 'characters' },
      { kind: 'switch', name: 'requireUppercase', label: 'Require an uppercase letter' },
      { kind: 'switch', name: 'requireNumbers', label: 'Require a number' },
      { kind: 'switch', name: 'requireSpecial', label: 'Require a special character' },
    ],
  },
]

export function loader() {
  return settingsView(sections)
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveSettings(sections, { form: await request.formData(), target, context })
}

export default function SecuritySettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage tab="security">
      <SettingsSections view={loaderData} answer={actionData} />
    </SettingsPage>
  )
}
