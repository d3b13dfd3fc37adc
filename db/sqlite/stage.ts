import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { DatabaseUnavailableError } from '../unavailable.ts'
import { appliedMigrations, checkFile, DatabaseFileError } from './check-file.ts'
import { syncToDisk } from './copy-file.ts'
import { faultOf } from './faults.ts'
import { openShared } from './open.ts'
import { foldIn } from './swap.ts'

export type StageOrder = {
  source: string
  /** Path for the result; beside the database, so that a rename can move it there. */
  target: string
  /** The current database. Null if it can't be read. */
  live: string | null
  audit: {
    at: number
    actorId: string | null
    actorLabel: string
    requestId: string | null
    object: string
  }
}

export type Staged = { migration: string; migratedFrom: string | null }

/**
 * Makes a database to go into service from a backup: a copy, checked as untrusted, updated, with no
 * one signed in and without mails sent since. Throws a DatabaseFileError if the file must not be
 * used; `source` is never changed.
 */
export async function stageFile({ source, target, live, audit }: StageOrder): Promise<Staged> {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(target + end, { force: true })
  try {
    closeSync(openSync(target, 'wx', 0o600))
    copyFileSync(source, target)
    const log = `${source}-wal`
    if (existsSync(log) && statSync(log).size > 0) {
      // The file was copied by hand while in use, together with its log.
      copyFileSync(log, `${target}-wal`)
      const connection = new SQLite(target)
      foldIn(connection)
      connection.close()
    }
    const { migration: migratedFrom } = await checkFile(target)
    const { db, shared } = await openShared(target, {})
    const migration = await shared.inTurn((connection) => {
      connection.transaction(() => settle(connection, live, audit)).immediate()
      return appliedMigrations(connection).at(-1) ?? ''
    })
    await shared.inTurn(foldIn)
    await db.destroy()
    syncToDisk(target)
    return { migration, migratedFrom: migratedFrom === migration ? null : migratedFrom }
  } catch (error) {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(target + end, { force: true })
    const cause = error instanceof DatabaseUnavailableError ? error.cause : error
    if (!(cause instanceof SQLite.SqliteError)) throw error
    throw new DatabaseFileError('damaged', `It is damaged: ${cause.message}.`)
  }
}

function settle(
  connection: SQLite.Database,
  live: string | null,
  audit: StageOrder['audit'],
): void {
  // Sessions of the backup may be invalid now: a user may have been banned since.
  connection.exec('delete from sessions')
  // These links may have been used since; invitations stay valid.
  connection.exec("delete from one_time_tokens where purpose in ('setup', 'reset')")
  connection.exec("update outbox set state = 'waiting' where state = 'sending'")
  try {
    if (live !== null) forgetSentMails(connection, live)
  } catch (error) {
    // If damage is why it is being restored, a mail may be sent twice.
    if (faultOf(error) !== 'damaged') throw error
  }
  connection
    .prepare(
      `insert into audit_log
         (at, actor_id, actor_label, action, object_type, object_id, object_label, object_href, outcome, request_id)
       values (@at, @actorId, @actorLabel, 'database.restored', 'backup', @object,
         'the backup ' || @object, '/admin/settings/database#backups', 'success', @requestId)`,
    )
    .run(audit)
}

/** Mails that waited in the backup and no longer do were sent or given up. */
function forgetSentMails(connection: SQLite.Database, live: string): void {
  const present = new SQLite(live, { readonly: true, fileMustExist: true })
  try {
    const waiting = new Set(
      present
        .prepare("select id || ' ' || created_at from outbox where sent_at is null")
        .pluck()
        .all(),
    )
    const old = connection
      .prepare('select id, created_at from outbox where sent_at is null')
      .all() as { id: number; created_at: number }[]
    const forget = connection.prepare('delete from outbox where id = ?')
    for (const { id, created_at } of old) if (!waiting.has(`${id} ${created_at}`)) forget.run(id)
  } finally {
    present.close()
  }
}
