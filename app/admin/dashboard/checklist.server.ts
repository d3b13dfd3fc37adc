import { href } from 'react-router'
import { twoFactorState } from '#app/accounts/credentials/totp.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { newestGoodBackup } from '#app/operations/backups/backup.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { db, files } from '#db/engine.ts'

/** A step of setting the site up, and the page that it's done on. */
export type SetupStep = {
  id: string
  title: string
  text: string
  href: string
  /** Whether the page isn't one of the back office. */
  outside?: boolean
  done: boolean
}

/** What is left to set up, for an operator; null once all of it is done, or the list was hidden. */
export async function setupChecklist(userId: string): Promise<SetupStep[] | null> {
  if (!settings().setupChecklist) return null
  const steps: SetupStep[] = [
    {
      id: 'link',
      title: 'Test a link',
      text: 'Paste a TikTok link on your site and look it up.',
      href: href('/:lang?'),
      outside: true,
      done: await hasPost(),
    },
    {
      id: 'mail',
      title: 'Set up email',
      text: 'Invitations, forgotten passwords and alerts are sent through your mail server.',
      href: href('/admin/settings/email'),
      done: mailIsSetUp(),
    },
    {
      id: 'two-factor',
      title: 'Turn on two-factor sign-in',
      text: 'Protect your account with a code from your phone.',
      href: href('/admin/settings/account'),
      done: (await twoFactorState(userId)).on,
    },
    {
      id: 'contact',
      title: 'Add a contact address',
      text: 'Visitors and claimants need to know where to reach you.',
      href: href('/admin/settings'),
      done: settings().contactAddress !== '',
    },
    {
      id: 'backup',
      title: 'Check your backups',
      text: 'Make one now, and check that it can be restored.',
      href: href('/admin/settings/database'),
      // Those of a database server are not ours to know.
      done: files === null || (await newestGoodBackup()) !== null,
    },
  ]
  return steps.every(({ done }) => done) ? null : steps
}

/** Whether a post was ever looked up: operators' look-ups aren't in the figures. */
async function hasPost(): Promise<boolean> {
  return (await db.selectFrom('posts').select('post_id').limit(1).executeTakeFirst()) !== undefined
}
