import { notFound } from '#app/http/refusals.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { typedAuthor } from '#app/posts/author-key.ts'
import { isAuthorBlocked } from '#app/posts/blocking.server.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/change-author'
import { changeAuthor } from './change-videos.server.ts'
import { blockedAuthorsPath } from './post-hrefs.ts'

/** Asks for the reason to block or unblock an author: `?author=…&back=…`. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const block = parseChange(params.change)
  const back = safeAdminRedirect(url.searchParams.get('back'), blockedAuthorsPath)
  const author = typedAuthor(url.searchParams.get('author') ?? '')
  if (author === null) {
    const refused = 'That isn’t an author. Type a handle such as @name, or a link with one.'
    return { block, back, author, refused }
  }
  const done = (await isAuthorBlocked(author)) === block
  const refused = done ? `@${author} is ${block ? 'blocked' : 'not blocked'} already.` : null
  return { block, back, author, refused }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return changeAuthor(parseChange(params.change), await request.formData(), { context })
}

function parseChange(text: string): boolean {
  if (text !== 'block' && text !== 'unblock') throw notFound()
  return text === 'block'
}

export default function ChangeAuthor({ loaderData, actionData }: Route.ComponentProps) {
  const { block, back, author, refused } = loaderData
  return (
    <ConfirmPage
      title={`${block ? 'Block' : 'Unblock'} ${author === null ? 'an author' : `@${author}`}?`}
      text={
        block
          ? 'No post by this author can be looked up or downloaded here, including new ones. Links given out stop working, and running downloads are cut off.'
          : 'This author’s posts can be looked up and downloaded again, except those removed themselves.'
      }
      things={refused === null ? [`@${author}`] : []}
      leftOut={refused === null ? [] : [refused]}
      back={{ href: back, label: 'Videos' }}
      hidden={[
        ['author', author ?? ''],
        ['back', back],
      ]}
      submit={block ? 'Block the author' : 'Unblock the author'}
      danger={block}
      reason={actionData ?? {}}
    />
  )
}
