import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { minuteMs } from '#app/time/durations.ts'

/**
 * The salts of visitors' hashes, by UTC day: in a file beside the database that no backup contains,
 * or in a table on PostgreSQL. A salt is deleted after the following day, and then no one can get
 * from a visitor's hash back to an address.
 */
const file = path.join(env.DATA_DIR, 'visitor-salts')

const Salts = z.record(z.string().regex(/^\d+$/), z.base64url().length(43))

export function readSalts(): Map<number, Buffer> {
  try {
    const stored = Salts.parse(JSON.parse(readFileSync(file, 'utf8')))
    return new Map(
      Object.entries(stored).map(([day, salt]) => [Number(day), Buffer.from(salt, 'base64url')]),
    )
  } catch {
    // If the file is missing or damaged, new salts only count today's visitors twice.
    return new Map()
  }
}

export function storeSalts(salts: ReadonlyMap<number, Buffer>): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const content = Object.fromEntries(
    [...salts].map(([day, salt]) => [day, salt.toString('base64url')]),
  )
  writeFileSync(`${file}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

let retry: NodeJS.Timeout | null = null

/**
 * Stores the salts that this process uses. If that fails, they are only in memory, and it's tried
 * again every minute. Never throws.
 */
export function keepSalts(salts: ReadonlyMap<number, Buffer>): void {
  const isRetry = retry !== null
  if (retry !== null) clearTimeout(retry)
  retry = null
  try {
    storeSalts(salts)
  } catch (error) {
    if (!isRetry) log.error({ err: error }, 'salts of visitors’ hashes not stored')
    retry = setTimeout(keepSalts, minuteMs, salts).unref()
    forgetStored()
  }
}

/** Deletes stored salts that are outdated. That works even on a full disk. */
function forgetStored(): void {
  for (const name of [`${file}.new`, file]) {
    try {
      rmSync(name, { force: true })
    } catch (error) {
      log.warn({ err: error }, 'old salts of visitors’ hashes not removed')
    }
  }
}
