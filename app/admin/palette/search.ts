import { href } from 'react-router'
import { listUsers } from '#app/accounts/user-list.server.ts'
import { listReports } from '#app/dmca/report-list.server.ts'
import { listPosts } from '#app/moderation/post-list.server.ts'
import { searchSettings } from '#app/settings/ui/setting-search.server.ts'
import type { Route } from './+types/search'

/** A setting or a record that the palette leads to. */
export type FoundRecord = {
  group: 'Settings' | 'Users' | 'Videos' | 'DMCA reports'
  label: string
  detail: string
  to: string
}

export type Found = { query: string; found: FoundRecord[] }

type FoundSettings = { query: string; found: ReturnType<typeof searchSettings> }

/** How many of each kind are offered. */
const pageSize = 6

/**
 * The settings, users, posts and reports that a text of at least two characters finds, as JSON:
 * `?q=…`. With `only=settings` those that any text finds, all of them, with what they are for.
 */
export async function loader({ url }: Route.LoaderArgs): Promise<Found | FoundSettings> {
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
  if (url.searchParams.get('only') === 'settings') {
    return { query: search, found: searchSettings(search) }
  }
  if ([...search].length < 2) return { query: search, found: [] }
  const query = { search, status: 'all', direction: 'desc', cursor: null, pageSize } as const
  const [{ users }, { posts }, { reports }] = await Promise.all([
    listUsers({ ...query, sort: 'joined' }),
    listPosts({ ...query, sort: 'added' }),
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
      ...posts.map(({ postId, title, authorHandle }) => ({
        group: 'Videos' as const,
        label: title.replace(/\s+/g, ' ').trim().slice(0, 120) || `Post ${postId}`,
        detail: authorHandle === null ? postId : `@${authorHandle}`,
        to: href('/admin/videos/:postId', { postId }),
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
