import { WifiOff } from 'lucide-react'
import { createPortal } from 'react-dom'
import { SignInAgain } from '#app/accounts/ui/sign-in-again.tsx'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useInterruptedClick } from '#app/ui/admin/frame/interrupted-click.ts'
import { UnsavedGuard } from '#app/ui/admin/frame/unsaved-guard.tsx'
import { useKeys } from '#app/ui/admin/keys.ts'
import { useConnection } from '#app/ui/admin/live/connection.ts'
import { useKeptFrame } from '#app/ui/admin/live/kept-frame.ts'
import { useOfflineLinks } from '#app/ui/admin/live/offline-links.ts'
import { useLive } from '#app/ui/admin/live/use-live.ts'
import { useListKeys } from './palette/list-keys.ts'
import '#app/ui/site/browser/theme-switch.ts'

if (!CSS.supports('selector(::details-content)')) void import('#app/ui/browser/older-details.ts')

/** Parts needed only on use, so they load after the screen. `live` is the page's cursor. */
export function LateParts({ live }: { live: string }) {
  useLive(live)
  useKeptFrame()
  useListKeys()
  useSendKey()
  useOfflineLinks()
  useInterruptedClick()
  return (
    <>
      <UnsavedGuard />
      <SignInAgain />
      <LostConnection />
    </>
  )
}

/** Sends a form on Ctrl or Cmd and Enter. Clicks its button, which may first ask for a password. */
function useSendKey(): void {
  useKeys({
    'mod+enter'({ target }) {
      const button = target instanceof HTMLTextAreaElement ? sendButton(target.form) : null
      button?.click()
      return button !== null
    },
  })
}

/**
 * Returns the button that sends a form. Null if it has several to choose from, besides those that
 * skip its checks, such as Discard.
 */
function sendButton(form: HTMLFormElement | null): HTMLButtonElement | null {
  if (form?.method !== 'post') return null
  const selector = 'button[type=submit]:not(:disabled, [formnovalidate])'
  const [first, ...more] = form.querySelectorAll<HTMLButtonElement>(selector)
  return first !== undefined && more.every(({ value }) => value === first.value) ? first : null
}

/**
 * Shows that live updates have stopped. Its region is rendered while empty: screen readers only
 * announce changes in regions they know.
 */
function LostConnection() {
  const isLost = useConnection() === 'lost'
  const place = isLost ? document.getElementById('connection') : null
  if (place === null) return null
  return createPortal(
    <Callout tone="warn" icon={WifiOff} data-connection="lost">
      <strong>Connection lost.</strong> This page isn’t being updated. It catches up once the server
      answers again.
    </Callout>,
    place,
  )
}
