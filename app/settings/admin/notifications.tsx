import { href, Link } from 'react-router'
import { activeAdmins } from '#app/accounts/user.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { SettingSection } from '#app/settings/ui/fields.ts'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { notificationsSections } from '#app/settings/ui/sections/notifications.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/notifications'

const target = href('/admin/settings/notifications')

async function allSections(): Promise<SettingSection[]> {
  const admins = await activeAdmins()
  return notificationsSections(
    admins.map(({ email, name }) => ({ value: email, label: `${name} (${email})` })),
  )
}

export async function loader() {
  const mails = mailIsSetUp() ? (settings().mailNotifications ? 'on' : 'off') : 'not set up'
  return { view: settingsView(await allSections()), mails }
}

export async function action({ request, context }: Route.ActionArgs) {
  const perform = intents(settingActions(await allSections(), target))
  return perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, mails } = loaderData
  return (
    <SettingsPage tab="notifications">
      {mails !== 'on' && (
        <Callout>
          {mails === 'off'
            ? 'Email notifications are off, so events show only in the bell menu. '
            : 'Email isn’t set up, so events show only in the bell menu. '}
          <Link className={link} to={href('/admin/settings/email')}>
            Email settings
          </Link>
        </Callout>
      )}
      <SettingsSections view={view} answer={actionData} />
      <p>
        {'Your own programs can be told of events too: '}
        <Link className={link} to={href('/admin/settings/webhooks')}>
          Webhooks
        </Link>
      </p>
    </SettingsPage>
  )
}
