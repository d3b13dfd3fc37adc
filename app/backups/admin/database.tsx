import { lazy, Suspense } from 'react'
import { href, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import {
  backupState,
  findBackup,
  isBeingVerified,
  listBackups,
  makeBackup,
  makesBackups,
  verifyBackup,
} from '#app/backups/backup.server.ts'
import { checkDatabase, databaseFacts, integrityState } from '#app/backups/database-facts.server.ts'
import { intents, withFields } from '#app/http/intents.server.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { inBackground } from '#app/live/in-background.server.ts'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { databaseSections } from '#app/settings/ui/sections/database.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import type { Route } from './+types/database'
import { DatabaseFactsPanel } from './backup-facts.tsx'

export const handle: LiveHandle = { live: ['backups'] }

export async function loader() {
  const { runningSince, failure } = backupState()
  const backups = await listBackups()
  return {
    view: settingsView(databaseSections),
    facts: await databaseFacts(),
    integrity: integrityState(),
    backups: backups.map((backup) => ({ ...backup, looking: isBeingVerified(backup) })),
    runningSince,
    failure,
  }
}

const databasePage = href('/admin/settings/database')

type Sent = Pick<Route.ActionArgs, 'context'>

/**
 * The page's buttons besides its settings. Each starts background work; the page shows that it
 * runs, and a message shows its outcome.
 */
const fileActions = {
  async 'back-up'(_form: FormData, { context }: Sent) {
    if (backupState().runningSince !== null) {
      return done(context, 'A backup is already being made.', 'backups')
    }
    const answer = await done(context, 'Backup started.', 'backups')
    inBackground('backups', async () => {
      const result = await makeBackup('by-hand', actorOf(context))
      if (!result.ok) return tell(context, 'error', `The backup failed. ${result.text}`)
      await tell(context, 'success', `Backup finished: ${formatBytes(result.backup.bytes, 'en')}.`)
    })
    return answer
  },
  verify: withFields(z.object({ name: z.string() }), async ({ name }, { context }: Sent) => {
    const backup = await findBackup(name)
    if (backup === null) return done(context, 'That backup is gone.', 'backups')
    const answer = await done(context, 'The backup is being checked.', 'backups')
    inBackground('backups', async () => {
      const { problem } = await verifyBackup(backup, actorOf(context))
      if (problem === null) return tell(context, 'success', `${name} is intact.`)
      await tell(context, 'error', `${name} can’t be used. ${problem}`)
    })
    return answer
  }),
  async check(_form: FormData, { context }: Sent) {
    const answer = await done(context, 'The database is being checked.', 'integrity')
    if (integrityState().checkingSince !== null) return answer
    inBackground('backups', async () => {
      const { problem } = await checkDatabase(actorOf(context))
      if (problem === null) return tell(context, 'success', 'The database is intact.')
      await tell(context, 'error', `The database is damaged. Restore a backup. ${problem}`)
    })
    return answer
  },
}

/** Empty if the database isn't a file. Its type stays, as the page shows the actions' answers. */
const backupActions = (makesBackups ? fileActions : {}) as typeof fileActions

async function done(context: Sent['context'], text: string, section: string): Promise<Response> {
  await tell(context, 'success', text)
  return redirect(`${databasePage}#${section}`)
}

function tell(context: Sent['context'], kind: 'success' | 'error', text: string): Promise<void> {
  return context.get(sessionContext).flash(kind, text)
}

const perform = intents({
  ...settingActions(databaseSections, databasePage),
  ...backupActions,
})

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

/** Below the settings, so browsers load it after them. */
const BackupList = lazy(async () => ({ default: (await import('./backup-list.tsx')).BackupList }))

export default function DatabaseSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, facts, integrity, backups, runningSince, failure } = loaderData
  return (
    <SettingsPage tab="database">
      <DatabaseFactsPanel facts={facts} {...integrity} />
      <SettingsSections view={view} answer={actionData} />
      {facts.server === null && (
        <Suspense>
          <BackupList backups={backups} runningSince={runningSince} failure={failure} />
        </Suspense>
      )}
    </SettingsPage>
  )
}
