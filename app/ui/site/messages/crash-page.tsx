import { useContext } from 'react'
import { useLocation } from 'react-router'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { damagedTexts } from '#app/ui/admin/damaged-texts.ts'
import { button } from '#app/ui/button.ts'
import { note } from '#app/ui/note.ts'
import { SiteHeader } from '#app/ui/site/frame/site-header.tsx'
import { MessagePage } from './message-page.tsx'
import { DamagedContext, RequestIdContext, UnavailableContext } from './request-id.ts'

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
  const damaged = useContext(DamagedContext)
  const { pathname } = useLocation()
  const { t, localPath } = useI18n()
  // Refused before the back office could answer on a page of its own.
  const forOperator = unavailable && damaged && pathname.startsWith('/admin/')
  const [title, text] = refused
    ? [
        t.crash.refusedTitle,
        otherAddress === null ? t.crash.refusedText : fill(t.crash.otherAddress, otherAddress),
      ]
    : unavailable !== null && damaged
      ? forOperator
        ? [damagedTexts.title, damagedTexts.text]
        : [t.crash.damagedTitle, t.crash.damagedText]
      : unavailable !== null
        ? [t.crash.waitTitle, t.crash.waitText]
        : [t.crash.title, t.crash.text]
  return (
    <>
      <SiteHeader />
      <main id="content">
        <MessagePage title={title} text={text}>
          {requestId !== null && (
            <p className={`${note} font-mono text-sm`}>
              {fill(t.crash.reference, { id: requestId })}
            </p>
          )}
          {forOperator ? (
            <a className={button()} href="/admin/settings/database">
              Open the backups
            </a>
          ) : (
            <a className={button()} href={localPath('/')}>
              {t.notFound.back}
            </a>
          )}
        </MessagePage>
      </main>
    </>
  )
}
