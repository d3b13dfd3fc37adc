import { data, href, redirect } from 'react-router'
import {
  actorOf,
  adminContext,
  passwordAgainProblem,
} from '#app/accounts/middleware/require-admin.server.ts'
import { findUser } from '#app/accounts/user.server.ts'
import { deleteUsers } from '#app/accounts/user-change.server.ts'
import { safeAdminRedirect } from '#app/http/safe-redirect.ts'
import { ConfirmPage } from '#app/ui/admin/forms/confirm-page.tsx'
import type { Route } from './+types/delete-users'
import { flashOutcome, UserIds } from './change-users.server.ts'

/** Asks before deleting users: `?id=…&id=…&back=…`, as in the list's menus. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const back = safeAdminRedirect(url.searchParams.get('back'), href('/admin/users'))
  const ids = UserIds.safeParse([...new Set(url.searchParams.getAll('id'))])
  if (!ids.success) throw redirect(back)
  const found = await Promise.all(ids.data.map(findUser))
  const own = context.get(adminContext).user.id
  const users = found
    .filter((user) => user !== null && user.id !== own)
    .filter((user) => user !== null)
  if (users.length === 0) throw redirect(back)
  return { back, users, withOwn: found.some((user) => user?.id === own) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const ids = UserIds.safeParse(form.getAll('id'))
  const back = safeAdminRedirect(form.get('back'), href('/admin/users'))
  if (!ids.success) throw redirect(back)
  const problem = await passwordAgainProblem(context, form)
  if (problem !== null) return data({ problem }, { status: 400 })
  const found = await Promise.all(ids.data.map(findUser))
  const names = new Map(found.filter((user) => user !== null).map(({ id, name }) => [id, name]))
  await flashOutcome(context, await deleteUsers(ids.data, actorOf(context)), 'deleted', { names })
  return redirect(back)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function DeleteUsers({ loaderData, actionData }: Route.ComponentProps) {
  const { users, back, withOwn } = loaderData
  const one = users.length === 1
  const ended = one ? 'the account and signs it out' : `${users.length} accounts and signs them out`
  return (
    <ConfirmPage
      title={one ? `Delete ${users[0]?.name}?` : `Delete ${users.length} users?`}
      text={`This permanently deletes ${ended}. Audit log entries are kept.${withOwn ? ' Your own account was left out.' : ''}`}
      things={users.map(({ name, email }) => `${name}, ${email}`)}
      back={{ href: back, label: 'Users' }}
      hidden={[...users.map(({ id }) => ['id', id] as [string, string]), ['back', back]]}
      submit={one ? 'Delete the user' : `Delete ${users.length} users`}
      password={{ problem: actionData?.problem }}
    />
  )
}
