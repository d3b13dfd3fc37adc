import { redirect } from 'react-router'
import type { Undo } from './flash.server.ts'
import { safeAdminRedirect } from './safe-redirect.ts'

/**
 * Answers a form of the back office: redirects to the page that its field `back` names. A script
 * that stays on its page sends a field `stay`, and gets `answer`.
 */
export function backOrStay<Answer>(
  form: FormData,
  fallback: string,
  answer: Answer,
): Response | Answer {
  return form.has('stay') ? answer : redirect(safeAdminRedirect(form.get('back'), fallback))
}

/** The form at `action` that takes back what `form` has done, and leads to the same page. */
export function undoForm(form: FormData, action: string, fields: Undo['fields']): Undo {
  return { action, fields: [...fields, ['back', safeAdminRedirect(form.get('back'), action)]] }
}

/** The fields that send each id under the name of its status. */
export function statusFields(was: Readonly<Record<string, readonly string[]>>): Undo['fields'] {
  return Object.entries(was).flatMap(([status, ids]) =>
    ids.map((id): [string, string] => [status, id]),
  )
}
