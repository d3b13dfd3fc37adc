import { stillBeingChecked } from '#app/backlinks/check.server.ts'
import type { Route } from './+types/checking'
import { RowIds } from './backlink-form.server.ts'

/** For pages that show checks on their way: those of the `id`s that still wait for theirs. */
export async function loader({ url }: Route.LoaderArgs) {
  const ids = RowIds.safeParse(url.searchParams.getAll('id'))
  return Response.json(ids.success ? await stillBeingChecked(ids.data) : [])
}
