import { plainText, textLimits } from '#app/download/extraction/extraction-answer.ts'
import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import type { SourceName } from '#app/environment/source-names.ts'
import type {
  ExtractedPost,
  GuestSession,
  LookupResult,
  NotFoundReason,
} from '#app/posts/extracted-post.server.ts'
import { isLost } from '#app/posts/lost-files.ts'
import { chooseFiles, filesOf, firstExpiry } from './choose.ts'
import type { TiktokHosts } from './hosts.ts'
import { postedAt } from './link.ts'
import type { TiktokItem } from './page.ts'

/** Makes a post of a page's item. Fails if the item isn't public or has no file. */
export function postOfItem(
  item: TiktokItem,
  session: GuestSession | null,
  hosts: TiktokHosts,
  source: SourceName = 'native',
): LookupResult {
  const refusal = refusalOf(item)
  if (refusal !== null) {
    return failed({ kind: 'not_found', reason: refusal, platformCode: 'flag' })
  }
  const files = chooseFiles(item, session, hosts)
  if (files.video === null && files.images.every(isLost)) {
    return item.isContentClassified
      ? failed({ kind: 'not_found', reason: 'age', platformCode: 'flag' })
      : unavailable('incomplete_answer')
  }
  const now = new Date()
  const { author, desc, createTime, locationCreated, video } = item
  const isGated = filesOf(files).some((file) =>
    file.addresses.some(({ profile }) => profile === 'tiktok_guest'),
  )
  return {
    ok: true,
    post: {
      source,
      platform: 'tiktok',
      fetchedAt: now,
      postId: item.id,
      title: plainText(desc, textLimits.title) ?? '',
      author: {
        handle: /^[\w.-]{1,80}$/.test(author.uniqueId ?? '') ? author.uniqueId : null,
        name: plainText(author.nickname, textLimits.name) || null,
      },
      ...files,
      durationSeconds: isDuration(video?.duration) ? video.duration : null,
      isSilent: false,
      moreVideos: [],
      isSensitive: false,
      region: /^[A-Za-z]{2,3}$/.test(locationCreated ?? '')
        ? (locationCreated?.toUpperCase() ?? null)
        : null,
      postedAt: isTime(createTime) ? new Date(createTime * 1000) : postedAt(item.id),
      counts: countsOf(item),
      expiresAt: firstExpiry(files, session, now.getTime()),
      session: isGated ? session : null,
    },
  }
}

/** Returns why a post isn't public, whatever files its page lists. */
function refusalOf(item: TiktokItem): NotFoundReason | null {
  if (item.privateItem || item.secret || item.forFriend) return 'private'
  if (item.author.privateAccount || item.author.secret) return 'private'
  if (item.isReviewing) return 'restricted'
  return item.takeDown ? 'gone' : null
}

function countsOf({ stats, statsV2 }: TiktokItem): ExtractedPost['counts'] {
  const count = (name: keyof NonNullable<TiktokItem['stats']>) => {
    const value = stats?.[name] ?? statsV2?.[name] ?? null
    return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null
  }
  return {
    plays: count('playCount'),
    likes: count('diggCount'),
    comments: count('commentCount'),
    shares: count('shareCount'),
  }
}

function isDuration(seconds: number | null | undefined): seconds is number {
  return seconds !== null && seconds !== undefined && seconds > 0 && seconds <= 86_400
}

function isTime(seconds: number | null): seconds is number {
  return (
    Number.isSafeInteger(seconds) && seconds !== null && seconds > 0 && seconds < 100_000_000_000
  )
}
