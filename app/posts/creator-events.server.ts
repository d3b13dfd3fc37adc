import type { Kysely } from 'kysely'
import { isWanted, publishPosts } from '#app/webhooks/publish.server.ts'
import type { Database } from '#db/schema.ts'

/**
 * Publishes the ids of a creator's posts on record when the creator is blocked or unblocked. Posts
 * removed on their own are left out: they stay removed either way.
 */
export async function publishCreatorsPosts(
  trx: Kysely<Database>,
  type: 'post.blocked' | 'post.unblocked',
  key: string,
): Promise<void> {
  if (!(await isWanted(trx, type))) return
  const rows = await trx
    .selectFrom('posts')
    .select('post_id')
    .where('author_key', '=', key)
    .where('status', '!=', 'removed')
    .orderBy('seq')
    .execute()
  const posts = rows.map(({ post_id }) => post_id)
  await publishPosts(trx, type, posts)
}
