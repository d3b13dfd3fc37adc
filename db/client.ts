import path from 'node:path'
import { env } from '#app/env.server.ts'
import { clearDamage, noteDamage } from './damage.ts'
import { DatabaseStartError, openShared, startText } from './open.ts'
import { checkStart } from './start-check.ts'
import { swapDatabase } from './swap.ts'
import { unavailableReason } from './unavailable.ts'

/** Where copies of the database go. */
export const backupFolder = path.join(env.DATA_DIR, 'backups')

checkStart(backupFolder)
const opened = await openShared(env.DATABASE_FILE, {
  backups: backupFolder,
  onDamage: noteDamage,
}).catch((error: unknown) => {
  // The development server shows it on the page, and goes on once it is mended.
  if (!(error instanceof DatabaseStartError) || import.meta.hot) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

/**
 * Ends the process with a text for the operator when the start met damage in a part of the database
 * that had not been looked at; throws any other error on.
 */
export function endIfDamaged(error: unknown): never {
  if (unavailableReason(error) !== 'damaged') throw error
  process.stderr.write(`${startText(env.DATABASE_FILE, error)}\n`)
  process.exit(1)
}

/** How the database was found. */
export const startFacts = opened.facts

/** The one connection of this process. */
export const db = opened.db
import.meta.hot?.dispose(() => db.destroy())

const before = new Set<() => void>()
const after = new Set<() => void | Promise<void>>()

/** Calls `listener`, which must close other connections at once, when another file comes instead. */
export function beforeDatabaseReplaced(listener: () => void): void {
  before.add(listener)
}

/** Calls `listener`, which forgets what it knows of the content, when another file has come. */
export function onDatabaseReplaced(listener: () => void | Promise<void>): void {
  after.add(listener)
}

/** Puts a checked file in the database's place, which stays as `keptAs`; see swapDatabase. */
export async function replaceDatabase(staged: string, keptAs: string): Promise<void> {
  await swapDatabase(opened.shared, { file: env.DATABASE_FILE, staged, keptAs }, () => {
    for (const listener of before) listener()
  })
  clearDamage()
  for (const listener of after) await listener()
}
