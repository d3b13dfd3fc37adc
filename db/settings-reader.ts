import { env } from '#app/env.server.ts'
import { connectionConfig, loadDriver } from './postgres/pool.ts'
import { openReader } from './sqlite/reader.ts'

/** Reads the stored settings beside a running server; creates and changes nothing. */
export async function readSettings(): Promise<{ name: string; value: string }[]> {
  if (env.POSTGRES_URL !== null) return readFromServer(env.POSTGRES_URL)
  const db = openReader(env.DATABASE_FILE)
  try {
    return db.prepare<[], { name: string; value: string }>('select name, value from settings').all()
  } finally {
    db.close()
  }
}

async function readFromServer(url: string): Promise<{ name: string; value: string }[]> {
  const driver = await loadDriver()
  const client = new driver.Client(connectionConfig(driver, url))
  await client.connect()
  try {
    return (await client.query('select name, value from settings')).rows
  } finally {
    await client.end()
  }
}
