import { batchProgress } from '#app/download/batch/batch.server.ts'
import { batchHeaders } from '#app/download/batch/start-batch.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Route } from './+types/progress'

/** Answers a batch's page, which asks whether it is up to date. */
export async function loader({ params }: Route.LoaderArgs) {
  const progress = settings().batchLinks === 0 ? null : await batchProgress(params.id)
  return progress === null
    ? new Response(null, { status: 404, headers: batchHeaders })
    : Response.json(progress, { headers: batchHeaders })
}
