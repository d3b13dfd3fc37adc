import type { Kysely } from 'kysely'
import { env } from '#app/env.server.ts'
import { enqueueMail, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Database } from '#db/schema.ts'

/** Changes that an account's owner gets an email about, since someone else could have made them. */
export type SecurityChange =
  | { kind: 'passkey_added'; passkey: string }
  | { kind: 'password_changed' }
  | { kind: 'email_changed'; to: string }
  | { kind: 'two_factor_off' }

/** Queues an email to an account's owner in the change's transaction. Does nothing without mail. */
export async function tellOwner(
  { name, email }: { name: string; email: string },
  change: SecurityChange,
  executor: Kysely<Database>,
): Promise<void> {
  if (!mailIsSetUp()) return
  const { subject, text } = textsOf(change)
  const { siteName } = settings()
  // A link to a new password would go to the new address.
  const lost = change.kind === 'email_changed'
  const advice = lost
    ? `Didn’t do this? Tell another operator of ${siteName} right away.`
    : 'Didn’t do this? Choose a new password right away. That signs out every device and removes all passkeys.'
  const button = { button: 'Choose a new password', href: `${env.APP_URL}/admin/forgot-password` }
  await enqueueMail(
    {
      to: email,
      subject: `${siteName}: ${subject}`,
      body: { title: text, parts: [`Hello ${name},`, advice, ...(lost ? [] : [button])] },
    },
    executor,
  )
}

function textsOf(change: SecurityChange): { subject: string; text: string } {
  const here = `at ${env.APP_URL}`
  switch (change.kind) {
    case 'passkey_added':
      return {
        subject: 'a passkey was added to your account',
        text: `The passkey “${change.passkey}” was added to your account ${here}`,
      }
    case 'password_changed':
      return {
        subject: 'your password was changed',
        text: `The password of your account ${here} was changed`,
      }
    case 'email_changed':
      return {
        subject: 'your email address was changed',
        text: `Your account ${here} now has the email address ${change.to}`,
      }
    case 'two_factor_off':
      return {
        subject: 'two-factor sign-in was turned off',
        text: `Two-factor sign-in was turned off for your account ${here}`,
      }
  }
}
