import { db } from '#db/engine.ts'

const maxListed = 100

/** Returns the latest runs that changed a user, by id, as the audit log names them. */
export async function runsThatChanged(userId: string): Promise<string[]> {
  const runs = await db
    .selectFrom('bulk_changes')
    .innerJoin('bulk_runs', 'bulk_runs.id', 'bulk_changes.run_id')
    .innerJoin('users', 'users.seq', 'bulk_changes.row_id')
    .select('bulk_runs.id')
    .where('users.id', '=', userId)
    .where('bulk_runs.list', '=', 'users')
    .orderBy('bulk_runs.id', 'desc')
    .limit(maxListed)
    .execute()
  return runs.map(({ id }) => String(id))
}
