import { allKeyed } from '#app/http/all-keyed.ts'
import {
  type NamingReport,
  type PostDetails,
  postDetails,
  reportsNaming,
  type StatusChange,
  statusChanges,
} from '#app/moderation/post-history.server.ts'
import { orNoAnswer } from '#app/ui/admin/forms/no-answer.ts'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import type { Route } from './+types/data'

const recordsShown = 20

/** The data of a post's sheet that its row doesn't have. `gone`: the post has been deleted. */
export type SheetData = { postId: string } & (
  | { kind: 'found'; details: PostDetails; changes: StatusChange[]; reports: NamingReport[] }
  | { kind: 'gone' }
  | { kind: 'no answer' }
)

export async function loader({ params: { postId } }: Route.LoaderArgs): Promise<SheetData> {
  const { details, ...records } = await allKeyed({
    details: postDetails(postId),
    changes: statusChanges(postId, recordsShown),
    reports: reportsNaming(postId, recordsShown),
  })
  return details === null
    ? { postId, kind: 'gone' }
    : { postId, kind: 'found', details, ...records }
}

/** If the server can't be reached, the sheet and the list stay. */
export function clientLoader({
  params: { postId },
  serverLoader,
}: Route.ClientLoaderArgs): Promise<SheetData> {
  return orNoAnswer<SheetData, SheetData>(serverLoader, { postId, kind: 'no answer' })
}

export const shouldRevalidate = reloadOnConflict
