import { useContext } from 'react'
import { href, isRouteErrorResponse, Link, useLocation } from 'react-router'
import { otherAddressOf } from '#app/http/form-refusal.ts'
import { button } from '#app/ui/admin/button.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { unavailableTexts } from '#app/ui/admin/unavailable-texts.ts'
import { failedAnswerOf } from '#app/ui/failed-answer.ts'
import { RequestIdContext, UnavailableContext } from '#app/ui/site/messages/request-id.ts'

export function MissingPage() {
  return <Problem {...missingTexts} />
}

/** Replaces a page that failed. Shows an id to report, never a stack. */
export default function ProblemPage({ error }: { error: unknown }) {
  const failed = failedAnswerOf(error)
  const requestId = useContext(RequestIdContext) ?? failed?.reference ?? null
  const unavailable = useContext(UnavailableContext) ?? failed?.unavailable ?? null
  const { pathname, search } = useLocation()
  const again = { label: 'Try again', to: pathname + search }
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return <MissingPage />
  if (status === 400 || status === 403) return <Problem {...refusedTextsOf(error)} />
  if (isUnanswered(error)) return <Problem {...unansweredTexts} first={again} />
  if (unavailable === null) return <Problem {...failureTexts(requestId)} first={again} />
  const first = unavailable === 'damaged' ? backups : again
  return <Problem {...unavailableTexts[unavailable]} first={first} />
}

const backups = { label: 'Open the backups', to: href('/admin/settings/database') }

type Texts = { head: string; title: string; text: string }

/** `first`: a link to try before the dashboard's. */
function Problem({ head, title, text, first }: Texts & { first?: { label: string; to: string } }) {
  return (
    <>
      <PageHead title={head} />
      <EmptyState title={title} text={text}>
        {first && (
          <Link className={button()} to={first.to}>
            {first.label}
          </Link>
        )}
        <Link className={button({ look: first ? 'quiet' : 'primary' })} to={href('/admin')}>
          To the dashboard
        </Link>
      </EmptyState>
    </>
  )
}

/** Returns true if the server couldn't be reached. Each browser words that error differently. */
function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

const unansweredTexts = {
  head: 'No answer',
  title: 'The server didn’t answer',
  text: 'Check your connection and try again. If you sent a form, check whether it was saved before you send it again.',
}

const missingTexts = {
  head: 'Page not found',
  title: 'Nothing is here',
  text: "The page you're looking for doesn't exist or has been moved.",
}

const refusedTexts = {
  head: 'Not done',
  title: 'This request was refused',
  text: 'It came from another site, or part of the form was missing. Nothing was changed. Go back and send the form again.',
}

/** Names the address to open, or what hides where the form is from. */
function refusedTextsOf(error: unknown): typeof refusedTexts {
  const refusal: unknown = isRouteErrorResponse(error) ? error.data : null
  if (refusal === 'no-origin') return { ...refusedTexts, text: noOriginText }
  const addresses = otherAddressOf(refusal)
  if (addresses === null) return refusedTexts
  const { here, own } = addresses
  return {
    ...refusedTexts,
    text: `You opened ${here}, but APP_URL is ${own}. Open ${own} instead, or set APP_URL to the address that you and your visitors use.`,
  }
}

const noOriginText =
  'Your browser didn’t say where the form is from. Remove “Referrer-Policy: no-referrer” from your proxy, then open the page again.'

const seeLog = 'Nothing you saved before is lost. See the server’s log.'

const failureTexts = (requestId: string | null) => ({
  head: 'Something went wrong',
  title: 'This page couldn’t be shown',
  text: requestId === null ? seeLog : `${seeLog} Reference: ${requestId}`,
})
