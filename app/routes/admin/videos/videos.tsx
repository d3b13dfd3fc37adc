import { Download, Grid2x2, List, UserX } from 'lucide-react'
import { redirect } from 'react-router'
import {
  countPosts,
  type ListedPost,
  listPosts,
  type PostQuery,
  type PostSort,
  parsePostQuery,
  postSorts,
  postStatuses,
} from '#app/models/post-list.server.ts'
import { signLink } from '#app/services/signed-link.server.ts'
import { BulkBar } from '#app/ui/admin/bulk-bar.tsx'
import { type Column, DataTable } from '#app/ui/admin/data-table.tsx'
import { EmptyState } from '#app/ui/admin/empty-state.tsx'
import { Filters } from '#app/ui/admin/filters.tsx'
import { PageHead } from '#app/ui/admin/page-head.tsx'
import { Pager } from '#app/ui/admin/pager.tsx'
import { StatusMark } from '#app/ui/admin/status-mark.tsx'
import { When } from '#app/ui/admin/when.tsx'
import { type ListAddress, listHref, viewHref } from '#app/utils/list-address.ts'
import type { Route } from './+types/videos'
import { PostCards } from './post-cards.tsx'
import { postHref, videosPath } from './post-hrefs.ts'
import { PostMenu } from './post-menu.tsx'
import { postName, statusTexts } from './post-texts.ts'

type View = 'grid' | 'list'

export async function loader({ url }: Route.LoaderArgs) {
  const query = parsePostQuery(url.searchParams)
  const view: View = url.searchParams.get('view') === 'list' ? 'list' : 'grid'
  const list = listAddress(query, view)
  const page = await listPosts(query)
  // The rows of a later page may have gone by now.
  if (page.posts.length === 0 && query.cursor !== null) throw redirect(listHref(list))
  const withCover = view === 'grid' ? page.posts.filter((post) => post.coverAtHand) : []
  const covers = withCover.map(({ postId }): [string, string] => [
    postId,
    `/cover/${postId}?${signLink('cover', postId, 'cover')}`,
  ])
  return {
    query,
    view,
    list,
    page,
    covers: Object.fromEntries(covers),
    counts: await countPosts(),
    sorts: postSorts,
    statuses: postStatuses,
  }
}

function listAddress(query: PostQuery, view: View): ListAddress {
  const { search, status, sort, direction, cursor } = query
  return {
    path: videosPath,
    query: {
      ...(search !== '' && { q: search }),
      ...(status !== 'all' && { status }),
      ...(sort !== 'added' && { sort }),
      ...(direction !== 'desc' && { direction }),
      ...(view !== 'grid' && { view }),
      ...(cursor !== null && { cursor }),
    },
  }
}

const number = new Intl.NumberFormat('en')

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
    cell: ({ status }) => (
      <StatusMark tone={statusTexts[status].tone}>{statusTexts[status].label}</StatusMark>
    ),
  },
  {
    key: 'author',
    label: 'Author',
    look: 'tight',
    cell: ({ authorHandle, authorBlocked }) => (
      <>
        {authorHandle === null ? <span className="text-muted">Unknown</span> : `@${authorHandle}`}
        {authorBlocked && <span className="badge tag">Blocked</span>}
      </>
    ),
  },
  {
    key: 'downloads',
    label: 'Downloads',
    sort: 'desc',
    look: 'end',
    cell: ({ downloads }) => number.format(downloads),
  },
  {
    key: 'added',
    label: 'Date added',
    sort: 'desc',
    look: 'tight',
    cell: ({ firstSeenAt }) => <When at={firstSeenAt} />,
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
        <When at={lastSeenAt} as="ago" />
      ),
  },
]

export default function Videos({ loaderData }: Route.ComponentProps) {
  const { query, view, list, page, counts, covers, sorts, statuses } = loaderData
  const { posts, total } = page
  const back = viewHref(list)
  const { q = '', status = '' } = list.query
  const exportList = { path: `${videosPath}/export.csv`, query: {} }
  return (
    <>
      <PageHead title="Videos" lead="The posts that visitors looked up.">
        <a className="button-quiet" href={`${videosPath}/authors`}>
          <UserX aria-hidden="true" size={17} />
          Blocked authors
        </a>
        <a className="button-quiet" href={listHref(exportList, { q, status })} download>
          <Download aria-hidden="true" size={17} />
          Export CSV
        </a>
      </PageHead>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Filters
          list={list}
          search={{ name: 'q', label: 'Search by title or link', value: query.search }}
          choices={[
            {
              name: 'status',
              label: 'Status',
              value: query.status,
              options: [
                { value: 'all', label: `All (${number.format(counts.all)})` },
                ...statuses.map((item) => ({
                  value: item,
                  label: `${statusTexts[item].label} (${number.format(counts[item])})`,
                })),
              ],
            },
            {
              name: 'sort',
              label: 'Sort by',
              value: query.sort,
              options: sorts.map((sort) => ({ value: sort, label: sortTexts[sort] })),
            },
          ]}
          keep={['view']}
        />
        <ViewSwitch list={list} view={view} />
      </div>
      {posts.length === 0 ? (
        <NoPosts all={counts.all} />
      ) : (
        <>
          <div className="list">
            {view === 'grid' ? (
              <PostCards posts={posts} covers={covers} selection="selected-videos" back={back} />
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
            <BulkBar
              id="selected-videos"
              action={videosPath}
              back={back}
              actions={[
                { value: 'flag', label: 'Flag…', confirm: `${videosPath}/change/flag` },
                { value: 'restore', label: 'Restore…', confirm: `${videosPath}/change/restore` },
                {
                  value: 'remove',
                  label: 'Remove…',
                  danger: true,
                  confirm: `${videosPath}/change/remove`,
                },
              ]}
            />
          </div>
          <Pager
            links={{
              first: query.cursor === null ? null : listHref(list),
              previous: page.previous === null ? null : listHref(list, { cursor: page.previous }),
              next: page.next === null ? null : listHref(list, { cursor: page.next }),
            }}
          >
            {`${number.format(page.first)}–${number.format(page.first + posts.length - 1)} of ${total.exact ? '' : 'about '}${number.format(total.count)}`}
          </Pager>
        </>
      )}
    </>
  )
}

/** The same page of the list, shown otherwise. */
function ViewSwitch({ list, view }: { list: ListAddress; view: View }) {
  const { cursor = null } = list.query
  const views = [
    { name: 'grid', label: 'Grid', Icon: Grid2x2, value: null },
    { name: 'list', label: 'List', Icon: List, value: 'list' },
  ] as const
  return (
    <nav className="switch" aria-label="View">
      {views.map(({ name, label, Icon, value }) => (
        <a
          key={name}
          href={listHref(list, { view: value, cursor })}
          aria-current={name === view ? 'true' : undefined}
        >
          <Icon aria-hidden="true" size={17} />
          {label}
        </a>
      ))}
    </nav>
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
      <a className="button-quiet" href={videosPath}>
        Show all videos
      </a>
    </EmptyState>
  )
}

function NameCell({ post }: { post: ListedPost }) {
  return (
    <a className="row-name" href={postHref(post.postId)} dir="auto">
      {postName(post)}
    </a>
  )
}
