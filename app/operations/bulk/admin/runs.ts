import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { shownBulkRuns } from '#app/operations/bulk/bulk-run.server.ts'
import type { Route } from './+types/runs'

/** The runs that every page shows, for pages that are open. */
export function loader({ context }: Route.LoaderArgs) {
  return shownBulkRuns(context.get(adminContext).user.id)
}
