import { CircleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useLocation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'

/** Browsers load it after the screen. */
export const loadToast = async () => ({ default: (await import('./toast.tsx')).Toast })
const Toast = lazy(loadToast)

/** A message is spent once its Undo is pressed. */
type Shown = Flash & { id: string; isSpent?: boolean }

/** Older messages with Undo make room for new ones. */
const mostShown = 3

/** Messages that were loaded and aren't on the page yet. The server gives each only once. */
let unseen: readonly Flash[] = []

/**
 * Returns a middleware for the browser that keeps the messages in the data of route `layoutId` when
 * another load overtakes the one that brought them, as renewals and forms do.
 */
export function keepMessages(
  layoutId: string,
): MiddlewareFunction<Record<string, DataStrategyResult>> {
  return async (_args, next) => {
    const results = await next()
    const data: unknown = results[layoutId]?.result
    if (typeof data === 'object' && data !== null && 'flash' in data && Array.isArray(data.flash)) {
      unseen = [...unseen, ...data.flash]
      results[layoutId] = { type: 'data', result: { ...data, flash: unseen } }
    }
    return results
  }
}

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
  // Before anything else can be loaded.
  useLayoutEffect(() => {
    unseen = unseen.filter((message) => !messages.includes(message))
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
 * The messages of the last action. They stay when the page's figures are loaded anew, and go with
 * the next location or new messages. One that offers Undo stays until it is used, dismissed or its
 * time is over, since a message about work in the background can come at any moment.
 */
function useToasts(loaded: Flash[]): {
  toasts: Shown[]
  remove: (id: string) => void
  spend: (id: string) => void
} {
  const { key } = useLocation()
  const [shown, show] = useState({ key, loaded, round: 0, toasts: numbered(loaded, 0) })
  let { toasts, round } = shown
  if (shown.key !== key || shown.loaded !== loaded) {
    const fresh = loaded.filter((message) => !shown.loaded.includes(message))
    if (fresh.length > 0) {
      round += 1
      const open = toasts.filter(({ undo, isSpent }) => undo !== undefined && isSpent !== true)
      toasts = [...open.slice(1 - mostShown), ...numbered(fresh, round)]
    } else if (shown.key !== key) toasts = toasts.filter(({ undo }) => undo !== undefined)
    show({ key, loaded, round, toasts })
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

/** Another id each round, since an element that has disappeared by style would not come back. */
function numbered(messages: Flash[], round: number): Shown[] {
  return messages.map((message, index) => ({ ...message, id: `${round}-${index}` }))
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
