import type { SettingName } from '#app/settings/settings-schema.ts'
import type { SettingField, SettingSection } from '#app/settings/ui/fields.ts'

const fileEvents = [
  event('notifyBackupFailed', 'A backup failed'),
  event('notifyDiskLow', 'The disk is nearly full'),
]

const events = (isFile: boolean): SettingSection => ({
  title: 'Events',
  lead: 'Choose which events operators hear about, and how. Emails go to every admin.',
  fields: [
    event('notifyDmcaReport', 'A new DMCA report'),
    event('notifyCounterNotice', 'A new DMCA counter-notice'),
    event('notifyContactMessage', 'A new message from a visitor'),
    event('notifyExtractionFailing', 'The extraction service fails'),
    ...(isFile ? fileEvents : []),
    event('notifySignInFailures', 'Many sign-ins fail'),
  ],
})

/**
 * Returns the sections of the tab Notifications, for a database that is a file or on a server; each of
 * `operators` can have the weekly report.
 */
export function notificationsSections(
  isFile: boolean,
  operators: { value: string; label: string }[] = [],
): SettingSection[] {
  return [
    events(isFile),
    {
      title: 'Weekly report',
      lead: 'Last week’s figures in an email, every Monday morning in the site’s time zone.',
      fields: [{ kind: 'ticks', name: 'weeklyReport', label: 'Send to', options: operators }],
    },
  ]
}

function event(name: SettingName, label: string): SettingField {
  const options = [
    { value: 'badge', label: 'In the bell menu' },
    { value: 'mail', label: 'By email' },
  ]
  return { kind: 'ticks', name, label, options }
}
