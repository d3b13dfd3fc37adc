import { unsubscribe, unsubscribeState } from '#app/newsletter/newsletter.server.ts'
import type { Route } from './+types/unsubscribe'
import { tokenAnswer } from './token-answer.server.ts'
import { TokenPage } from './token-page.tsx'

export async function loader({ params }: Route.LoaderArgs) {
  return tokenAnswer(await unsubscribeState(params.token))
}

/** The page's own button, or that of a mail program (RFC 8058): what the body says is all the same. */
export async function action({ params }: Route.ActionArgs) {
  return tokenAnswer(await unsubscribe(params.token))
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <TokenPage kind="unsubscribe" state={actionData?.state ?? loaderData.state} />
}
