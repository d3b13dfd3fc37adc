import type { SettingName } from '#app/settings/settings-schema.ts'
import type { SettingField, SettingSection } from '#app/settings/ui/fields.ts'

/** The fields of the tab Notifications. */
export const notificationsSections: SettingSection[] = [
  {
    title: 'Events',
    lead: 'Choose which events operators hear about, and how. Emails go to every admin.',
    fields: [
      event('notifyDmcaReport', 'A new DMCA report'),
      event('notifyContactMessage', 'A new message from a visitor'),
      event('notifyExtractionFailing', 'The extraction service fails'),
      event('notifyBackupFailed', 'A backup failed'),
      event('notifyDiskLow', 'The disk is nearly full'),
      event('notifySignInFailures', 'Many sign-ins fail'),
    ],
  },
]

function event(name: SettingName, label: string): SettingField {
  const options = [
    { value: 'badge', label: 'At the bell' },
    { value: 'mail', label: 'By mail' },
  ]
  return { kind: 'ticks', name, label, options }
}
