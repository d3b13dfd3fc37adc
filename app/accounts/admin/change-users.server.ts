import { href, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { findUser } from '#app/accounts/user.server.ts'
import {
  type BulkResult,
  setUserStatus,
  setUserStatuses,
  signOutEverywhere,
  type UsersByStatus,
} from '#app/accounts/user-change.server.ts'
import type { Actor } from '#app/audit/audit.server.ts'
import { backOrStay, statusFields, undoForm } from '#app/http/back-or-stay.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { badRequest } from '#app/http/refusals.ts'
import { changeRoleInRow, renameInRow } from './edit-row.server.ts'
import { namesText, refusalText, statusTexts } from './user-texts.ts'

const UserId = z.string().regex(/^[\w-]{1,40}$/)
/** A page shows no more rows than this. */
export const UserIds = z.array(UserId).min(1).max(200)

const IdsOfStatus = z.array(UserId).max(200)
const IdsByStatus = z.object({ active: IdsOfStatus, inactive: IdsOfStatus, banned: IdsOfStatus })

type Sent = { context: Readonly<RouterContextProvider> }
/** Ids of unchanged users, for a list that stays on its page. */
type Outcome = { refused: string[] }
type Changed = BulkResult & { was?: UsersByStatus }

const path = href('/admin/users')

export const changeUsers = intents({
  activate: withTicked(status('active'), 'active again'),
  deactivate: withTicked(status('inactive'), 'inactive now, and signed out'),
  ban: withTicked(status('banned'), 'banned, and signed out'),
  unban: withTicked(status('active'), 'unbanned, and active again'),
  sign_out: withTicked(signOutEverywhere, 'signed out everywhere'),
  rename: renameInRow,
  set_role: changeRoleInRow,
  undo,
})

function status(next: 'active' | 'inactive' | 'banned') {
  return (ids: string[], actor: Actor): Promise<Changed> => setUserStatus(ids, next, actor)
}

/** Applies a change to the ticked users; `done` describes them afterwards. */
function withTicked(
  change: (ids: string[], actor: Actor) => Promise<Changed>,
  done: string,
): (form: FormData, sent: Sent) => Promise<Response | Outcome> {
  return async (form, { context }) => {
    const ids = UserIds.safeParse(form.getAll('id'))
    if (ids.success) return answer(form, context, await change(ids.data, actorOf(context)), done)
    const none = form.getAll('id').length === 0
    const text = none ? 'Select at least one user first.' : 'That couldn’t be done. Try again.'
    await context.get(sessionContext).flash('error', text)
    return backOrStay(form, path, { refused: form.getAll('id').map(String) })
  }
}

/** Restores the statuses that users had before an action: ids in fields named by status. */
async function undo(form: FormData, { context }: Sent): Promise<Response | Outcome> {
  const read = IdsByStatus.safeParse({
    active: form.getAll('active'),
    inactive: form.getAll('inactive'),
    banned: form.getAll('banned'),
  })
  if (!read.success) throw badRequest()
  const wanted = (['active', 'inactive', 'banned'] as const).filter(
    (name) => read.data[name].length > 0,
  )
  const [first] = wanted
  const done =
    first !== undefined && wanted.length === 1
      ? `${statusTexts[first].label.toLowerCase()} again`
      : 'as they were before'
  return answer(form, context, await setUserStatuses(read.data, actorOf(context)), done)
}

async function answer(
  form: FormData,
  context: Sent['context'],
  { was, ...result }: Changed,
  done: string,
): Promise<Response | Outcome> {
  const users = was === undefined ? [] : statusFields(was)
  await flashOutcome(context, result, done, {
    undo: users.length === 0 ? undefined : undoForm(form, path, [['intent', 'undo'], ...users]),
  })
  return backOrStay(form, path, { refused: result.refused.map(({ id }) => id) })
}

/** Shows each user's result on the next page; `names` has the users who are gone by then. */
export async function flashOutcome(
  context: Sent['context'],
  { changed, refused }: BulkResult,
  done: string,
  { names, undo }: { names?: ReadonlyMap<string, string>; undo?: Undo | undefined } = {},
): Promise<void> {
  const { flash } = context.get(sessionContext)
  const nameOf = async (id: string) =>
    names?.get(id) ?? (await findUser(id))?.name ?? 'The user you chose'
  if (changed.length > 0) {
    const who = namesText(await Promise.all(changed.map(nameOf)))
    await flash('success', `${who} ${changed.length === 1 ? 'is' : 'are'} ${done}.`, undo)
  }
  for (const { id, problem } of refused.slice(0, 5)) {
    await flash('error', `${await nameOf(id)} ${refusalText(problem)}.`)
  }
}
