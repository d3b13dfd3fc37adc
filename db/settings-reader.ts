import { env } from '#app/env.server.ts'
import { readSettings as readFromServer } from './postgres/reader.ts'
import { openReader } from './sqlite/reader.ts'

/** Reads the stored settings beside a server that runs; makes and changes nothing. */
export async function readSettings(): Promise<{ name: string; value: string }[]> {
  if (env.POSTGRES_URL !== null) return readFromServer(env.POSTGRES_URL)
  const db = openReader(env.DATABASE_FILE)
  try {
    return db.prepare<[], { name: string; value: string }>('select name, value from settings').all()
  } finally {
    db.close()
  }
}
