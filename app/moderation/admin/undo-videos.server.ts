import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { backOrStay } from '#app/http/back-or-stay.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { restoreStatuses } from '#app/moderation/post-moderation.server.ts'
import { videosPath } from './post-hrefs.ts'
import { videosText } from './post-texts.ts'

export const PostId = z.string().regex(/^\d{6,20}$/)

const IdsOfStatus = z.array(PostId).max(200)
const IdsByStatus = z.object({ active: IdsOfStatus, flagged: IdsOfStatus, removed: IdsOfStatus })

type Sent = { context: Readonly<RouterContextProvider> }

/** What the list of videos asks for by itself: other changes ask for a reason on their own page. */
export const changeVideos = intents({ undo })

/** Gives posts the statuses back that they had before a change: ids in fields named by status. */
async function undo(form: FormData, { context }: Sent): Promise<Response | null> {
  const read = IdsByStatus.safeParse({
    active: form.getAll('active'),
    flagged: form.getAll('flagged'),
    removed: form.getAll('removed'),
  })
  if (!read.success) throw badRequest()
  const { changed, held } = await restoreStatuses(read.data, actorOf(context))
  const { flash } = context.get(sessionContext)
  if (changed.length > 0) {
    const are = changed.length === 1 ? 'is as it was' : 'are as they were'
    await flash('success', `Undone. ${videosText(changed.length)} ${are} before.`)
  }
  if (held.length > 0) {
    const are = held.length === 1 ? 'is' : 'are'
    await flash('error', `${videosText(held.length)} ${are} blocked by an approved report.`)
  } else if (changed.length === 0) await flash('info', 'There was nothing left to undo.')
  return backOrStay(form, videosPath, null)
}
