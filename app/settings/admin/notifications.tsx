import { href, Link } from 'react-router'
import { listAdmins } from '#app/accounts/user.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { SettingName } from '#app/settings/settings-schema.ts'
import type { SettingField, SettingSection } from '#app/settings/ui/fields.ts'
import { saveSettings } from '#app/settings/ui/save-settings.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/notifications'

const target = href('/admin/settings/notifications')

const events: SettingSection = {
  title: 'Events',
  lead: 'What reaches the admins, and how. A mail goes to every admin.',
  fields: [
    event('notifyDmcaReport', 'A new DMCA report'),
    event('notifyContactMessage', 'A new message from a visitor'),
    event('notifyExtractionFailing', 'The extraction service fails'),
    event('notifyBackupFailed', 'A backup failed'),
    event('notifyDiskLow', 'The disk is nearly full'),
    event('notifySignInFailures', 'Many sign-ins fail'),
  ],
}

function event(name: SettingName, label: string): SettingField {
  const options = [
    { value: 'badge', label: 'At the bell' },
    { value: 'mail', label: 'By mail' },
  ]
  return { kind: 'ticks', name, label, options }
}

/** The report is for each operator to have or not. */
async function allSections(): Promise<SettingSection[]> {
  const admins = (await listAdmins()).filter(({ status }) => status === 'active')
  const options = admins.map(({ email, name }) => ({ value: email, label: `${name} (${email})` }))
  return [
    events,
    {
      title: 'Weekly report',
      lead: 'Last week’s figures in an email, every Monday morning in the site’s time zone.',
      fields: [{ kind: 'ticks', name: 'weeklyReport', label: 'Send it to', options }],
    },
  ]
}

export async function loader() {
  const mails = mailIsSetUp() ? (settings().mailNotifications ? 'on' : 'off') : 'not set up'
  return { view: settingsView(await allSections()), mails }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveSettings(await allSections(), { form: await request.formData(), target, context })
}

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, mails } = loaderData
  return (
    <SettingsPage tab="notifications">
      {mails !== 'on' && (
        <Callout>
          {mails === 'off'
            ? 'Mails about events are switched off, so only the bell tells of them. '
            : 'Mail is not set up, so only the bell tells of events. '}
          <Link className={link} to={href('/admin/settings/email')}>
            Email settings
          </Link>
        </Callout>
      )}
      <SettingsSections view={view} answer={actionData} />
    </SettingsPage>
  )
}
