import { useContext } from 'react'
import { isRouteErrorResponse } from 'react-router'
import type { FailedAnswer } from '#app/http/failed-answer.ts'
import { otherAddressOf } from '#app/http/form-refusal.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { failedAnswerOf } from '#app/ui/failed-answer.ts'
import { note } from '#app/ui/note.ts'
import { SiteHeader } from '#app/ui/site/frame/site-header.tsx'
import { MessagePage } from './message-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RequestIdContext, UnavailableContext } from './request-id.ts'

export default function FailedPage({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <CrashPage />
  const { status, data } = error
  if (status === 404) return <NotFoundPage />
  const refused = status === 400 || status === 403
  return <CrashPage refused={refused} refusal={data} failed={failedAnswerOf(error)} />
}

/**
 * The last resort: shows whether we or a `refused` request caused the error, with an id to report
 * and no stack.
 */
function CrashPage({
  refused = false,
  refusal,
  failed = null,
}: {
  refused?: boolean
  /** A FormRefusal, if a form was refused for its origin. */
  refusal?: unknown
  /** The server's answer to a link or form that failed in the browser. */
  failed?: FailedAnswer | null
}) {
  const requestId = useContext(RequestIdContext) ?? failed?.reference ?? null
  const unavailable = useContext(UnavailableContext) ?? failed?.unavailable ?? null
  const { t, localPath } = useI18n()
  const otherAddress = otherAddressOf(refusal)
  const refusedText =
    otherAddress === null ? t.crash.refusedText : fill(t.crash.otherAddress, otherAddress)
  const texts = () => {
    if (refused) return { title: t.crash.refusedTitle, text: refusedText }
    if (unavailable === 'damaged') return { title: t.crash.damagedTitle, text: t.crash.damagedText }
    if (unavailable !== null) return { title: t.crash.waitTitle, text: t.crash.waitText }
    return { title: t.crash.title, text: t.crash.text }
  }
  const { title, text } = texts()
  return (
    <>
      <SiteHeader />
      <main id="content">
        <MessagePage title={title} text={text}>
          {refusal === 'no-origin' && (
            // For operators, whose back office is in English too.
            <p className={note} lang="en">
              The browser didn’t say where the form is from. Running this site? Remove
              “Referrer-Policy: no-referrer” from your proxy.
            </p>
          )}
          {requestId !== null && (
            <p className={`${note} font-mono text-sm`}>
              {fill(t.crash.reference, { id: requestId })}
            </p>
          )}
          <a className={button()} href={localPath('/')}>
            {t.notFound.back}
          </a>
        </MessagePage>
      </main>
    </>
  )
}
