import { data, href, redirect } from 'react-router'
import {
  actorOf,
  adminContext,
  passwordAgainProblem,
} from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { deleteBackup, findBackup } from '#app/backups/backup.server.ts'
import { restoreBackup } from '#app/backups/restore.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { signLink } from '#app/secrets/signed-link.server.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { timeText, zoneText } from '#app/time/time-text.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/backup-step'

const databasePage = href('/admin/settings/database')

const steps = ['download', 'restore', 'delete'] as const
type Step = (typeof steps)[number]

/** Asks for the operator's password before a backup is downloaded, restored or deleted. */
export async function loader({ params }: Route.LoaderArgs) {
  const { step, backup } = await wanted(params)
  return {
    step,
    name: backup.name,
    size: formatBytes(backup.bytes, 'en'),
    made: `${timeText(backup.at, siteTimeZone())} (${zoneText(siteTimeZone())})`,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { step, backup } = await wanted(params)
  const form = await request.formData()
  const ownPassword = await passwordAgainProblem(context, form)
  if (ownPassword !== null) return data({ ownPassword, text: null }, { status: 400 })
  if (step === 'download') {
    const proof = signLink('backup', backup.name, context.get(adminContext).idHash)
    return redirect(`${databasePage}/file/${backup.name}?${proof}`)
  }
  if (step === 'delete') {
    await deleteBackup(backup, actorOf(context))
    await context.get(sessionContext).flash('success', 'The backup was deleted.')
    return redirect(`${databasePage}#backups`)
  }
  const result = await restoreBackup(backup, actorOf(context))
  // The restored database has no sessions, so everyone is signed out.
  if (result.ok) return redirect(`${href('/admin/login')}?message=restored`)
  return data({ ownPassword: null, text: `Nothing was restored. ${result.text}` }, { status: 409 })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

import { useHold } from '#app/ui/hold.ts'

async function wanted({ step, name }: Route.LoaderArgs['params']) {
  const known = steps.find((candidate) => candidate === step)
  const backup = known === undefined ? null : await findBackup(name)
  if (known === undefined || backup === null) throw notFound()
  return { step: known, backup }
}

const texts: Record<Step, { title: string; submit: string; text: (made: string) => string }> = {
  download: {
    title: 'Download this backup?',
    submit: 'Download',
    text: () =>
      'The file holds everything the site knows: accounts with password hashes, reports with names and addresses, the audit log. Keep it somewhere private.',
  },
  restore: {
    title: 'Restore this backup?',
    submit: 'Restore',
    text: (made) =>
      `Everything returns to its state at ${made}. Changes made since then are lost: takedowns and blocked creators, users and passwords, unsubscriptions, settings, figures. The current database is kept as a backup. Everyone, including you, is signed out and signs in with the password they had then. Running downloads continue.`,
  },
  delete: {
    title: 'Delete this backup?',
    submit: 'Delete the backup',
    text: () => 'This permanently deletes the file.',
  },
}

export default function BackupStep({ loaderData, actionData }: Route.ComponentProps) {
  const { step, name, size, made } = loaderData
  const { title, submit, text } = texts[step]
  useHold(actionData?.text != null)
  return (
    <>
      {actionData?.text != null && (
        <Callout tone="bad" role="alert">
          {actionData.text}
        </Callout>
      )}
      <ConfirmPage
        title={title}
        text={text(made)}
        things={[`${name}, ${size}, made at ${made}`]}
        back={{ href: `${databasePage}#backups`, label: 'Database' }}
        hidden={[]}
        submit={submit}
        danger={step !== 'download'}
        file={step === 'download'}
        password={{ problem: actionData?.ownPassword ?? undefined }}
      />
    </>
  )
}
