import { useContext } from 'react'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { MessagePage } from './message-page.tsx'
import { RequestIdContext, UnavailableContext } from './request-id.ts'
import { SiteHeader } from './site-header.tsx'

/** Two origins: where the site was opened, and the one that it takes forms from. */
export type OtherAddress = { here: string; own: string }

/**
 * The last resort: says whose fault it is, ours or a `refused` request's, and gives an id to report,
 * never a stack.
 */
export function CrashPage({
  refused = false,
  otherAddress = null,
}: {
  refused?: boolean
  /** Why a form was refused, where that was it. */
  otherAddress?: OtherAddress | null
}) {
  const requestId = useContext(RequestIdContext)
  const unavailable = useContext(UnavailableContext)
  const { t, localPath } = useI18n()
  const [title, text] = refused
    ? [
        t.crash.refusedTitle,
        otherAddress === null ? t.crash.refusedText : fill(t.crash.otherAddress, otherAddress),
      ]
    : unavailable !== null
      ? [t.crash.waitTitle, t.crash.waitText]
      : [t.crash.title, t.crash.text]
  return (
    <>
      <SiteHeader />
      <main id="content">
        <MessagePage title={title} text={text}>
          {requestId !== null && (
            <p className="note font-mono text-sm">{fill(t.crash.reference, { id: requestId })}</p>
          )}
          <a className="button" href={localPath('/')}>
            {t.notFound.back}
          </a>
        </MessagePage>
      </main>
    </>
  )
}
