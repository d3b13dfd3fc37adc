import { redirect } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { nextInQueue } from '#app/dmca/report-queue.server.ts'
import type { Route } from './+types/queue'
import { queuedHref, reportIdOf, reportsPath } from './report-hrefs.ts'

/** Redirects to the report due next, after `after`, or to the list if none is waiting. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const [next] = await nextInQueue(reportIdOf(url.searchParams.get('after') ?? undefined), 1)
  if (next !== undefined) return redirect(queuedHref(next.id))
  await context.get(sessionContext).flash('info', 'No reports are waiting for you.')
  return redirect(reportsPath)
}
