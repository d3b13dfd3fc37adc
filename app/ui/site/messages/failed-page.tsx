import { isRouteErrorResponse } from 'react-router'
import { CrashPage, type OtherAddress } from './crash-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** The whole page in the place of one that failed or does not exist. */
export default function FailedPage({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <CrashPage />
  if (error.status === 404) return <NotFoundPage />
  const otherAddress: OtherAddress | null = error.data?.own === undefined ? null : error.data
  return (
    <CrashPage refused={error.status === 400 || error.status === 403} otherAddress={otherAddress} />
  )
}
