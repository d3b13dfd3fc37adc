import { data } from 'react-router'
import { optOutByLink, optOutState } from '#app/backlinks/opt-out-link.server.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import type { Route } from './+types/stop'

/** The page's address is a secret: it is kept nowhere and told to no other site. */
function answer(state: 'open' | 'done' | 'unknown') {
  return data(
    { state },
    {
      status: state === 'unknown' ? 404 : 200,
      headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' },
    },
  )
}

export async function loader({ params }: Route.LoaderArgs) {
  return answer(await optOutState(params.token))
}

/** The page's own button, or that of a mail program (RFC 8058): what the body says doesn't matter. */
export async function action({ params }: Route.ActionArgs) {
  return answer(await optOutByLink(params.token))
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}

/** Links in mails are opened by scanners too: only the button on the page does something. */
export default function StopOutreach({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const texts = t.outreach.optOut
  const state = actionData?.state ?? loaderData.state
  if (state === 'open') {
    return (
      <MessagePage title={texts.title} text={texts.text}>
        <form method="post">
          <button type="submit" className={button()}>
            {texts.submit}
          </button>
        </form>
      </MessagePage>
    )
  }
  const isDone = state === 'done'
  return (
    <MessagePage
      title={isDone ? texts.doneTitle : texts.unknownTitle}
      text={isDone ? texts.done : texts.unknown}
    >
      <a className={button()} href={localPath(isDone ? '/' : '/contact')}>
        {isDone ? t.footer.start : t.contact.title}
      </a>
    </MessagePage>
  )
}
