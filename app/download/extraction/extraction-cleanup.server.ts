import { db } from '#db/client.ts'

/** Removes answers of the extraction service that no longer count; gives how many. For a job. */
export async function forgetExpiredExtractions(now = Date.now(), limit = 5_000): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('extractions')
    .where('post_id', 'in', (eb) =>
      eb
        .selectFrom('extractions')
        .select('post_id')
        .where('expires_at', '<', now)
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
