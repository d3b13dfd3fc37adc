import { data, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { statusFields, undoForm } from '#app/http/back-or-stay.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { findPosts } from '#app/moderation/post-list.server.ts'
import {
  moderatePosts,
  type PostChangeResult,
  previewChange,
} from '#app/moderation/post-moderation.server.ts'
import { ModerationReason } from '#app/posts/blocking.server.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/change-posts'
import { videosPath } from './post-hrefs.ts'
import { changeTexts, postName, refusalText, videosText } from './post-texts.ts'
import { refusedReason } from './refused-reason.server.ts'
import { PostId } from './undo-videos.server.ts'

const Change = z.enum(['flag', 'remove', 'restore'])
/** More than a page of the list shows cannot be ticked. */
const PostIds = z.array(PostId).min(1).max(200)

/** Asks for the reason of a change: `?id=…&id=…&back=…`, as the list's menus make it. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const change = parseChange(params.change)
  const back = safeAdminRedirect(url.searchParams.get('back'), videosPath)
  const ids = PostIds.safeParse([...new Set(url.searchParams.getAll('id'))])
  if (!ids.success) return { change, back, ids: [], names: [], leftOut: ['No video was ticked.'] }
  const { changed, refused } = await previewChange(change, ids.data)
  const names = await namesOf(ids.data)
  return {
    change,
    back,
    ids: changed,
    // Many titles are alike: the number tells which post it is.
    names: changed.map((postId) => `${names(postId)} (${postId})`),
    leftOut: refused.map(
      ({ postId, problem }) => `${names(postId)} ${refusalText(problem, change)}.`,
    ),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const change = parseChange(params.change)
  const form = await request.formData()
  const back = safeAdminRedirect(form.get('back'), videosPath)
  const ids = PostIds.safeParse(form.getAll('id'))
  if (!ids.success) throw redirect(back)
  const reason = ModerationReason.safeParse(form.get('reason'))
  if (!reason.success) return data(refusedReason(form), { status: 400 })
  const result = await moderatePosts(change, ids.data, reason.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  const undo = undoForm(form, videosPath, [['intent', 'undo'], ...statusFields(result.was)])
  for (const { kind, text } of await messages(result, change)) {
    await flash(kind, text, kind === 'success' ? undo : undefined)
  }
  return redirect(back)
}

function parseChange(text: string): z.infer<typeof Change> {
  const change = Change.safeParse(text)
  if (!change.success) throw notFound()
  return change.data
}

async function namesOf(postIds: string[]): Promise<(postId: string) => string> {
  const names = new Map((await findPosts(postIds)).map((post) => [post.postId, postName(post)]))
  return (postId) => names.get(postId) ?? `Post ${postId}`
}

/** What the next page says became of the posts. */
async function messages({ changed, refused }: PostChangeResult, change: z.infer<typeof Change>) {
  const names = await namesOf([...changed, ...refused.map(({ postId }) => postId)])
  const [first] = changed
  const done =
    first === undefined
      ? []
      : [
          changed.length === 1
            ? `${names(first)} is ${changeTexts[change].done}.`
            : `${videosText(changed.length)} are ${changeTexts[change].done}.`,
        ]
  return [
    ...done.map((text) => ({ kind: 'success' as const, text })),
    ...refused.slice(0, 5).map(({ postId, problem }) => ({
      kind: 'error' as const,
      text: `${names(postId)} ${refusalText(problem, change)}.`,
    })),
  ]
}

export default function ChangePosts({ loaderData, actionData }: Route.ComponentProps) {
  const { change, back, ids, names, leftOut } = loaderData
  const { title, text, submit } = changeTexts[change]
  const what = ids.length === 1 ? 'this video' : videosText(ids.length)
  return (
    <ConfirmPage
      title={ids.length === 0 ? title : `${title} ${what}?`}
      text={text}
      things={names}
      leftOut={leftOut}
      back={{ href: back, label: 'Videos' }}
      hidden={[...ids.map((id) => ['id', id] as [string, string]), ['back', back]]}
      submit={`${submit} ${what}`}
      danger={change === 'remove'}
      reason={actionData ?? {}}
    />
  )
}
