import { readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { env } from '#app/env.server.ts'
import { minSecretLength } from '#app/environment/secret-strength.ts'
import { readBackupName } from './backup-name.ts'

/**
 * Ends the process with a text for the operator if opening the database would hide the loss of an
 * older one by creating a new one, or would damage it. Creates and deletes nothing then.
 *
 * The secret is made after the database (see secrets.server.ts): if only the secret exists, the
 * database is lost.
 */
export function checkStart(backups: string): void {
  const problem =
    lossProblem(backups, path.join(env.DATA_DIR, 'session-secret')) ?? linkProblem(backups)
  if (problem === null) return
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

function lossProblem(backups: string, secret: string): string | null {
  const facts = statsOf(env.DATABASE_FILE)
  if (facts !== null && facts.size > 0) return null
  const copies = backupsIn(backups)
  const traces = [
    ...(copies.length > 0 ? [backups] : []),
    ...((statsOf(secret)?.size ?? 0) >= minSecretLength ? [secret] : []),
  ]
  if (traces.length === 0) return null
  const newest = copies.at(-1)
  return [
    `The database ${env.DATABASE_FILE} is ${facts === null ? 'missing' : 'empty (0 bytes)'}, though Cleanclip has run here before.`,
    'Nothing was created or deleted. If its disk is not mounted or DATABASE_URL has changed, fix that and start again. Otherwise restore a backup:',
    `  npm run admin -- restore ${newest ?? 'FILE'}`,
    ...(newest === undefined ? [`There are no backups in ${backups}.`] : []),
    'To start over with an empty database instead, move away what is left of the old one, then start again:',
    ...traces.map((trace) => `  ${trace}`),
  ].join('\n')
}

/** SQLite keeps a separate log for each name of a file, and one overwrites the other's changes. */
function linkProblem(backups: string): string | null {
  const file = statsOf(env.DATABASE_FILE)
  if (file === null || file.nlink < 2) return null
  const ours = backupsIn(backups).find((name) => {
    const copy = statsOf(path.join(backups, name))
    return copy?.ino === file.ino && copy.dev === file.dev
  })
  if (ours !== undefined && file.nlink === 2) {
    // A restore was interrupted after it had named the file and before it replaced it.
    rmSync(path.join(backups, ours))
    return null
  }
  return (
    `The database ${env.DATABASE_FILE} has another name on this disk (a hard link). If two programs open it by different names, it will be destroyed.\n` +
    'Nothing was changed. Remove the other name, or make it a copy, then start again. To find it:\n' +
    `  find / -xdev -samefile ${env.DATABASE_FILE}`
  )
}

/** Returns the names of a folder's backups, oldest first. */
function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => ({ name, at: readBackupName(name)?.at ?? null }))
      .filter(({ at }) => at !== null)
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
      .map(({ name }) => name)
  } catch {
    return []
  }
}

function statsOf(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}
