import { reads } from '#db/reads.ts'

/** Returns true if the database was filled by `npm run seed`. */
export async function isDemoData(): Promise<boolean> {
  const row = await reads.selectFrom('demo_data').select('id').executeTakeFirst()
  return row !== undefined
}
