import { z } from 'zod'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { countText } from '#app/i18n/count-text.ts'
import { previewChange } from '#app/moderation/post-moderation.server.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/change-posts'
import { changePosts, namesOf, PostIds } from './change-videos.server.ts'
import { videosPath } from './post-hrefs.ts'
import { changeTexts, refusalText } from './post-texts.ts'

const Change = z.enum(['flag', 'remove', 'restore'])

/** Asks for the reason of a change: `?id=…&id=…&back=…`, as the list's menus make it. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const change = parseChange(params.change)
  const back = safeAdminRedirect(url.searchParams.get('back'), videosPath)
  const ids = PostIds.safeParse([...new Set(url.searchParams.getAll('id'))])
  if (!ids.success)
    return { change, back, ids: [], names: [], leftOut: ['Select at least one video first.'] }
  const { changed, refused } = await previewChange(change, ids.data)
  const names = await namesOf(ids.data)
  return {
    change,
    back,
    ids: changed,
    // Many titles are alike, so the number is shown too.
    names: changed.map((postId) => `${names(postId)} (${postId})`),
    leftOut: refused.map(
      ({ postId, problem }) => `${names(postId)} ${refusalText(problem, change)}.`,
    ),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return changePosts(parseChange(params.change), await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

function parseChange(text: string): z.infer<typeof Change> {
  const change = Change.safeParse(text)
  if (!change.success) throw notFound()
  return change.data
}

export default function ChangePosts({ loaderData, actionData }: Route.ComponentProps) {
  const { change, back, ids, names, leftOut } = loaderData
  const { title, text, submit } = changeTexts[change]
  const what = ids.length === 1 ? 'this video' : countText(ids.length, 'video')
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
