import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import { shownMessagesCookie } from '#app/http/shown-messages.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'

/** Browsers load it after the screen. */
export const loadToast = async () => ({ default: (await import('./toast.tsx')).Toast })
const Toast = lazy(loadToast)

/** A message is spent once its Undo is pressed. */
type Shown = Flash & { isSpent?: boolean }

/** Older messages with Undo make room for new ones. */
const mostShown = 3

/** What came of the last action, over the page; above the bar for ticked rows where there is one. */
export function FlashMessages({
  messages,
  children,
}: {
  messages: Flash[]
  /** What else is shown over the page, above them. */
  children?: React.ReactNode
}) {
  const { toasts, remove, spend } = useToasts(messages)
  useEffect(() => {
    if (messages.length === 0) return
    const ids = messages.map(({ id }) => id).join('.')
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is too new
    document.cookie = `${shownMessagesCookie}=${ids}; path=/admin; samesite=strict`
  }, [messages])
  return (
    <>
      <div
        // There before its messages are, since screen readers tell of changes in what they know.
        className="fixed start-4 bottom-4 z-30 grid w-[min(30rem,100%-2rem)] gap-2 group-has-data-bulk/main:bottom-20 noscript:sticky noscript:top-16 noscript:bottom-auto noscript:w-auto noscript:empty:hidden print:hidden"
        aria-live="polite"
      >
        {children}
        <Suspense>
          {toasts.map((toast) => (
            <Toast
              key={toast.id}
              toast={toast}
              remove={() => remove(toast.id)}
              spend={() => spend(toast.id)}
            />
          ))}
        </Suspense>
      </div>
      <NoAnswer />
    </>
  )
}

/**
 * The messages of the last action. They stay when the page's figures are reloaded, and go with
 * the next location or new messages. One that offers Undo stays until it is used, dismissed or its
 * time is over, since a message about work in the background can come at any moment. A load can bring
 * again what the page has shown already.
 */
function useToasts(loaded: Flash[]): {
  toasts: Shown[]
  remove: (id: string) => void
  spend: (id: string) => void
} {
  const { key } = useLocation()
  const [shown, show] = useState({ key, loaded, seen: loaded, toasts: loaded as Shown[] })
  let { toasts, seen } = shown
  if (shown.key !== key || shown.loaded !== loaded) {
    const fresh = loaded.filter(({ id }) => !seen.some((one) => one.id === id))
    if (fresh.length > 0) {
      seen = [...seen, ...fresh]
      const open = toasts.filter(({ undo, isSpent }) => undo !== undefined && isSpent !== true)
      toasts = [...open.slice(1 - mostShown), ...fresh]
    } else if (shown.key !== key) toasts = toasts.filter(({ undo }) => undo !== undefined)
    show({ key, loaded, seen, toasts })
  }
  const change = (turn: (toasts: Shown[]) => Shown[]) =>
    show((now) => ({ ...now, toasts: turn(now.toasts) }))
  return {
    toasts,
    remove: (id) => change((all) => all.filter((toast) => toast.id !== id)),
    spend: (id) =>
      change((all) => all.map((toast) => (toast.id === id ? { ...toast, isSpent: true } : toast))),
  }
}

/** Says that the form just sent got no answer. It takes the focus, and so comes into view. */
export function NoAnswer() {
  const unanswered = useNoAnswer()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (unanswered) note.current?.focus()
  }, [unanswered])
  if (!unanswered) return null
  return (
    <Callout ref={note} tabIndex={-1} tone="bad" icon={CircleAlert} role="alert">
      No answer. Check the connection and try again.
    </Callout>
  )
}
