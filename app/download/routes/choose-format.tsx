import { data, redirect } from 'react-router'
import { postForSave } from '#app/download/lookup.server.ts'
import { postView } from '#app/download/offers.server.ts'
import { problemAnswer } from '#app/download/save-problem.server.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import type { RenewedPost } from '#app/download/ui/use-fresh-post.ts'
import { takeRequest } from '#app/download/visitor-limits.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { parseImageChoice, parseSaveFormat, withImages } from '#app/posts/save-format.ts'
import { checkLink, signLink } from '#app/secrets/signed-link.server.ts'
import type { Route } from './+types/choose-format'

/** Redirects a form without JavaScript to the countdown page of the chosen format. */
export function loader({ params, url }: Route.LoaderArgs) {
  const { postId } = params
  const check = checkLink('choose', postId, 'any', url.searchParams)
  const format = parseSaveFormat(url.searchParams.get('format') ?? '')
  const images = parseImageChoice(url.searchParams)
  if (check !== 'valid' || format === null || images === null) {
    const { problem, ...init } = problemAnswer({
      kind: 'link',
      check: check === 'expired' ? 'expired' : 'invalid',
    })
    return data({ problem, postId }, init)
  }
  // The ticked images are for the ZIP. Other formats ignore them.
  const query = withImages(signLink('prepare', postId, format), format === 'zip' ? images : [])
  throw redirect(`${url.pathname}/${format}?${query}`, { headers: { 'Cache-Control': 'no-store' } })
}

/** Renews a post's links for a page that has old ones. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { postId } = params
  const answer = (cause: Parameters<typeof problemAnswer>[0]) => {
    const { problem, ...init } = problemAnswer(cause)
    return data<RenewedPost>({ post: null, problem }, init)
  }
  const check = checkLink('choose', postId, 'any', url.searchParams)
  if (check === 'invalid') return answer({ kind: 'link', check })
  const wait = await takeRequest(context.get(requestContext).clientAddress)
  if (wait !== null) return answer({ kind: 'too_many', retryAfterSeconds: wait })
  const outcome = await postForSave(postId, request.signal)
  if (!outcome.ok) return answer({ kind: 'lookup', problem: outcome.problem })
  const headers = { 'Cache-Control': 'no-store' }
  return data<RenewedPost>({ post: postView(outcome.post), problem: null }, { headers })
}

/** Keeps the page if the server can't be reached. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<RenewedPost> {
  return serverAction().catch(() => ({ post: null, problem: null }))
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export default function ChooseFormat({ loaderData }: Route.ComponentProps) {
  return <SaveProblemPage {...loaderData} />
}
