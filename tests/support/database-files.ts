import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { limits } from './limits.ts'

/**
 * Returns SQLite's check of a file: `ok`, or what is broken. A killed process may have left a
 * journal to roll back, which needs a writable connection.
 */
export function integrityOf(file: string): string {
  const connection = new SQLite(file, { fileMustExist: true })
  try {
    return String(connection.pragma('integrity_check', { simple: true }))
  } finally {
    connection.close()
  }
}

export function readColumn(file: string, query: string, ...values: unknown[]): unknown[] {
  const connection = new SQLite(file, { readonly: true, timeout: 5000 })
  try {
    return connection
      .prepare(query)
      .pluck()
      .all(...values)
  } finally {
    connection.close()
  }
}

/** Starts a server that is expected to end by itself; returns its output. */
export async function startInVain(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['build/server/server.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...env,
    },
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const tooLong = setTimeout(() => child.kill('SIGKILL'), limits.poll)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  clearTimeout(tooLong)
  return { code: await exited, said: out + err }
}

/** Returns a file's permissions, such as `600`. */
export function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8)
}
