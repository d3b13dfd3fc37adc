import { useContext } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { DamagedContext, RequestIdContext, UnavailableContext } from '../request-id.ts'
import { EmptyState } from './empty-state.tsx'
import { PageHead } from './page-head.tsx'

/** What is said of an address that leads nowhere. */
export function MissingPage() {
  return <Problem {...missingTexts} />
}

/** What stands in the place of a page that cannot be shown: never a stack, but an id to report. */
export function ProblemPage({ error }: { error: unknown }) {
  const requestId = useContext(RequestIdContext) ?? 'of this time'
  const unavailable = useContext(UnavailableContext)
  const damaged = useContext(DamagedContext)
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) return <MissingPage />
  if (status === 400 || status === 403) return <Problem {...refusedTexts} />
  if (unavailable && damaged) return <Problem {...damagedTexts} />
  return <Problem {...(unavailable ? unavailableTexts : failureTexts)(requestId)} />
}

function Problem({ head, title, text }: { head: string; title: string; text: string }) {
  return (
    <>
      <PageHead title={head} />
      <EmptyState title={title} text={text}>
        <a className="button" href="/admin">
          To the dashboard
        </a>
      </EmptyState>
    </>
  )
}

const missingTexts = {
  head: 'Page not found',
  title: 'Nothing is here',
  text: "The page you're looking for doesn't exist or has been moved.",
}

const refusedTexts = {
  head: 'Not done',
  title: 'This request was refused',
  text: 'It did not come from a form of these pages, or not whole. Nothing was changed. Open the page again and send it from there.',
}

const unavailableTexts = (requestId: string) => ({
  head: 'Not stored',
  title: 'The database takes nothing at the moment',
  text: `Nothing was changed. Another program has locked it, or the disk is full: the log of the server says which under the reference ${requestId}. Try again in a minute.`,
})

/** For operators whose form is refused, while the database is damaged. */
export const damagedTexts = {
  head: 'Not stored',
  title: 'The database is damaged',
  text: 'Nothing was changed. Until a backup is restored, nothing can be stored. Go to Settings, Database, or run npm run admin -- restore on the server.',
}

const failureTexts = (requestId: string) => ({
  head: 'Something went wrong',
  title: 'This page could not be shown',
  text: `Nothing that you entered before is lost. The log of the server says more under the reference ${requestId}.`,
})
