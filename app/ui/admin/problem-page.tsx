import { useContext } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { RequestIdContext } from '../request-id.ts'
import { EmptyState } from './empty-state.tsx'
import { PageHead } from './page-head.tsx'

/** What stands in the place of a page that cannot be shown: never a stack, but an id to report. */
export function ProblemPage({ error }: { error: unknown }) {
  const requestId = useContext(RequestIdContext)
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <PageHead title={missing ? 'Page not found' : 'Something went wrong'} />
      <EmptyState
        title={missing ? 'Nothing is here' : 'This page could not be shown'}
        text={
          missing
            ? "The page you're looking for doesn't exist or has been moved."
            : `Nothing that you entered before is lost. The log of the server says more under the reference ${requestId ?? 'of this time'}.`
        }
      >
        <a className="button" href="/admin">
          To the dashboard
        </a>
      </EmptyState>
    </>
  )
}
