import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { env } from '#app/env.server.ts'
import { codeOf } from '#app/environment/error-code.ts'
import { ownerText } from '#app/environment/owner-text.ts'
// Imported before the secret is made: a secret without a database means that the database was lost
// (see db/sqlite/start-check.ts).
import '#db/engine.ts'
import { minSecretLength, secretFault } from '#app/environment/secret-strength.ts'

const secretFile = path.join(env.DATA_DIR, 'session-secret')

/** Node's permission model forbids fsync, so the system then decides when to write. */
const maySync = process.permission === undefined

/**
 * Master secrets, newest first: from SESSION_SECRET, else one per line of a file in DATA_DIR (0600)
 * that the first start makes. The newest signs and seals; all verify and open.
 */
const masterSecrets = env.SESSION_SECRET ?? usableLines(secretFile, secretText(secretFile))

/** Keys for one purpose, newest first. */
export type Keys = readonly [Buffer, ...Buffer[]]

/** True if values may still be sealed with an older secret. */
export const hasOlderSecrets = masterSecrets.length > 1

/** Derives 32-byte keys for one purpose, so that its signatures are invalid for any other. */
export function deriveKeys(purpose: string): Keys {
  const [newest, ...older] = masterSecrets
  return [keyOf(newest, purpose), ...older.map((secret) => keyOf(secret, purpose))]
}

/** Returns the HMAC-SHA256 with the newest key, in base64url. */
export function sign([newest]: Keys, message: string): string {
  return hmac(newest, message)
}

/** Returns a message's signatures with every key, newest first. */
export function signWithEach(keys: Keys, message: string): string[] {
  return keys.map((key) => hmac(key, message))
}

/** Compares a signature with each key's, in constant time. */
export function verify(keys: Keys, message: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return keys.some((key) => {
    const expected = Buffer.from(hmac(key, message))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `cleanclip ${purpose}`, 32))
}

function hmac(key: Buffer, message: string): string {
  return createHmac('sha256', key).update(message).digest('base64url')
}

/** Ends the process if a secret is unusable, as in a file that a power cut emptied or zeroed. */
function usableLines(file: string, text: string): [string, ...string[]] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [newest, ...older] = lines
  const fault = lines.map(secretFault).find((found) => found !== null)
  if (newest !== undefined && fault === undefined) return [newest, ...older]
  const problem = fault === undefined ? 'is empty' : `holds a secret that ${fault}`
  process.stderr.write(
    `Cleanclip cannot start: ${file} ${problem}.
It must hold at least ${minSecretLength} characters at random on a line. Put your copy of it back, or set SESSION_SECRET.
If you have no copy, delete the file: a new one is made at the next start. The mail password and
two-factor sign-in then have to be set up again.
`,
  )
  process.exit(1)
}

/** Ends the process if the system refuses access to the file or its folder. */
function secretText(file: string): string {
  try {
    return storedSecret(file)
  } catch (error) {
    const reason = ownerText(error, env.DATA_DIR, path.dirname(file), file)
    process.stderr.write(`Cleanclip cannot start: ${file} can’t be used. ${reason}\n`)
    process.exit(1)
  }
}

function storedSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  // A power cut soon after the first start could otherwise leave an empty file.
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, {
    mode: 0o600,
    flush: maySync,
  })
  try {
    // Links rather than renames: two processes that start at once must both use the first one's
    // secret.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') copyFirst(draft, file)
  } finally {
    unlinkSync(draft)
  }
  syncFolder(folder)
  return readFileSync(file, 'utf8')
}

/** For disks without hard links, such as exFAT and network drives. Another process's file stays. */
function copyFirst(draft: string, file: string): void {
  const text = readFileSync(draft)
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: maySync })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function syncFolder(folder: string): void {
  // Windows can't open folders.
  if (!maySync || process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } catch {
    // Some network drives can't, and write it by themselves.
  } finally {
    closeSync(descriptor)
  }
}
