import {
  type PostDetails,
  postDetails,
  reportsNaming,
  statusChanges,
} from '#app/moderation/post-history.server.ts'
import { orNoAnswer } from '#app/ui/admin/forms/no-answer.ts'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import type { Route } from './+types/data'

const recordsShown = 20

type Records = {
  changes: Awaited<ReturnType<typeof statusChanges>>
  reports: Awaited<ReturnType<typeof reportsNaming>>
}

/** What a post's sheet shows besides its row; `gone` when the post isn't on record any more. */
export type SheetData = { postId: string } & (
  | ({ kind: 'found'; details: PostDetails } & Records)
  | { kind: 'gone' }
  | { kind: 'no answer' }
)

export async function loader({ params: { postId } }: Route.LoaderArgs): Promise<SheetData> {
  const details = await postDetails(postId)
  if (details === null) return { postId, kind: 'gone' }
  const changes = await statusChanges(postId, recordsShown)
  const reports = await reportsNaming(postId, recordsShown)
  return { postId, kind: 'found', details, changes, reports }
}

/** A server that can't be reached takes away neither the sheet nor the list. */
export function clientLoader({
  params: { postId },
  serverLoader,
}: Route.ClientLoaderArgs): Promise<SheetData> {
  return orNoAnswer<SheetData, SheetData>(serverLoader, { postId, kind: 'no answer' })
}

export const shouldRevalidate = reloadOnConflict
