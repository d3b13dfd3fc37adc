import { Grid2x2, List, UserX } from 'lucide-react'
import { Link, redirect } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import {
  type ListAddress,
  listAddress,
  listHref,
  redirectTo,
  viewHref,
} from '#app/lists/list-address.ts'
import {
  countPosts,
  type ListedPost,
  listPosts,
  type PostQuery,
  type PostSort,
  parsePostQuery,
  postSorts,
  postStatuses,
} from '#app/moderation/post-list.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Segments } from '#app/ui/admin/segments.tsx'
import type { Route } from './+types/videos'
import { PostCards } from './post-cards.tsx'
import { blockedAuthorsPath, changePath, postHref, videosPath } from './post-hrefs.ts'
import { PostMenu } from './post-menu.tsx'
import { PostStatusBadge } from './post-status-badge.tsx'
import { postName, statusTexts } from './post-texts.ts'
import { changeVideos } from './undo-videos.server.ts'

export const handle: LiveHandle = { live: ['bulk'] }

type View = 'grid' | 'list'

export async function loader({ url }: Route.LoaderArgs) {
  const query = parsePostQuery(url.searchParams)
  const view: View = url.searchParams.get('view') === 'list' ? 'list' : 'grid'
  const list = viewAddress(query, view)
  const page = await listPosts(query)
  const other = redirectTo(list, page.posts.length)
  if (other !== null) throw redirect(other)
  return {
    query,
    view,
    list,
    page,
    counts: await countPosts(),
    sorts: postSorts,
    statuses: postStatuses,
  }
}

/** What Undo sends. */
export async function action({ request, context }: Route.ActionArgs) {
  return changeVideos(await request.formData(), { context })
}

function viewAddress(query: PostQuery, view: View): ListAddress {
  const list = listAddress(videosPath, query, 'added')
  return view === 'grid' ? list : { ...list, query: { ...list.query, view } }
}

const sortTexts: Record<PostSort, string> = {
  added: 'Newest',
  downloads: 'Most downloaded',
  seen: 'Last seen',
}

const columns: Column<ListedPost>[] = [
  { key: 'title', label: 'Title', cell: (post) => <NameCell post={post} /> },
  {
    key: 'status',
    label: 'Status',
    cell: (post) => <PostStatusBadge post={post} />,
  },
  {
    key: 'author',
    label: 'Author',
    look: 'tight',
    cell: ({ authorHandle, authorBlocked }) => (
      <>
        {authorHandle === null ? <span className="text-muted">Unknown</span> : `@${authorHandle}`}
        {authorBlocked && <Badge>Blocked</Badge>}
      </>
    ),
  },
  {
    key: 'downloads',
    label: 'Downloads',
    sort: 'desc',
    look: 'end',
    cell: ({ downloads }) => figure(downloads),
  },
  {
    key: 'added',
    label: 'Date added',
    sort: 'desc',
    look: 'tight',
    cell: ({ firstSeenAt }) => <DateTime at={firstSeenAt} />,
  },
  {
    key: 'seen',
    label: 'Last seen',
    sort: 'desc',
    look: 'tight',
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <DateTime at={lastSeenAt} as="ago" />
      ),
  },
]

export default function Videos({ loaderData }: Route.ComponentProps) {
  const { query, view, list, page, counts, sorts, statuses } = loaderData
  const { posts } = page
  const back = viewHref(list)
  return (
    <>
      <PageHead title="Videos" lead="The posts that visitors looked up.">
        <Link className={button({ look: 'quiet' })} to={blockedAuthorsPath}>
          <UserX aria-hidden="true" size={17} />
          Blocked authors
        </Link>
        <ExportLink list={list} />
      </PageHead>
      <ListFrame
        list={list}
        page={page}
        shown={posts.length}
        search={{ label: 'Search by title or link', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        choices={[
          {
            name: 'sort',
            label: 'Sort by',
            value: query.sort,
            options: sorts.map((sort) => ({ value: sort, label: sortTexts[sort] })),
          },
        ]}
        keep={['view']}
        beside={<ViewSwitch list={list} view={view} />}
        empty={<NoPosts all={counts.all} />}
        bulk={{
          id: 'selected-videos',
          matching: 'videos',
          action: videosPath,
          actions: [
            { value: 'flag', label: 'Flag…', confirm: changePath('flag') },
            { value: 'restore', label: 'Restore…', confirm: changePath('restore') },
            {
              value: 'remove',
              label: 'Remove…',
              danger: true,
              confirm: changePath('remove'),
            },
          ],
        }}
      >
        {view === 'grid' ? (
          <PostCards posts={posts} selection="selected-videos" back={back} />
        ) : (
          <DataTable
            caption="Videos"
            list={list}
            sort={{ by: query.sort, direction: query.direction }}
            columns={columns}
            rows={posts}
            rowId={({ postId }) => postId}
            rowName={postName}
            selection="selected-videos"
            menu={(post) => <PostMenu post={post} back={back} />}
          />
        )}
      </ListFrame>
    </>
  )
}

/** The same page of the list, shown otherwise. */
function ViewSwitch({ list, view }: { list: ListAddress; view: View }) {
  const { cursor = null } = list.query
  const to = (value: string | null) => listHref(list, { view: value, cursor })
  return (
    <Segments
      label="View"
      current={view}
      options={[
        { value: 'grid', label: 'Grid', Icon: Grid2x2, to: to(null) },
        { value: 'list', label: 'List', Icon: List, to: to('list') },
      ]}
    />
  )
}

function NoPosts({ all }: { all: number }) {
  return all === 0 ? (
    <EmptyState
      title="Nothing was looked up yet"
      text="Every post that a visitor looks up appears here, with what became of it."
    />
  ) : (
    <EmptyState
      title="No video fits"
      text="No video has this in its title with this status. Try fewer letters, or all statuses."
    >
      <Link className={button({ look: 'quiet' })} to={videosPath}>
        Show all videos
      </Link>
    </EmptyState>
  )
}

function NameCell({ post }: { post: ListedPost }) {
  return (
    <RowLink to={postHref(post.postId)} dir="auto">
      {postName(post)}
    </RowLink>
  )
}
