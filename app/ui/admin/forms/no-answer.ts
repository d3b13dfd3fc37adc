import { isRouteErrorResponse } from 'react-router'
import { createStore, useStore } from '#app/ui/admin/store.ts'

export const noAnswerText = 'No answer. Check the connection and try again.'

/** Runs `ask` and returns `fallback` if the server can't be reached. */
export async function orNoAnswer<Answer, Fallback>(
  ask: () => Promise<Answer>,
  fallback: Fallback,
): Promise<Answer | Fallback> {
  try {
    return await ask()
  } catch (error) {
    if (isNoAnswer(error)) return fallback
    throw error
  }
}

/** A failed connection is the browser's `TypeError`; a proxy returns a 502 or 504. */
export function isNoAnswer(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 502 || error.status === 504
  return error instanceof TypeError
}

/** Returns why the last form or link failed. Null once another form is sent or page opens. */
export function useNoAnswer(): string | null {
  return useStore(unanswered)?.text ?? null
}

const unanswered = createStore<{ path: string; text: string; isLink: boolean } | null>(null)

/** Sets the message that `useNoAnswer` returns for a form or link to `path`. Null clears it. */
export function tellUnanswered(
  path: string | null,
  { text = noAnswerText, isLink = false } = {},
): void {
  unanswered.write(path === null ? null : { path, text, isLink })
}

/** Clears a link's message. A form's stays, because what it sent still isn't stored. */
export function forgetUnansweredLink(): void {
  if (unanswered.read()?.isLink) tellUnanswered(null)
}

/** Clears the message once a page with another path is open. */
export function forgetUnanswered(openPath: string): void {
  if (unanswered.read()?.path !== openPath) tellUnanswered(null)
}
