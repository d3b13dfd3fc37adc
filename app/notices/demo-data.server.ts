import { db } from '#db/engine.ts'

/** Returns true if the database was filled by `npm run seed`. */
export async function isDemoData(): Promise<boolean> {
  const row = await db.selectFrom('demo_data').select('id').executeTakeFirst()
  return row !== undefined
}
