import { Grid2x2, List, UserX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import {
  type ListAddress,
  listAddress,
  listHref,
  redirectTo,
  viewHref,
} from '#app/lists/list-address.ts'
import { ownList } from '#app/lists/own-list.server.ts'
import { rowsPerPage } from '#app/lists/own-list.ts'
import {
  countPosts,
  type ListedPost,
  listPosts,
  type PostQuery,
  parsePostQuery,
  postStatuses,
} from '#app/moderation/post-list.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, RowLink } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { sheetIn, useSheet, withSheet } from '#app/ui/admin/lists/sheet-address.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Segments } from '#app/ui/admin/segments.tsx'
import { link as linkLook } from '#app/ui/link.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import type { Route } from './+types/videos'
import { changeVideos } from './change-videos.server.ts'
import { ListKeys } from './list-keys.tsx'
import { blockedCreatorsPath, changePath, postHref, videosPath } from './post-hrefs.ts'
import { PostMenu } from './post-menu.tsx'
import { PostStatusBadge } from './post-status-badge.tsx'
import { postName, statusTexts } from './post-texts.ts'
import type { SheetList } from './sheet/post-sheet.tsx'
import { useSheetLink } from './sheet/sheet-link.ts'
import { usePostState } from './use-post-state.ts'

type View = 'grid' | 'list'

export const handle: LiveHandle = { live: ['posts', 'bulk'] }

const loadSheet = () => import('./sheet/post-sheet.tsx')
const PostSheet = lazy(loadSheet)
const PostCards = lazy(async () => ({ default: (await import('./post-cards.tsx')).PostCards }))

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parsePostQuery(url.searchParams)
  const view: View = url.searchParams.get('view') === 'list' ? 'list' : 'grid'
  const list = viewAddress(query, view)
  const own = await ownList(context.get(adminContext).user.id, 'videos')
  const page = await listPosts({ ...query, pageSize: rowsPerPage(own) })
  const other = redirectTo(list, page.posts.length)
  if (other !== null) throw redirect(other)
  const sheet = sheetIn(url.searchParams)
  const end = { first: page.posts[0], last: page.posts.at(-1) }[sheet ?? '']
  if (end !== undefined) throw redirect(withSheet(viewHref(list), end.postId))
  return {
    query,
    view,
    list,
    own,
    page,
    counts: await countPosts(),
    statuses: postStatuses,
  }
}

export const shouldRevalidate = reloadOnConflict

/** What the sheet and Undo send. */
export async function action({ request, context }: Route.ActionArgs) {
  return changeVideos(await request.formData(), { context })
}

function viewAddress(query: PostQuery, view: View): ListAddress {
  const list = listAddress(videosPath, query, 'added')
  return view === 'grid' ? list : { ...list, query: { ...list.query, view } }
}

const columns: Column<ListedPost>[] = [
  { key: 'title', label: 'Title', look: 'wide', cell: (post) => <NameCell post={post} /> },
  {
    key: 'status',
    label: 'Status',
    phone: 'end',
    cell: (post) => <PostStatusBadge post={post} />,
  },
  {
    key: 'author',
    label: 'Creator',
    look: 'tight',
    phone: 'under',
    cell: (post) => <CreatorCell post={post} />,
  },
  {
    key: 'downloads',
    label: 'Downloads',
    sort: 'desc',
    look: 'end',
    roomy: true,
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
    roomy: true,
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <DateTime at={lastSeenAt} as="ago" />
      ),
  },
]

export default function Videos({ loaderData }: Route.ComponentProps) {
  const { query, view, list, own, page, counts, statuses } = loaderData
  const { posts } = page
  const back = viewHref(list)
  const pageHref = (cursor: string | null) => (cursor === null ? null : listHref(list, { cursor }))
  const around = { previous: pageHref(page.previous), next: pageHref(page.next) }
  return (
    <>
      <PageHead title="Videos" lead="Posts that visitors have looked up.">
        <Link className={button({ look: 'quiet' })} to={blockedCreatorsPath}>
          <UserX aria-hidden="true" size={17} />
          Blocked creators
        </Link>
        <ExportLink list={list} />
      </PageHead>
      <ListFrame
        list={list}
        own={own}
        page={page}
        shown={posts.length}
        search={{ label: 'Search by title or link', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        columns={columns}
        order={{
          by: query.sort,
          direction: query.direction,
          usual: 'added',
          always: view === 'grid',
        }}
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
        <ListKeys
          previous={around.previous}
          next={around.next}
          prepare={() => void loadSheet().catch(() => undefined)}
        >
          {view === 'grid' ? (
            <Suspense>
              <PostCards posts={posts} selection="selected-videos" back={back} />
            </Suspense>
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
        </ListKeys>
      </ListFrame>
      <Sheet list={{ ...around, posts, first: page.first, total: page.total }} />
    </>
  )
}

/** The sheet of the post that the address names. Without JavaScript, a link to the post's page. */
function Sheet({ list }: { list: SheetList }) {
  const { id } = useSheet()
  const runs = useRuns()
  if (id === null || !/^\d{6,20}$/.test(id)) return null
  if (runs) {
    return (
      <Suspense>
        <PostSheet postId={id} list={list} />
      </Suspense>
    )
  }
  return (
    <noscript>
      <Callout>
        <Link className={linkLook} to={postHref(id)}>
          Open the video’s page
        </Link>
      </Callout>
    </noscript>
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
      title="Nothing has been looked up yet"
      text="Posts appear here as visitors look them up."
    />
  ) : (
    <EmptyState title="No videos match" text="Try fewer letters, or remove a filter.">
      <Link className={button({ look: 'quiet' })} to={videosPath}>
        Show all videos
      </Link>
    </EmptyState>
  )
}

function NameCell({ post }: { post: ListedPost }) {
  return (
    <RowLink to={postHref(post.postId)} onClick={useSheetLink(post.postId)()} dir="auto">
      {postName(post)}
    </RowLink>
  )
}

function CreatorCell({ post }: { post: ListedPost }) {
  const { authorBlocked } = usePostState(post)
  return (
    <>
      {post.authorHandle === null ? (
        <span className="text-muted">Unknown</span>
      ) : (
        `@${post.authorHandle}`
      )}
      {authorBlocked && <Badge>Blocked</Badge>}
    </>
  )
}
