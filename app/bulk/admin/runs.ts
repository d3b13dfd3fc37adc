import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { shownBulkRuns } from '#app/bulk/bulk-run.server.ts'
import type { Route } from './+types/runs'

/** Lets open pages refresh the runs that they show. */
export function loader({ context }: Route.LoaderArgs) {
  return shownBulkRuns(context.get(adminContext).user.id)
}
