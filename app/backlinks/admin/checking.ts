import { stillBeingChecked } from '#app/backlinks/check.server.ts'
import { orNoAnswer } from '#app/ui/admin/no-answer.ts'
import type { Route } from './+types/checking'
import { RowIds } from './backlink-form.server.ts'

/** For pages that show checks on their way: those of the `id`s that still wait for theirs. */
export async function loader({ url }: Route.LoaderArgs) {
  const ids = RowIds.safeParse(url.searchParams.getAll('id'))
  return Response.json({ waiting: ids.success ? await stillBeingChecked(ids.data) : [] })
}

/** Null when the server can't be reached. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return orNoAnswer<{ waiting: number[] }, null>(() => serverLoader(), null)
}

/** It is asked by the clock alone. */
export function shouldRevalidate() {
  return false
}
