import { href } from 'react-router'
import type { Route } from './+types/security'
import type { SettingSection } from './fields.ts'
import { saveSettings } from './save-settings.server.ts'
import { SettingsPage } from './settings-page.tsx'
import { SettingsSections } from './settings-sections.tsx'
import { settingsView } from './settings-view.server.ts'

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
