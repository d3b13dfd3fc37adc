import type { ExpressionBuilder } from 'kysely'
import { PLATFORMS, type Platform } from '#app/environment/platform-names.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { contains } from '#db/text-conditions.ts'
import { authorKey, typedCreator } from './author-key.ts'
import { isCreatorBlocked } from './blocking.server.ts'

export type BlockedCreator = Awaited<ReturnType<typeof listBlockedCreators>>[number]

/** Lists blocked creators whose keys contain `search`, the latest block first. */
export async function listBlockedCreators(
  { search, platform }: { search: string; platform: Platform | undefined },
  limit: number,
) {
  let query = db
    .selectFrom('blocked_authors')
    .select(['author_key as creator', 'reason', 'actor_label as actorLabel', 'at'])
    .where(contains('author_key', authorKey('tiktok', search) ?? ''))
  if (platform !== undefined) query = query.where((eb) => isOf(platform, eb))
  return query.orderBy('at', 'desc').limit(limit).execute()
}

/**
 * Returns the creator that a link or form of the back office names by key. Keys on record stay as
 * they are, so that a block in a spelling that isn't made any more can still be lifted.
 */
export async function creatorOfKey(key: string): Promise<string | null> {
  if (await isCreatorBlocked(key)) return key
  const post = await db
    .selectFrom('posts')
    .select('author_key')
    .where('author_key', '=', key)
    .limit(1)
    .executeTakeFirst()
  return post?.author_key ?? typedCreator(key)
}

/** Returns the platforms of blocked creators, in the usual order. */
export async function platformsOfBlocked(): Promise<Platform[]> {
  const found = await db
    .selectNoFrom(({ exists, selectFrom }) =>
      PLATFORMS.map((platform) =>
        exists(
          selectFrom('blocked_authors')
            .select('at')
            .where((eb) => isOf(platform, eb)),
        ).as(platform),
      ),
    )
    .executeTakeFirstOrThrow()
  return PLATFORMS.filter((platform) => found[platform])
}

/** TikTok's handles have no colon, which ends the name of another platform. */
const isOf = (platform: Platform, eb: ExpressionBuilder<Database, 'blocked_authors'>) =>
  platform === 'tiktok'
    ? eb('author_key', 'not like', '%:%')
    : eb('author_key', 'like', `${platform}:%`)
