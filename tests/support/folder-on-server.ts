import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { onDatabase } from './postgres.ts'
import { databaseEnv } from './sql.ts'

/** The URL of the site's database on a server, from that of its database `postgres`. */
export const onSite = (url: string) => url.replace(/postgres$/, 'site')

/** A data folder for a test, whose database is on a server that can be stopped or replaced. */
export async function folderOnServer(url: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await onDatabase(url, 'create database site')
  writeFileSync(path.join(folder, 'database-url'), onSite(url))
  const { DATABASE_URL = '', SESSION_SECRET = '' } = await databaseEnv(folder)
  await (await openDatabase(DATABASE_URL, [SESSION_SECRET])).db.destroy()
  return folder
}
