import { href } from 'react-router'
import { listUsers } from '#app/accounts/user-list.server.ts'
import { listReports } from '#app/dmca/report-list.server.ts'
import { keyLabel, untitledPost } from '#app/download/platforms/platform-key.ts'
import { countText } from '#app/i18n/count-text.ts'
import { creatorsLike, listPosts } from '#app/moderation/post-list.server.ts'
import { creatorName } from '#app/posts/creator-name.ts'
import { searchSettings } from '#app/settings/ui/setting-search.server.ts'
import type { Route } from './+types/search'

export type FoundRecord = {
  group: 'Settings' | 'Users' | 'Videos' | 'Creators' | 'DMCA reports'
  label: string
  detail: string
  to: string
}

export type Found = { query: string; found: FoundRecord[] }

type FoundSettings = { query: string; found: ReturnType<typeof searchSettings> }

const pageSize = 6

/**
 * Returns settings and records that match `?q=…` as JSON, for texts of at least two characters.
 * With `only=settings`, returns all matching settings with their hints, for a text of any length.
 */
export async function loader({ url }: Route.LoaderArgs): Promise<Found | FoundSettings> {
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, 300)
  if (url.searchParams.get('only') === 'settings') {
    return { query: search, found: searchSettings(search) }
  }
  if ([...search].length < 2) return { query: search, found: [] }
  const query = { search, status: 'all', direction: 'desc', cursor: null, pageSize } as const
  const [{ users }, { posts }, creators, { reports }] = await Promise.all([
    listUsers({ ...query, sort: 'joined' }),
    listPosts({ ...query, sort: 'added' }),
    creatorsLike(search, pageSize),
    listReports({ ...query, sort: 'submitted' }),
  ])
  return {
    query: search,
    found: [
      ...searchSettings(search)
        .slice(0, pageSize)
        .map(({ label, tab, section, to }) => ({
          group: 'Settings' as const,
          label,
          detail: `${tab} · ${section}`,
          to,
        })),
      ...users.map(({ id, name, email }) => ({
        group: 'Users' as const,
        label: name,
        detail: email,
        to: href('/admin/users/:id', { id }),
      })),
      ...posts.map(({ postId, title, authorKey, authorHandle }) => ({
        group: 'Videos' as const,
        label: title.replace(/\s+/g, ' ').trim().slice(0, 120) || untitledPost(postId),
        detail: authorKey === null ? keyLabel(postId) : creatorName(authorKey, authorHandle),
        to: href('/admin/videos/:postId', { postId }),
      })),
      ...creators.map(({ creator, posts: count }) => ({
        group: 'Creators' as const,
        label: creatorName(creator),
        detail: countText(count, 'video'),
        to: `${href('/admin/videos')}?${new URLSearchParams({ q: `@${creator}` })}`,
      })),
      ...reports.map(({ id, number, workTitle }) => ({
        group: 'DMCA reports' as const,
        label: number,
        detail: workTitle,
        to: href('/admin/dmca/:id', { id: String(id) }),
      })),
    ],
  }
}
