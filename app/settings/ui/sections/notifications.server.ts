import { choicesOf } from '#app/settings/setting-choices.ts'
import type { SettingField, SettingSection } from '#app/settings/ui/fields.ts'
import { files } from '#db/engine.ts'

const fileEvents = [
  event('notifyBackupFailed', 'A backup failed'),
  event('notifyDiskLow', 'The disk is nearly full'),
]

const events: SettingSection = {
  title: 'Events',
  lead: 'Choose which events operators hear about, and how. Emails go to every admin.',
  fields: [
    event('notifyDmcaReport', 'A new DMCA report'),
    event('notifyCounterNotice', 'A new DMCA counter-notice'),
    event('notifyContactMessage', 'A new message from a visitor'),
    event('notifyExtractionFailing', 'The extraction service fails'),
    ...(files === null ? [] : fileEvents),
    event('notifySignInFailures', 'Many sign-ins fail'),
  ],
}

/** Each of `operators` is an option of the weekly report. */
export function notificationsSections(
  operators: { value: string; label: string }[] = [],
): SettingSection[] {
  return [
    events,
    {
      title: 'Weekly report',
      lead: 'Last week’s figures in an email, every Monday morning in the site’s time zone.',
      fields: [{ kind: 'ticks', name: 'weeklyReport', label: 'Send to', options: operators }],
    },
  ]
}

function event(
  name: Extract<Parameters<typeof choicesOf>[0], `notify${string}`>,
  label: string,
): SettingField {
  return { kind: 'ticks', name, label, options: choicesOf(name) }
}
