import { href } from 'react-router'
import { twoFactorState } from '#app/accounts/credentials/totp.server.ts'
import { newestGoodBackup } from '#app/backups/backup.server.ts'
import { hasFoundPost } from '#app/download/extraction/source-record.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { files } from '#db/engine.ts'

export type SetupStep = {
  id: string
  title: string
  text: string
  href: string
  outside?: boolean
  done: boolean
}

/** Returns the setup steps for an operator. Null once all are done or the list is hidden. */
export async function setupChecklist(userId: string): Promise<SetupStep[] | null> {
  if (!settings().setupChecklist) return null
  const [hasFound, twoFactor, backup] = await Promise.all([
    hasFoundPost(),
    twoFactorState(userId),
    files === null ? null : newestGoodBackup(),
  ])
  const steps: SetupStep[] = [
    {
      id: 'link',
      title: 'Test a link',
      text: 'Paste a TikTok link on your site and look it up.',
      href: href('/:lang?'),
      outside: true,
      done: hasFound,
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
      done: twoFactor.on,
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
      // A database server's own backups can't be checked here.
      done: files === null || backup !== null,
    },
  ]
  return steps.every(({ done }) => done) ? null : steps
}
