import { PLATFORMS } from '#app/environment/platform-names.ts'
import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { typedCreator } from '#app/posts/author-key.ts'
import { creatorOfKey } from '#app/posts/blocked-creators.server.ts'
import { isCreatorBlocked } from '#app/posts/blocking.server.ts'
import { creatorName } from '#app/posts/creator-name.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/change-creator'
import { changeCreator } from './change-videos.server.ts'
import { blockedCreatorsPath } from './post-hrefs.ts'

/** Asks for the reason to block or unblock a creator: `?creator=…&back=…`. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const block = parseChange(params.change)
  const back = safeAdminRedirect(url.searchParams.get('back'), blockedCreatorsPath)
  const platform = PLATFORMS.find((name) => name === url.searchParams.get('platform'))
  const text = url.searchParams.get('creator') ?? ''
  // Links give a key, and only the field where a handle is typed has a platform beside it.
  const creator = platform === undefined ? await creatorOfKey(text) : typedCreator(text, platform)
  if (creator === null) {
    const refused = 'That isn’t a creator. Type a handle such as @name, or a link to their page.'
    return { block, back, creator, refused }
  }
  const done = (await isCreatorBlocked(creator)) === block
  const state = block ? 'blocked' : 'not blocked'
  const refused = done ? `${creatorName(creator)} is ${state} already.` : null
  return { block, back, creator, refused }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return changeCreator(parseChange(params.change), await request.formData(), { context })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

function parseChange(text: string): boolean {
  if (text !== 'block' && text !== 'unblock') throw notFound()
  return text === 'block'
}

export default function ChangeCreator({ loaderData, actionData }: Route.ComponentProps) {
  const { block, back, creator, refused } = loaderData
  return (
    <ConfirmPage
      title={`${block ? 'Block' : 'Unblock'} ${creator === null ? 'a creator' : creatorName(creator)}?`}
      text={
        block
          ? 'No post by this creator can be looked up or downloaded here, including new ones. Links already given out stop working, and running downloads are cut off.'
          : 'This creator’s posts can be looked up and downloaded again, except those removed on their own.'
      }
      things={refused === null && creator !== null ? [creatorName(creator)] : []}
      leftOut={refused === null ? [] : [refused]}
      back={{ href: back, label: 'Videos' }}
      hidden={[
        ['creator', creator ?? ''],
        ['back', back],
      ]}
      submit={block ? 'Block the creator' : 'Unblock the creator'}
      danger={block}
      reason={actionData ?? {}}
    />
  )
}
