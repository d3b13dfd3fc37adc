import { sql } from 'kysely'
import { db } from '#db/client.ts'

/** So many of a user's runs are told of. */
const mostTold = 100

/** Returns the ids of the runs that changed a user, as the audit log names them. */
export async function runsThatChanged(userId: string): Promise<string[]> {
  const user = await db
    .selectFrom('users')
    .select('seq')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return []
  // Numbers are between brackets and commas only.
  const numbers = sql<string>`replace(replace(was, '[', ','), ']', ',')`
  const runs = await db
    .selectFrom('bulk_runs')
    .select('id')
    .where('list', '=', 'users')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('bulk_chunks')
          .select('bulk_chunks.id')
          .whereRef('run_id', '=', 'bulk_runs.id')
          .where(numbers, 'like', `%,${user.seq},%`),
      ),
    )
    .orderBy('id', 'desc')
    .limit(mostTold)
    .execute()
  return runs.map(({ id }) => String(id))
}
