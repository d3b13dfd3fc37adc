import { useContext } from 'react'
import { href, isRouteErrorResponse, Link } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { damagedTexts } from '#app/ui/admin/damaged-texts.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import {
  DamagedContext,
  RequestIdContext,
  UnavailableContext,
} from '#app/ui/site/messages/request-id.ts'
import type { UnavailableReason } from '#db/unavailable.ts'

/** What is said of an address that leads nowhere. */
export function MissingPage() {
  return <Problem {...missingTexts} />
}

/** What is shown in place of a page that failed: never a stack, but an id to report. */
export function ProblemPage({ error }: { error: unknown }) {
  const requestId = useContext(RequestIdContext) ?? 'none'
  const unavailable = useContext(UnavailableContext)
  const damaged = useContext(DamagedContext)
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return <MissingPage />
  if (status === 400 || status === 403) return <Problem {...refusedTexts} />
  if (isUnanswered(error)) return <Problem {...unansweredTexts} />
  if (unavailable === null) return <Problem {...failureTexts(requestId)} />
  const broken = damaged || unavailable === 'damaged'
  return <Problem {...(broken ? damagedTexts : unavailableTexts[unavailable])} />
}

function Problem({ head, title, text }: { head: string; title: string; text: string }) {
  return (
    <>
      <PageHead title={head} />
      <EmptyState title={title} text={text}>
        <Link className={button()} to={href('/admin')}>
          To the dashboard
        </Link>
      </EmptyState>
    </>
  )
}

/** Whether the browser could not reach the server. Each browser has its own words for that. */
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

const unavailableTexts: Record<
  Exclude<UnavailableReason, 'damaged'>,
  Parameters<typeof Problem>[0]
> = {
  busy: {
    head: 'Not saved',
    title: 'Another program has locked the database',
    text: 'Nothing was changed. Try again in a minute.',
  },
  unreachable: {
    head: 'No database',
    title: 'The database can’t be reached',
    text: 'Nothing was changed. Try again in a minute.',
  },
  full: {
    head: 'Not saved',
    title: 'The disk is full',
    text: 'Nothing was changed. Make room on the server, or delete backups under Settings, Database. Then try again.',
  },
  disk: {
    head: 'Not saved',
    title: 'The disk can’t be written to at the moment',
    text: 'Nothing was changed. See the server’s log, then try again.',
  },
}

const failureTexts = (requestId: string) => ({
  head: 'Something went wrong',
  title: 'This page couldn’t be shown',
  text: `Nothing you saved before is lost. See the server’s log. Reference: ${requestId}`,
})
