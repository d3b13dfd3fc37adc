import { data, redirect } from 'react-router'
import { postForSave } from '#app/download/lookup/lookup.server.ts'
import { postView } from '#app/download/lookup/offers.server.ts'
import { parseItem } from '#app/download/lookup/result-address.ts'
import { takeRequest } from '#app/download/lookup/visitor-limits.server.ts'
import { problemAnswer } from '#app/download/save/save-problem.server.ts'
import { longestTyped } from '#app/download/ui/later/typed-part.ts'
import type { RenewedPost } from '#app/download/ui/later/use-fresh-post.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { env } from '#app/env.server.ts'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { chosenStyle, offeredStyles, styleCookie } from '#app/posts/file-name-style.ts'
import { parseMp3Rate } from '#app/posts/mp3-rate.ts'
import {
  parseImageChoice,
  parseSaveFormat,
  plainFormat,
  withImages,
} from '#app/posts/save-format.ts'
import { savesPart } from '#app/posts/save-part.ts'
import { checkLink, signLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Route } from './+types/choose-format'

/** Redirects a form without JavaScript to the countdown page of the chosen format. */
export function loader({ request, params, url }: Route.LoaderArgs) {
  const { postId } = params
  const check = checkLink('choose', postId, 'any', url.searchParams)
  const format = parseSaveFormat(url.searchParams.get('format') ?? '')
  const images = parseImageChoice(url.searchParams)
  const kbps = parseMp3Rate(url.searchParams)
  const isForged = check !== 'valid' || kbps === 'invalid'
  if (isForged || format === null || images === null) {
    const { problem, ...init } = problemAnswer({ kind: 'link', check })
    return data({ problem, postId }, init)
  }
  // Only the ZIP uses the ticked images, only the MP3 the rate.
  const query = withImages(signLink('prepare', postId, format), format === 'zip' ? images : [])
  const rate = plainFormat(format) === 'mp3' && kbps !== null ? `&kbps=${kbps}` : ''
  const address = `${url.pathname}/${format}?${query}${rate}`
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const site = settings().fileNames
  const style = offeredStyles(site).find((one) => one === url.searchParams.get('names'))
  // With JavaScript the page has set it itself.
  if (style !== undefined && style !== chosenStyle(request.headers.get('cookie'), site)) {
    headers.set('Set-Cookie', styleCookie(style, site, env.APP_URL.startsWith('https:')))
  }
  const asked = savesPart(format) ? typedTimes(url.searchParams) : ''
  throw redirect(address + asked, { headers })
}

/** Returns the part that was typed, as a query. The next page checks whether it is one. */
function typedTimes(query: URLSearchParams): string {
  const typed = (['from', 'to'] as const).flatMap((name) => {
    const text = query.get(name)?.trim().slice(0, longestTyped) ?? ''
    return text === '' ? [] : [`&${name}=${encodeURIComponent(text)}`]
  })
  return typed.join('')
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
  const { clientAddress } = context.get(requestContext)
  const wait = await takeRequest(clientAddress)
  if (wait !== null) return answer({ kind: 'too_many', retryAfterSeconds: wait })
  const outcome = await postForSave(postId, request.signal, {
    network: widestNetworkOf(clientAddress),
  })
  if (!outcome.ok) return answer({ kind: 'lookup', problem: outcome.problem })
  const headers = { 'Cache-Control': 'no-store' }
  const post = postView(
    outcome.post,
    clientAddress,
    request.headers.get('cookie'),
    parseItem(url.searchParams.get('item')),
  )
  return data<RenewedPost>({ post, problem: null }, { headers })
}

/** Keeps the page if the server can't be reached. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<RenewedPost> {
  return serverAction().catch(() => ({ post: null, problem: null }))
}

export { headers } from '#app/http/page-headers.ts'

export default function ChooseFormat({ loaderData }: Route.ComponentProps) {
  return <SaveProblemPage {...loaderData} />
}
