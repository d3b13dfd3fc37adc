import { href, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { actorOf, passwordAgainProblem } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { findUser, type User } from '#app/accounts/user.server.ts'
import { updateUser } from '#app/accounts/user-change.server.ts'
import { nameField } from '#app/accounts/user-form.server.ts'
import { backOrStay, undoForm } from '#app/http/back-or-stay.server.ts'
import type { Undo } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/form.server.ts'
import { refusalText } from './user-texts.ts'

type Sent = { context: Readonly<RouterContextProvider> }

type Edited = { refused: string[]; problems?: Record<string, string> }

const path = href('/admin/users')
const Role = z.enum(['admin', 'user'])

export async function renameInRow(form: FormData, { context }: Sent): Promise<Response | Edited> {
  const user = await findUser(String(form.get('id')))
  const { fields, problems } = readForm(form, { name: nameField })
  if (user === null) return answer(form, '', { name: 'This user no longer exists.' })
  if (fields === null) return answer(form, user.id, problems)
  const result = await updateUser(user.id, fields, actorOf(context))
  if (!result.ok) return answer(form, user.id, { name: refused(user, result.problem) })
  const back = [
    ['intent', 'rename'],
    ['id', user.id],
    ['name', user.name],
  ] satisfies Undo['fields']
  if (result.user.name !== user.name) {
    const text = `${user.name} is now ${result.user.name}.`
    await context.get(sessionContext).flash('success', text, undoForm(form, path, back))
  }
  return answer(form, user.id)
}

export async function changeRoleInRow(
  form: FormData,
  { context }: Sent,
): Promise<Response | Edited> {
  const user = await findUser(String(form.get('id')))
  const role = Role.safeParse(form.get('role'))
  if (user === null) return answer(form, '', { role: 'This user no longer exists.' })
  if (!role.success) return answer(form, user.id, { role: 'Choose a role.' })
  if (role.data !== user.role) {
    const ownPassword = await passwordAgainProblem(context, form)
    if (ownPassword !== null) return answer(form, user.id, { ownPassword })
  }
  const result = await updateUser(user.id, { role: role.data }, actorOf(context))
  if (!result.ok) return answer(form, user.id, { role: refused(user, result.problem) })
  const text = role.data === 'admin' ? 'an admin now' : 'a user now, without access here'
  await context.get(sessionContext).flash('success', `${user.name} is ${text}.`)
  return answer(form, user.id)
}

function refused({ name }: User, problem: Parameters<typeof refusalText>[0]): string {
  return `${name} ${refusalText(problem)}.`
}

function answer(form: FormData, id: string, problems?: Record<string, string>): Response | Edited {
  const edited = problems === undefined ? { refused: [] } : { refused: [id], problems }
  return backOrStay(form, path, edited)
}
