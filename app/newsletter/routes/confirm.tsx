import { confirmState, confirmSubscriber } from '#app/newsletter/newsletter.server.ts'
import type { Route } from './+types/confirm'
import { tokenAnswer } from './token-answer.server.ts'
import { TokenPage } from './token-page.tsx'

export async function loader({ params }: Route.LoaderArgs) {
  return tokenAnswer(await confirmState(params.token))
}

export async function action({ params }: Route.ActionArgs) {
  return tokenAnswer(await confirmSubscriber(params.token))
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <TokenPage kind="confirm" state={actionData?.state ?? loaderData.state} />
}
