import { CircleAlert, CircleCheck, Info, Undo2, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'

/**
 * What only confirms disappears by style alone. It begins anew once the pointer or the focus has
 * left it. Without a script the messages are part of the page, and only `saved` disappears.
 */
const fades =
  'motion-safe:animate-[leave_0.2s_ease-in_8s_forwards] motion-reduce:animate-[leave_1ms_linear_8s_forwards] hover:animate-none! focus-within:animate-none! noscript:animate-none!'
const looks = {
  success: { tone: 'good', icon: CircleCheck, leaves: fades },
  saved: {
    tone: 'good',
    icon: CircleCheck,
    leaves:
      'motion-safe:animate-[leave_0.2s_ease-in_2.8s_forwards] motion-reduce:animate-[leave_1ms_linear_3s_forwards]',
  },
  error: { tone: 'bad', icon: CircleAlert, leaves: '' },
  info: { tone: 'plain', icon: Info, leaves: fades },
} as const

/** Older messages with Undo make room for new ones. */
const mostShown = 3

const toastButton =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2 font-semibold hover:bg-sunken aria-busy:cursor-progress aria-busy:opacity-60 pointer-coarse:min-h-11'

/** What came of the last action, over the page; above the bar for ticked rows where there is one. */
export function FlashMessages({ messages }: { messages: Flash[] }) {
  const { toasts, remove, spend } = useToasts(messages)
  return (
    <>
      <div
        // There before its messages are, since screen readers tell of changes in what they know.
        className="fixed start-4 bottom-4 z-30 grid w-[min(30rem,100%-2rem)] gap-2 group-has-data-bulk/main:bottom-20 noscript:static noscript:w-auto noscript:empty:hidden print:hidden"
        aria-live="polite"
      >
        {toasts.map((toast) => (
          <Toast
            key={toast.id}
            toast={toast}
            remove={() => remove(toast.id)}
            spend={() => spend(toast.id)}
          />
        ))}
      </div>
      <NoAnswer />
    </>
  )
}

function Toast({
  toast: { kind, text, undo },
  remove,
  spend,
}: {
  toast: Toast
  remove: () => void
  /** Called once its Undo is pressed. */
  spend: () => void
}) {
  const { tone, icon, leaves } = looks[kind]
  const focusBefore = useRef<Element | null>(null)
  return (
    <Callout
      tone={tone}
      icon={icon}
      className={`shadow-raised ${leaves}`}
      onAnimationEnd={remove}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget
      }}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <p
          className="flex-[1_1_12rem] wrap-anywhere"
          role={kind === 'error' ? 'alert' : 'status'}
          data-flash={kind}
        >
          {text}
        </p>
        {undo !== undefined && <UndoForm undo={undo} onSubmit={spend} />}
        <Dismiss
          onPress={() => {
            focusOn(focusBefore.current)
            remove()
          }}
        />
      </div>
    </Callout>
  )
}

function UndoForm({
  undo: { action, fields },
  onSubmit,
}: {
  undo: NonNullable<Flash['undo']>
  onSubmit: () => void
}) {
  const name = `undo ${useId()}`
  const { state } = useStayForm(name)
  const busy = state !== 'idle'
  return (
    <StayForm
      name={name}
      action={action}
      onSubmit={() => {
        focusOn(null)
        onSubmit()
      }}
    >
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={toastButton} aria-busy={busy}>
        <Undo2 aria-hidden="true" size={16} />
        {busy ? 'Undoing…' : 'Undo'}
      </button>
    </StayForm>
  )
}

function Dismiss({ onPress }: { onPress: () => void }) {
  if (!useRuns()) return null
  return (
    <button type="button" className={toastButton} aria-label="Dismiss" onClick={onPress}>
      <X aria-hidden="true" size={16} />
    </button>
  )
}

/** Moves the focus out of a message that goes: to where it was before, else to the page. */
function focusOn(before: Element | null): void {
  const target = before?.isConnected === true ? before : document.getElementById('content')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

type Toast = Flash & { id: string; isSpent?: boolean }

/**
 * The messages of the last action. They stay when the page's figures are loaded anew, and go with
 * the next location or new messages. One that offers Undo stays until it is used, dismissed or its
 * time is over, since a message about work in the background can come at any moment.
 */
function useToasts(loaded: Flash[]): {
  toasts: Toast[]
  remove: (id: string) => void
  spend: (id: string) => void
} {
  const { key } = useLocation()
  const [shown, show] = useState({ key, loaded, round: 0, toasts: numbered(loaded, 0) })
  let { toasts, round } = shown
  if (shown.key !== key || shown.loaded !== loaded) {
    const isNew = shown.loaded !== loaded && loaded.length > 0
    if (isNew) {
      round += 1
      const open = toasts.filter(({ undo, isSpent }) => undo !== undefined && isSpent !== true)
      toasts = [...open.slice(1 - mostShown), ...numbered(loaded, round)]
    } else if (shown.key !== key) toasts = toasts.filter(({ undo }) => undo !== undefined)
    show({ key, loaded, round, toasts })
  }
  const change = (turn: (toasts: Toast[]) => Toast[]) =>
    show((now) => ({ ...now, toasts: turn(now.toasts) }))
  return {
    toasts,
    remove: (id) => change((all) => all.filter((toast) => toast.id !== id)),
    spend: (id) =>
      change((all) => all.map((toast) => (toast.id === id ? { ...toast, isSpent: true } : toast))),
  }
}

/** Another id each round, since an element that has disappeared by style would not come back. */
function numbered(messages: Flash[], round: number): Toast[] {
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
