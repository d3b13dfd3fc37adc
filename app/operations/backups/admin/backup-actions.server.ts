import { href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { withFields } from '#app/http/intents.server.ts'
import { log } from '#app/observe/log.server.ts'
import {
  backupState,
  findBackup,
  makeBackup,
  verifyBackup,
} from '#app/operations/backups/backup.server.ts'
import { checkDatabase, integrityState } from '#app/operations/backups/database-facts.server.ts'

type Context = Readonly<RouterContextProvider>

/** The page that shows all of it. */
export const databasePage = href('/admin/settings/database')

type Sent = { context: Context }

/**
 * The buttons of the page besides its settings. Each begins work that goes on in the background;
 * the page says how far it is.
 */
export const backupActions = {
  async 'back-up'(_form: FormData, { context }: Sent) {
    if (backupState().runningSince !== null) {
      return done(context, 'A backup is being made already.', 'backups')
    }
    inBackground(makeBackup('by-hand', actorOf(context)))
    return done(context, 'The backup has begun.', 'backups')
  },
  verify: withFields(z.object({ name: z.string() }), async ({ name }, { context }: Sent) => {
    const backup = await findBackup(name)
    if (backup === null) return done(context, 'That backup is gone.', 'backups')
    inBackground(verifyBackup(backup, actorOf(context)))
    return done(context, 'The backup is being looked at.', 'backups')
  }),
  async check(_form: FormData, { context }: Sent) {
    if (integrityState().checkingSince === null) inBackground(checkDatabase(actorOf(context)))
    return done(context, 'The database is being looked at.', 'integrity')
  },
}

async function done(context: Context, text: string, section: string): Promise<Response> {
  await context.get(sessionContext).flash('success', text)
  return redirect(`${databasePage}#${section}`)
}

function inBackground(work: Promise<unknown>): void {
  work.catch((error) => log.error({ err: error }, 'work on the database failed'))
}
