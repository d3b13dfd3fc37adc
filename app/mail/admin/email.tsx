import { lazy, Suspense } from 'react'
import { href, Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { listHref } from '#app/lists/list-address.ts'
import { ownList } from '#app/lists/own-list.server.ts'
import { rowsPerPage } from '#app/lists/own-list.ts'
import { mailSender, mailServer } from '#app/mail/outbox.server.ts'
import { countOutbox, listOutbox } from '#app/mail/outbox-list.server.ts'
import { countSubscribers } from '#app/newsletter/subscriber-list.server.ts'
import { MailNewsletter } from '#app/newsletter/ui/newsletter-panel.tsx'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { emailSections } from '#app/settings/ui/sections/email.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { silent, testInBrowser } from '#app/ui/admin/forms/test-in-browser.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import type { Route } from './+types/email'
import {
  emailPath,
  outboxAddress,
  parseOutboxQuery,
  retryTicked,
  testMail,
} from './mail-form.server.ts'
import { MailTestPanel } from './mail-test-panel.tsx'

/** Below the settings, and so what browsers load after them. */
const MailOutbox = lazy(async () => ({ default: (await import('./mail-outbox.tsx')).MailOutbox }))

export const handle: LiveHandle = { live: ['outbox'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parseOutboxQuery(url.searchParams)
  const list = outboxAddress(query)
  const { user } = context.get(adminContext)
  const own = await ownList(user.id, 'outbox')
  const page = await listOutbox({ state: query.status, olderThan: query.cursor }, rowsPerPage(own))
  if (page.rows.length === 0 && query.cursor !== null) throw redirect(listHref(list))
  const server = mailServer()
  return {
    view: settingsView(emailSections),
    own: user.email,
    from: mailSender(),
    server: server === null ? null : `${server.host}:${server.port}`,
    outbox: { list, own, status: query.status, ...page, counts: await countOutbox() },
    subscribers: await countSubscribers(),
  }
}

type Sent = Pick<Route.ActionArgs, 'request' | 'context'>

const perform = intents({
  ...settingActions(emailSections, emailPath),
  test: (form: FormData, { context, request }: Sent) => testMail(form, context, request.signal),
  retry: (form: FormData, { context }: Sent) => retryTicked(form, context),
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { request, context })
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return testInBrowser(request, () => serverAction(), {
    mailTest: { to: '', problem: silent.text },
  })
}

function MailTemplates() {
  return (
    <section className={panel()} aria-label="Templates">
      <div>
        <Subtitle>Templates</Subtitle>
        <p className="max-w-2xl text-pretty text-muted">
          Every kind of email the site sends, as HTML and as plain text.
        </p>
      </div>
      <div>
        <Link className={button({ look: 'quiet' })} to={href('/admin/settings/email/templates')}>
          Preview emails
        </Link>
      </div>
    </section>
  )
}

export default function EmailSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, own, from, server, outbox, subscribers } = loaderData
  const tested = actionData !== undefined && 'mailTest' in actionData ? actionData : undefined
  const saved = actionData !== undefined && 'typed' in actionData ? actionData : undefined
  return (
    <SettingsPage tab="email">
      <SettingsSections view={view} answer={saved} />
      <MailTemplates />
      <MailTestPanel to={own} from={from} server={server} answer={tested?.mailTest} />
      <MailNewsletter counts={subscribers} />
      <Suspense>
        <MailOutbox {...outbox} />
      </Suspense>
    </SettingsPage>
  )
}
