import { linkAnswer } from '#app/http/page-headers.ts'
import { confirmState, confirmSubscriber } from '#app/newsletter/newsletter.server.ts'
import type { Route } from './+types/confirm'
import { TokenPage } from './token-page.tsx'

export async function loader({ params }: Route.LoaderArgs) {
  return linkAnswer(await confirmState(params.token))
}

export async function action({ params }: Route.ActionArgs) {
  return linkAnswer(await confirmSubscriber(params.token))
}

export { headers } from '#app/http/page-headers.ts'

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <TokenPage kind="confirm" state={actionData?.state ?? loaderData.state} />
}
