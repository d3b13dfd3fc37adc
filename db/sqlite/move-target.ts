import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { columnList, MoveError, type Row, type Table, type Target } from '../move/sides.ts'
import { checkFile } from './check-file.ts'
import { syncToDisk } from './copy-file.ts'
import { fileBytes } from './file-bytes.ts'
import { claim, countIn, piecesOf } from './move-source.ts'
import { openDatabase } from './open.ts'
import { releaseDatabase } from './process-lock.ts'
import { openReader } from './reader.ts'

/**
 * Prepares to move rows into a new file. They are written to a temporary file, which is renamed
 * once everything was compared. Throws a MoveError if the file exists.
 */
export function openTarget(file: string): Target {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  claim(file)
  // SQLite would take a deleted database's log for this one's.
  const present = ['', '-wal', '-journal'].find((end) => fileBytes(file + end) > 0)
  if (present !== undefined) {
    releaseDatabase(file)
    throw new MoveError(
      `The target ${file}${present} already exists.\nNothing was changed. Move it away, or name a file that doesn’t exist yet.`,
    )
  }
  const part = `${file}.moving`
  let connection: SQLite.Database | null = null
  const inserts = new Map<string, SQLite.Statement>()

  function opened(): SQLite.Database {
    if (connection === null) throw new Error('The target has not been prepared')
    return connection
  }

  function removePart(): void {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true })
  }

  function insertOf(table: Table): SQLite.Statement {
    const known = inserts.get(table.name)
    if (known !== undefined) return known
    const places = table.columns.map(() => '?').join(', ')
    const made = opened().prepare(
      `insert into "${table.name}" (${columnList(table)}) values (${places})`,
    )
    inserts.set(table.name, made)
    return made
  }

  return {
    engine: 'SQLite',
    shown: file,
    count: async (table) => (connection === null ? 0 : countIn(connection, table)),
    rows: (table) => piecesOf(opened(), table),
    async prepare() {
      // Left by an interrupted move.
      removePart()
      await (await openDatabase(part)).destroy()
      connection = new SQLite(part)
      // A partial file is thrown away.
      connection.pragma('journal_mode = OFF')
      connection.pragma('synchronous = OFF')
      connection.pragma('foreign_keys = ON')
      connection.exec('begin')
    },
    async clear({ name }) {
      opened().exec(`delete from "${name}"`)
    },
    async write(table, rows: readonly Row[]) {
      const insert = insertOf(table)
      for (const row of rows) insert.run(...row)
    },
    async continueNumbers(lastNumbers) {
      const numbered = opened()
        .prepare(`select name from sqlite_schema where sql like '%autoincrement%'`)
        .pluck()
        .all()
      for (const name of numbered) {
        const last = lastNumbers.get(String(name)) ?? 0
        const { changes } = opened()
          .prepare('update sqlite_sequence set seq = max(seq, cast(? as integer)) where name = ?')
          .run(last, name)
        if (changes > 0 || last === 0) continue
        opened()
          .prepare('insert into sqlite_sequence (name, seq) values (?, cast(? as integer))')
          .run(name, last)
      }
    },
    async finish() {
      opened().exec('commit')
      opened().close()
      await checkFile(part)
      connection = openReader(part)
    },
    async commit() {
      opened().close()
      connection = null
      syncToDisk(part)
      renameSync(part, file)
      syncToDisk(path.dirname(file))
    },
    async close() {
      connection?.close()
      removePart()
      releaseDatabase(file)
    },
  }
}
