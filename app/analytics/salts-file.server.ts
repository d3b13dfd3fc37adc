import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { env } from '#app/env.server.ts'

/**
 * The salts of visitors' hashes, by UTC day. They are beside the database and in no backup of it, or
 * in a table of a database server. A day after its own day a salt is gone, and with it every way from
 * a visitor's hash back to an address.
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
    // Missing or damaged: new salts only count today's visitors twice.
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
