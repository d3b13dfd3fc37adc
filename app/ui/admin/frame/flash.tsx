import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import { shownMessagesCookie } from '#app/http/shown-messages.ts'
import Toast from './toast.tsx'

type Shown = Flash & { isSpent?: boolean }

/** Beyond this, new messages replace the oldest with Undo. */
const mostShown = 3

/** Results of the last action, over the page and above the bulk bar. */
export function FlashMessages({
  messages,
  children,
}: {
  messages: Flash[]
  children?: React.ReactNode
}) {
  const { said, toasts, remove, spend } = useToasts(messages)
  useEffect(() => {
    if (messages.length === 0) return
    const ids = messages.map(({ id }) => id).join('.')
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is too new
    document.cookie = `${shownMessagesCookie}=${ids}; path=/admin; samesite=strict`
  }, [messages])
  return (
    <>
      {/* Screen readers announce changes in regions they know, and a region holds no buttons. */}
      <p className="sr-only" role="status">
        {said.map(({ id, text }) => (
          <span key={id}>{`${text} `}</span>
        ))}
      </p>
      <div className="fixed start-4 bottom-4 z-30 grid w-[min(30rem,100%-2rem)] gap-2 group-has-data-bulk/main:bottom-20 noscript:sticky noscript:top-16 noscript:bottom-auto noscript:w-auto noscript:empty:hidden print:hidden">
        {children}
        {toasts.map((toast) => (
          <Toast
            key={toast.id}
            toast={toast}
            remove={() => remove(toast.id)}
            spend={() => spend(toast.id)}
          />
        ))}
      </div>
    </>
  )
}

/**
 * The messages of the last action. They survive reloads of the page's data, and end with the next
 * location or new messages. One with Undo stays until it is used, dismissed or expired, since
 * messages about background work can come at any time. A load can repeat messages already shown.
 */
function useToasts(loaded: Flash[]): {
  /** The new ones, for screen readers. Errors are alerts of their own. */
  said: Flash[]
  toasts: Shown[]
  remove: (id: string) => void
  spend: (id: string) => void
} {
  const { key } = useLocation()
  const [shown, show] = useState({
    key,
    loaded,
    seen: loaded,
    toasts: loaded as Shown[],
    said: [] as Flash[],
  })
  let { toasts, seen, said } = shown
  if (shown.key !== key || shown.loaded !== loaded) {
    const fresh = loaded.filter(({ id }) => !seen.some((one) => one.id === id))
    if (fresh.length > 0) {
      seen = [...seen, ...fresh]
      const open = toasts.filter(({ undo, isSpent }) => undo !== undefined && isSpent !== true)
      toasts = [...open.slice(1 - mostShown), ...fresh]
      said = fresh.filter(({ kind }) => kind !== 'error')
    } else if (shown.key !== key) toasts = toasts.filter(({ undo }) => undo !== undefined)
    show({ key, loaded, seen, toasts, said })
  }
  const change = (turn: (toasts: Shown[]) => Shown[]) =>
    show((now) => ({ ...now, toasts: turn(now.toasts) }))
  return {
    said,
    toasts,
    remove: (id) => change((all) => all.filter((toast) => toast.id !== id)),
    spend: (id) =>
      change((all) => all.map((toast) => (toast.id === id ? { ...toast, isSpent: true } : toast))),
  }
}
