import { Grid2x2, List, UserX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, redirect } from 'react-router'
import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { platformChoice, platformsToChoose } from '#app/download/platforms/platform-choice.ts'
import {
  type ListAddress,
  listAddress,
  listHref,
  redirectTo,
  viewHref,
} from '#app/lists/list-address.ts'
import {
  countListed,
  countPosts,
  creatorsLike,
  listPosts,
  type PostQuery,
  parsePostQuery,
  platformIn,
  platformsOfPosts,
  postStatuses,
} from '#app/moderation/post-list.server.ts'
import { creatorName } from '#app/posts/creator-name.ts'
import { isKey } from '#app/posts/key-form.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { DataTable } from '#app/ui/admin/lists/data-table.tsx'
import { ExportLink, ListFrame } from '#app/ui/admin/lists/list-frame.tsx'
import { sheetIn, withSheet } from '#app/ui/admin/lists/sheet-address.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Segments } from '#app/ui/admin/segments.tsx'
import { link as linkLook } from '#app/ui/link.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { ownList } from '#app/views/own-list.server.ts'
import { rowsPerPage } from '#app/views/own-list.ts'
import type { Route } from './+types/videos'
import { changeVideos } from './change-videos.server.ts'
import { ListKeys } from './list-keys.tsx'
import { blockedCreatorsPath, changePath, postHref, videosPath } from './post-hrefs.ts'
import { PostMenu } from './post-menu.tsx'
import { postName, statusTexts } from './post-texts.ts'
import type { SheetList } from './sheet/post-sheet.tsx'
import { useSheet } from './sheet/use-sheet.ts'
import { columnsFor } from './video-columns.tsx'

type View = 'grid' | 'list'

/** Creators offered when a search finds no video. */
const mostSuggested = 8

export const handle: LiveHandle = { live: ['posts', 'bulk'] }

const loadSheet = () => import('./sheet/post-sheet.tsx')
const PostSheet = lazy(loadSheet)
const NoPosts = lazy(async () => ({ default: (await import('./no-posts.tsx')).NoPosts }))
const PostCards = lazy(async () => ({ default: (await import('./post-cards.tsx')).PostCards }))

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = parsePostQuery(url.searchParams)
  const platform = platformIn(query)
  const view: View = url.searchParams.get('view') === 'list' ? 'list' : 'grid'
  const list = viewAddress(query, view)
  const counting = countPosts(platform)
  const [own, counts, listed, platforms] = await Promise.all([
    ownList(context.get(adminContext).user.id, 'videos'),
    counting,
    countListed(query, counting),
    platformsOfPosts(),
  ])
  const page = await listPosts({ ...query, pageSize: rowsPerPage(own) }, listed)
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
    counts,
    statuses: postStatuses,
    isFiltered: platform !== undefined,
    choices: platformChoice(platformsToChoose(platforms, platform), platform),
    creators: page.posts.length === 0 ? await suggestedCreators(query.search) : [],
  }
}

async function suggestedCreators(search: string) {
  const found = await creatorsLike(search, mostSuggested)
  return found.map((one) => ({ ...one, name: creatorName(one.creator) }))
}

export const shouldRevalidate = reloadOnConflict

/** Handles the forms of the sheet and of Undo. */
export async function action({ request, context }: Route.ActionArgs) {
  return changeVideos(await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

function viewAddress(query: PostQuery, view: View): ListAddress {
  const list = listAddress(videosPath, query, 'added')
  return view === 'grid' ? list : { ...list, query: { ...list.query, view } }
}

export default function Videos({ loaderData }: Route.ComponentProps) {
  const { query, view, list, own, page, counts, statuses, choices, isFiltered, creators } =
    loaderData
  const columns = columnsFor(choices.length > 0)
  const { posts } = page
  const back = viewHref(list)
  const pageHref = (cursor: string | null) => (cursor === null ? null : listHref(list, { cursor }))
  const around = { previous: pageHref(page.previous), next: pageHref(page.next) }
  return (
    <>
      <PageHead title="Videos" tabTitle={null} lead="Posts that visitors have looked up.">
        <Link className={button({ look: 'quiet' })} to={blockedCreatorsPath}>
          <UserX aria-hidden="true" size={17} />
          Blocked creators
        </Link>
        <ExportLink list={list} />
      </PageHead>
      <ListFrame
        title="Videos"
        row="video"
        list={list}
        own={own}
        page={page}
        shown={posts.length}
        search={{ label: 'Search by title, link or @creator', value: query.search }}
        status={{ value: query.status, options: statuses, texts: statusTexts, counts }}
        choices={choices}
        columns={columns}
        order={{
          by: query.sort,
          direction: query.direction,
          defaultBy: 'added',
          always: view === 'grid',
        }}
        beside={<ViewSwitch list={list} view={view} />}
        empty={
          <Suspense>
            <NoPosts isFirst={counts.all === 0 && !isFiltered} creators={creators} />
          </Suspense>
        }
        sheet={<Sheet list={{ ...around, posts, first: page.first, total: page.total }} />}
        bulk={{
          id: 'selected-videos',
          rowIds: posts.map(({ postId }) => postId),
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
              <PostCards posts={posts} back={back} />
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
              menu={(post) => <PostMenu post={post} back={back} />}
            />
          )}
        </ListKeys>
      </ListFrame>
    </>
  )
}

/** The sheet of the post in the URL. Without JavaScript, a link to the post's page. */
function Sheet({ list }: { list: SheetList }) {
  const { id } = useSheet()
  const runs = useRuns()
  if (id === null || !isKey(id)) return null
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

/** Links to the same page of the list in the other view. */
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
