import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '#app/env.server.ts'
// First: a secret without a database says that the database was lost (see db/start-check.ts).
// biome-ignore lint/style/noRestrictedImports: for the order alone, no SQL
import '#db/client.ts'

/** The process's master secret: SESSION_SECRET, else one made once and kept in DATA_DIR (0600). */
const masterSecret = env.SESSION_SECRET ?? storedSecret(path.join(env.DATA_DIR, 'session-secret'))

/** A 32 byte key of its own for each purpose, so that no signature is good for another. */
export function deriveKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterSecret, '', `cleanclip ${purpose}`, 32))
}

/** HMAC-SHA256 as base64url. */
export function sign(key: Buffer, message: string): string {
  return createHmac('sha256', key).update(message).digest('base64url')
}

/** Compares in constant time; a signature of another length is wrong. */
export function verify(key: Buffer, message: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, message))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function storedSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // A link, not a rename: two processes starting at once must agree on the first one's secret.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
