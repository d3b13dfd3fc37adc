import { redirect } from 'react-router'
import type { Undo } from './flash.server.ts'
import { safeAdminRedirect } from './safe-redirect.ts'

/**
 * Answers a back-office form: redirects to the page in its field `back`, or returns `answer` to a
 * script that stays on its page and sends the field `stay`.
 */
export function backOrStay<Answer>(
  form: FormData,
  fallback: string,
  answer: Answer,
): Response | Answer {
  return form.has('stay') ? answer : redirect(safeAdminRedirect(form.get('back'), fallback))
}

/** Returns an Undo form, sent to `action`, that reverses `form` and returns to its page. */
export function undoForm(form: FormData, action: string, fields: Undo['fields']): Undo {
  return { action, fields: [...fields, ['back', safeAdminRedirect(form.get('back'), action)]] }
}

/** Returns fields that send each id under the name of its status. */
export function statusFields(was: Readonly<Record<string, readonly string[]>>): Undo['fields'] {
  return Object.entries(was).flatMap(([status, ids]) =>
    ids.map((id): [string, string] => [status, id]),
  )
}
