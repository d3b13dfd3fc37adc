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
import { intents } from '#app/http/intents.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { namesText, refusalText } from './user-texts.ts'

/** An id as this app makes them. */
const UserId = z.string().regex(/^[\w-]{1,40}$/)
/** More rows than a page shows cannot be ticked. */
export const UserIds = z.array(UserId).min(1).max(200)

type Sent = { context: Readonly<RouterContextProvider> }

/** What a row's menu and the bar for many rows ask for. Returns the page to go back to. */
export const changeUsers = intents({
  activate: withTicked(status('active'), 'active again'),
  deactivate: withTicked(status('inactive'), 'inactive now, and signed out'),
  ban: withTicked(status('banned'), 'banned, and signed out'),
  unban: withTicked(status('active'), 'unbanned, and active again'),
  sign_out: withTicked(signOutEverywhere, 'signed out everywhere'),
})

function status(next: 'active' | 'inactive' | 'banned') {
  return (ids: string[], actor: Actor) => setUserStatus(ids, next, actor)
}

/** Runs a change for the users whose rows are ticked; `done` is what they are then. */
function withTicked(
  change: (ids: string[], actor: Actor) => Promise<BulkResult>,
  done: string,
): (form: FormData, sent: Sent) => Promise<string> {
  return async (form, { context }) => {
    const ids = UserIds.safeParse(form.getAll('id'))
    if (ids.success) {
      await flashOutcome(context, await change(ids.data, actorOf(context)), done)
    } else {
      const none = form.getAll('id').length === 0
      const text = none ? 'Tick at least one user first.' : 'That could not be done: try again.'
      await context.get(sessionContext).flash('error', text)
    }
    return safeAdminRedirect(form.get('back'), '/admin/users')
  }
}

/** Says on the next page what became of each user; `names` has those who are gone by then. */
export async function flashOutcome(
  context: Sent['context'],
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
