import { linkAnswer } from '#app/http/page-headers.ts'
import { unsubscribe, unsubscribeState } from '#app/newsletter/newsletter.server.ts'
import type { Route } from './+types/unsubscribe'
import { TokenPage } from './token-page.tsx'

export async function loader({ params }: Route.LoaderArgs) {
  return linkAnswer(await unsubscribeState(params.token))
}

/** Called by the page's button or a mail program's (RFC 8058). The body is ignored. */
export async function action({ params }: Route.ActionArgs) {
  return linkAnswer(await unsubscribe(params.token))
}

export { headers } from '#app/http/page-headers.ts'

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <TokenPage kind="unsubscribe" state={actionData?.state ?? loaderData.state} />
}
