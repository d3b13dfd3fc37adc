import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import pg from 'pg'

/**
 * What a session keeps, which a pooler lends to another program after each transaction. In every
 * test on PostgreSQL, neither the test's process nor those that it starts may send such a statement
 * as the app.
 */
const ofSession: Readonly<Record<string, RegExp>> = {
  'a setting': /^(set(?!\s+(local|transaction|constraints)\b)|reset|discard)\b/,
  'a setting by its function': /\bset_config\((?:[^()]|\([^()]*\))*(?<!,\s*true)\)/,
  'a channel': /^(listen|unlisten|notify)\b|\bpg_notify\(/,
  'a temporary table': /\btemp(orary)?\b(?=.*\b(table|view|sequence)\b)|\bpg_temp\b/,
  'a lock': /\bpg_(try_)?advisory_(lock|unlock)/,
  'a prepared statement': /^(prepare|execute|deallocate)\b/,
  'a cursor': /\bwith hold\b/,
  'a number': /\b(currval|lastval|setseed)\(/,
}

/** Ends a statement that a test sends over the app's own connection. */
const ofTest = '-- of the test'

export type Sent = string | { text: string; name?: string }

/** Names what of a session a statement needs. Empty if any session will do. */
export function faultsOf(sent: Sent): string[] {
  const { text, name } = typeof sent === 'string' ? { text: sent, name: undefined } : sent
  if (text.endsWith(ofTest)) return []
  const parts = text.split(';').map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase())
  const found = Object.entries(ofSession).filter(([, one]) => parts.some((part) => one.test(part)))
  return [...found.map(([what]) => what), ...(name === undefined ? [] : ['a name'])]
}

/**
 * Tells of each statement that this process sends as the app, with its values. Returns a function
 * that ends it.
 */
export function hearSent(tell: (sent: Sent, values: unknown) => void): () => void {
  const { prototype } = pg.Client
  const query = prototype.query as (...all: unknown[]) => unknown
  const heard = function (this: pg.Client, ...all: unknown[]) {
    const { connectionParameters } = this as unknown as { connectionParameters: pg.ClientConfig }
    if (connectionParameters.application_name?.startsWith('cleanclip')) tell(all[0] as Sent, all[1])
    return query.apply(this, all)
  }
  prototype.query = heard as typeof prototype.query
  return () => {
    prototype.query = query as typeof prototype.query
  }
}

/** Adds each statement of this process that needs a session of its own to a file. */
export function noteFaults(file: string): void {
  hearSent((sent) => {
    for (const fault of faultsOf(sent)) appendFileSync(file, `${fault}: ${JSON.stringify(sent)}\n`)
  })
}

const variable = 'TEST_SENT_SQL'

/** Notes what this process sends from now on, and those that it starts with `walked()`. */
export function beginWalk(file: string): void {
  process.env[variable] = file
  noteFaults(file)
}

/** Node's arguments for an app whose statements are walked. None on SQLite. */
export function walked(): string[] {
  const file = process.env[variable]
  if (file === undefined) return []
  const preload = new URL('./session-sql-preload.js', import.meta.url)
  preload.searchParams.set('file', file)
  return [`--import=${preload}`]
}

/** Returns the faults since the last time, one a line. */
export function takeFaults(): string {
  const file = process.env[variable]
  if (file === undefined || !existsSync(file)) return ''
  const faults = readFileSync(file, 'utf8')
  rmSync(file)
  return faults
}
