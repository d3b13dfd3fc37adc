import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { env, minSecretLength } from '#app/env.server.ts'
// Before the secret is made: a secret without a database means a lost one (see db/sqlite/start-check.ts).
import '#db/engine.ts'

const secretFile = path.join(env.DATA_DIR, 'session-secret')

/**
 * The master secrets, newest first: SESSION_SECRET, else the lines of a file in DATA_DIR (0600) that
 * the first start makes. The newest signs and seals; all of them verify and open.
 */
const masterSecrets = env.SESSION_SECRET ?? usableLines(secretFile, storedSecret(secretFile))

/** The keys for one purpose, newest first. */
export type Keys = readonly [Buffer, ...Buffer[]]

/** Whether an older secret is still in use, so that values can be sealed with it. */
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

/** Compares a signature with that of each key, in constant time. */
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

/** Ends the process if a secret is too short to protect anything, as in an emptied file. */
function usableLines(file: string, text: string): [string, ...string[]] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [newest, ...older] = lines
  if (newest !== undefined && lines.every((line) => line.length >= minSecretLength)) {
    return [newest, ...older]
  }
  process.stderr.write(
    `Cleanclip cannot start: ${file} ${newest === undefined ? 'is empty' : 'holds a secret that is too short'}.
It must hold at least ${minSecretLength} characters on a line. Put your copy of it back, or set SESSION_SECRET.
If you have no copy, delete the file: a new one is made at the next start. The mail password and
two-factor sign-in then have to be set up again.
`,
  )
  process.exit(1)
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
  writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`)
  try {
    // A link, not a rename: of two processes that start at once, both must use the first one's secret.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  syncFolder(folder)
  return readFileSync(file, 'utf8')
}

/** Writes to disk: without it a power cut soon after the first start could leave an empty file. */
function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'w', 0o600)
  try {
    writeSync(descriptor, text)
    sync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Node's permission model refuses fsync; the system then decides when to write. */
function sync(descriptor: number): void {
  if (process.permission === undefined) fsyncSync(descriptor)
}

function syncFolder(folder: string): void {
  // Windows can't open folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    sync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
