import {
  type ClientActionFunctionArgs,
  type data as Data,
  data,
  isRouteErrorResponse,
} from 'react-router'
import { failedAnswerOf } from '#app/ui/failed-answer.ts'
import { isNoAnswer, noAnswerText, orNoAnswer, tellUnanswered } from './no-answer.ts'

/** Waits with a redirect until it may be followed. Null until late-loaded code sets it. */
let heldBack: ((request: Request, redirect: Response) => Promise<void>) | null = null

/** Sets the hook that delays redirects after forms. Null removes it. */
export function holdRedirects(hold: typeof heldBack): void {
  heldBack = hold
}

/**
 * `clientAction` of every back-office route with an action. If a form can't be sent or stored, its
 * page stays with what was typed, and the layout shows why (`useNoAnswer`). Untyped, so that the
 * route's own action type counts.
 */
export function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<undefined> {
  return sendForm(request, serverAction) as Promise<undefined>
}

/**
 * Like `clientAction`, for actions whose result is used. Returns `fallback`, if set, when the
 * server can't be reached.
 */
export async function sendForm<Answer>(
  request: Request,
  send: () => Promise<Answer>,
  fallback?: Answer,
): Promise<Answer | ReturnType<typeof Data<undefined>>> {
  tellUnanswered(null)
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) await heldBack?.(request, error)
    if (fallback !== undefined && isNoAnswer(error)) return fallback
    const text = await unsentText(error)
    if (text === null) throw error
    tellUnanswered(new URL(request.url).pathname, { text })
    // The router doesn't revalidate from status 400 on.
    return data(undefined, { status: 503 })
  }
}

/** Returns why a form wasn't accepted if its page can stay with what was typed; otherwise null. */
async function unsentText(error: unknown): Promise<string | null> {
  if (isNoAnswer(error)) return noAnswerText
  const isTooLarge = isRouteErrorResponse(error) && error.status === 413
  const reason = isTooLarge ? 'tooLarge' : failedAnswerOf(error)?.unavailable
  if (reason == null) return null
  // Rare, and already loaded with the late code: loading fails only without a connection.
  const texts = await orNoAnswer(() => import('#app/ui/admin/unavailable-texts.ts'), null)
  return texts === null ? noAnswerText : texts.unsavedText(reason)
}
