import { optOutByLink, optOutState } from '#app/backlinks/opt-out.server.ts'
import { linkAnswer } from '#app/http/page-headers.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { LinkPage } from '#app/ui/site/messages/link-page.tsx'
import type { Route } from './+types/stop'

export async function loader({ params }: Route.LoaderArgs) {
  return linkAnswer(await optOutState(params.token))
}

/** Handles the page's button and one-click unsubscribe (RFC 8058), whatever the body. */
export async function action({ params }: Route.ActionArgs) {
  return linkAnswer(await optOutByLink(params.token))
}

export { headers } from '#app/http/page-headers.ts'

export default function StopOutreach({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const state = actionData?.state ?? loaderData.state
  const lead =
    state === 'done'
      ? { href: localPath('/'), text: t.footer.start }
      : { href: localPath('/contact'), text: t.contact.title }
  return <LinkPage state={state} texts={t.outreach.optOut} lead={lead} />
}
