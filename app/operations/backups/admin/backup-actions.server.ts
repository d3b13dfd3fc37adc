import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
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

/** Whether a form of the page is one of its buttons, and not the settings. */
export function isBackupAction(form: FormData): boolean {
  return ['back-up', 'verify', 'check'].includes(String(form.get('do')))
}

/** Begins what a button of the page asks for; it goes on behind, and the page says how far it is. */
export async function beginBackupAction(form: FormData, context: Context): Promise<Response> {
  const actor = actorOf(context)
  switch (form.get('do')) {
    case 'back-up':
      if (backupState().runningSince !== null) {
        return done(context, 'A backup is being made already.', 'backups')
      }
      inBackground(makeBackup('by-hand', actor))
      return done(context, 'The backup has begun.', 'backups')
    case 'verify': {
      const backup = await findBackup(String(form.get('name') ?? ''))
      if (backup === null) return done(context, 'That backup is gone.', 'backups')
      inBackground(verifyBackup(backup, actor))
      return done(context, 'The backup is being looked at.', 'backups')
    }
    case 'check':
      if (integrityState().checkingSince === null) inBackground(checkDatabase(actor))
      return done(context, 'The database is being looked at.', 'integrity')
    default:
      throw data(null, { status: 400 })
  }
}

async function done(context: Context, text: string, section: string): Promise<Response> {
  await context.get(sessionContext).flash('success', text)
  return redirect(`${databasePage}#${section}`)
}

function inBackground(work: Promise<unknown>): void {
  work.catch((error) => log.error({ err: error }, 'work on the database failed'))
}
