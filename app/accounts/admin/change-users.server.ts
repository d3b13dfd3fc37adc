import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { findUser } from '#app/accounts/user.server.ts'
import {
  type BulkResult,
  setUserStatus,
  signOutEverywhere,
} from '#app/accounts/user-change.server.ts'
import type { Actor } from '#app/audit/audit.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { namesText, refusalText } from './user-texts.ts'

/** An id as this app makes them; anything else is nobody's. */
const UserId = z.string().regex(/^[\w-]{1,40}$/)
/** More rows than a page shows cannot be ticked. */
export const UserIds = z.array(UserId).min(1).max(200)

const changes = {
  activate: { run: status('active'), done: 'active again' },
  deactivate: { run: status('inactive'), done: 'inactive now, and signed out' },
  ban: { run: status('banned'), done: 'banned, and signed out' },
  unban: { run: status('active'), done: 'unbanned, and active again' },
  sign_out: { run: signOutEverywhere, done: 'signed out everywhere' },
} as const

const Form = z.object({
  do: z.enum(Object.keys(changes) as (keyof typeof changes)[]),
  ids: UserIds,
})

type Context = Readonly<RouterContextProvider>

/** Does what a row's menu or the bar for many rows asks for; gives the page to return to. */
export async function changeUsers(context: Context, data: FormData): Promise<string> {
  const back = safeAdminRedirect(data.get('back'), '/admin/users')
  const form = Form.safeParse({ do: data.get('do'), ids: data.getAll('id') })
  if (!form.success) {
    const nobody = data.getAll('id').length === 0
    const text = nobody ? 'Tick at least one user first.' : 'That could not be done: try again.'
    await context.get(sessionContext).flash('error', text)
    return back
  }
  const { run, done } = changes[form.data.do]
  await tell(context, await run(form.data.ids, actorOf(context)), done)
  return back
}

function status(next: 'active' | 'inactive' | 'banned') {
  return (ids: string[], actor: Actor) => setUserStatus(ids, next, actor)
}

/** Says on the next page what became of whom; `names` of those who are gone by then. */
export async function tell(
  context: Context,
  { changed, refused }: BulkResult,
  done: string,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const { flash } = context.get(sessionContext)
  const nameOf = async (id: string) =>
    names.get(id) ?? (await findUser(id))?.name ?? 'The user you chose'
  if (changed.length > 0) {
    const who = namesText(await Promise.all(changed.map(nameOf)))
    await flash('success', `${who} ${changed.length === 1 ? 'is' : 'are'} ${done}.`)
  }
  for (const { id, problem } of refused.slice(0, 5)) {
    await flash('error', `${await nameOf(id)} ${refusalText(problem)}.`)
  }
}
