import { href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { withFields } from '#app/http/intents.server.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { inBackground } from '#app/observe/in-background.server.ts'
import {
  backupState,
  findBackup,
  makeBackup,
  verifyBackup,
} from '#app/operations/backups/backup.server.ts'
import { checkDatabase, integrityState } from '#app/operations/backups/database-facts.server.ts'
import { files } from '#db/engine.ts'

type Context = Readonly<RouterContextProvider>

/** The page that shows all of it. */
export const databasePage = href('/admin/settings/database')

type Sent = { context: Context }

/**
 * The buttons of the page besides its settings. Each begins work that goes on in the background. The
 * page shows that it does, and a message how it ended.
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

/** None where the database is no file. Their type stays, since the page shows their answers. */
export const backupActions = (files === null ? {} : fileActions) as typeof fileActions

async function done(context: Context, text: string, section: string): Promise<Response> {
  await tell(context, 'success', text)
  return redirect(`${databasePage}#${section}`)
}

function tell(context: Context, kind: 'success' | 'error', text: string): Promise<void> {
  return context.get(sessionContext).flash(kind, text)
}
