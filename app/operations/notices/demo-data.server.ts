import { db } from '#db/engine.ts'

/** Whether the rows of this database were made by `npm run seed`. */
export async function isDemoData(): Promise<boolean> {
  const row = await db.selectFrom('demo_data').select('id').executeTakeFirst()
  return row !== undefined
}
