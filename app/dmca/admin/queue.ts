import { redirect } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { nextInQueue } from '#app/dmca/report-queue.server.ts'
import type { Route } from './+types/queue'
import { queuedHref, reportsPath } from './report-hrefs.ts'
import { reportIdOf } from './report-id.ts'

/** Leads to the report that is due next, after that of `after`; to the list when none waits. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const next = await nextInQueue(reportIdOf(url.searchParams.get('after') ?? undefined))
  if (next !== null) return redirect(queuedHref(next))
  await context.get(sessionContext).flash('info', 'No reports are waiting for you.')
  return redirect(reportsPath)
}
