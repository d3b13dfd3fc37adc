import { sql } from 'kysely'
import { openDatabase } from '#db/postgres/open.ts'
import { startPostgres } from './postgres.ts'

export default function postgresIfNeeded(): Promise<() => Promise<void>> {
  return startPostgres(async (url) => {
    const { db } = await openDatabase(url, ['only until the template is made'])
    // Each test has its own secret.
    await sql`delete from secret_fingerprint`.execute(db)
    await db.destroy()
  })
}
