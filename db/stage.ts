import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { appliedMigrations, checkFile, DatabaseFileError } from './check-file.ts'
import { syncToDisk } from './copy-file.ts'
import { openShared } from './open.ts'
import { foldIn } from './swap.ts'
import { DatabaseUnavailableError, unavailableReason } from './unavailable.ts'

export type StageOrder = {
  source: string
  /** Where the result goes; beside the database, so that a rename can bring it there. */
  target: string
  /** The database as it is now; null when it cannot be read. */
  live: string | null
  /** The line for its audit log. */
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
 * Makes a database to be put into service out of a backup: a copy, checked as a stranger's, brought
 * up to date, with no one signed in and no mail waiting that has been sent since.
 * Throws a DatabaseFileError when the file must not be used; `source` is never changed.
 */
export async function stageFile({ source, target, live, audit }: StageOrder): Promise<Staged> {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(target + end, { force: true })
  try {
    closeSync(openSync(target, 'wx', 0o600))
    copyFileSync(source, target)
    const log = `${source}-wal`
    if (existsSync(log) && statSync(log).size > 0) {
      // The file was copied by hand while it was in use, its log with it.
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
  // Whoever was signed in then need not be now: he may have been banned since.
  connection.exec('delete from sessions')
  // So with links that may have been used since; whoever was invited may still come.
  connection.exec("delete from one_time_tokens where purpose in ('setup', 'reset')")
  connection.exec("update outbox set state = 'waiting' where state = 'sending'")
  try {
    if (live !== null) forgetSentMails(connection, live)
  } catch (error) {
    // Where the damage is what a restore is for, a mail may go out a second time.
    if (unavailableReason(error) !== 'damaged') throw error
  }
  connection
    .prepare(
      `insert into audit_log
         (at, actor_id, actor_label, action, object_type, object_id, before, after, outcome, request_id)
       values (?, ?, ?, 'database.restored', 'backup', ?, null, null, 'success', ?)`,
    )
    .run(audit.at, audit.actorId, audit.actorLabel, audit.object, audit.requestId)
}

/** Mails that waited when the backup was made and do not any more went out, or were given up. */
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
