import { existsSync } from 'node:fs'
import path from 'node:path'
import { env } from '#app/env.server.ts'
import { ownerText } from '#app/environment/owner-text.ts'
import { removeUnfinished } from './copy-file.ts'
import { type Claim, claimDatabase } from './process-lock.ts'
import { checkStart } from './start-check.ts'

/**
 * Imported first by anything that serves requests: a second server on one file, perhaps of another
 * version, ends here before it can touch anything. A database server can have any number.
 */
if (env.POSTGRES_URL === null) beTheOnlyServer()

function beTheOnlyServer(): void {
  const backups = path.join(env.DATA_DIR, 'backups')
  checkStart(backups)
  const claim = claimOrEnd()
  if (!claim.ok) {
    const who = claim.pid === 0 ? '' : ` (process ${claim.pid})`
    end(
      `Cleanclip is already running on this database${who}: ${env.DATABASE_FILE}\n` +
        'Stop it first, or give this one a DATA_DIR of its own.',
    )
  }
  removeLeftovers(backups)
}

/** Also the first write, so it's the first to fail if the folder isn't writable. */
function claimOrEnd(): Claim {
  try {
    return claimDatabase(env.DATABASE_FILE)
  } catch (error) {
    const lock = `${env.DATABASE_FILE}.lock`
    const subject = existsSync(lock)
      ? `The database’s lock ${lock} can’t be written to.`
      : `The database ${env.DATABASE_FILE} is in a folder that can’t be written to.`
    endUnwritable(subject, error, path.dirname(lock), lock)
  }
}

/** No other process upgrades this database now: these were left by one that was killed. */
function removeLeftovers(backups: string): void {
  try {
    removeUnfinished(backups, ({ kind }) => kind === 'before-upgrade')
  } catch (error) {
    endUnwritable(`The backups’ folder ${backups} can’t be written to.`, error, backups)
  }
}

function endUnwritable(subject: string, error: unknown, ...paths: string[]): never {
  end(
    `${subject} ${ownerText(error, env.DATA_DIR, ...paths)}\n` +
      'Let this user write there, or set DATA_DIR to another folder.',
  )
}

function end(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
