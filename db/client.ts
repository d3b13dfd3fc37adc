import path from 'node:path'
import { env } from '#app/env.server.ts'
import { DatabaseStartError, openShared } from './open.ts'
import { checkStart } from './start-check.ts'
import { swapDatabase } from './swap.ts'

/** Where copies of the database go. */
export const backupFolder = path.join(env.DATA_DIR, 'backups')

checkStart(backupFolder)
const opened = await openShared(env.DATABASE_FILE, { backups: backupFolder }).catch(
  (error: unknown) => {
    if (!(error instanceof DatabaseStartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)

/** The one connection of this process. */
export const db = opened.db

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
  for (const listener of after) await listener()
}
