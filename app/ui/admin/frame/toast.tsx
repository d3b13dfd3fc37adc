import { CircleAlert, CircleCheck, Info, Undo2, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Flash } from '#app/http/flash.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { focusPage } from './page-focus.ts'

/**
 * Plain confirmations disappear by CSS alone. The delay restarts once the pointer or focus has
 * left. Without a script the messages are part of the page, and only `saved` disappears.
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

const toastButton =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2 font-semibold hover:bg-sunken aria-busy:cursor-progress aria-busy:opacity-60 pointer-coarse:min-h-11'

export default function Toast({
  toast: { kind, text, undo },
  remove,
  spend,
}: {
  toast: Flash
  remove: () => void
  /** Called when Undo is pressed. */
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
          role={kind === 'error' ? 'alert' : undefined}
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

/** Moves the focus out of a closing message: to where it was before, or to the page. */
function focusOn(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  else focusPage()
}
