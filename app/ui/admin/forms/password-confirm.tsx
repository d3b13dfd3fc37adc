import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { PasswordAgain } from './password-again.tsx'

type Props = {
  id?: string
  /** Shown with the plain field, which only appears without JavaScript. */
  hint: string
  problem?: string | undefined
  /** The fetcher's state, where one sends the form. */
  state?: 'idle' | 'loading' | 'submitting'
  className?: string
  /** Returns true if this button needs the password. By default every button does. */
  needed?: (form: HTMLFormElement, button: HTMLButtonElement) => boolean
}

/**
 * Asks for the operator's own password before the surrounding form is sent: in a dialog, or in a
 * plain field without JavaScript.
 */
export function PasswordConfirm(props: Props) {
  const { id, hint, problem, className } = props
  if (useDialogs()) return <Dialog {...props} />
  return (
    <div id={id} className={className}>
      <PasswordAgain hint={hint} problem={problem} autoFocus={problem !== undefined} />
    </div>
  )
}

/** Returns false on the server, and in browsers before 2022, which support no dialogs. */
export function useDialogs(): boolean {
  return useRuns() && 'HTMLDialogElement' in window
}

function Dialog({ problem, state: sending, needed = () => true }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  const [asking, ask] = useState<HTMLButtonElement | null>(null)
  /** Closing the dialog clears its problem. */
  const [isClosed, setClosed] = useState(false)
  const navigation = useNavigation()
  const state = sending ?? navigation.state
  const titleId = useId()

  // Holds back the click rather than the submit, since a submitted form counts as sent.
  const hold = useEffectEvent((event: MouseEvent) => {
    const { target, currentTarget: form } = event
    const submit = target instanceof Element ? target.closest('button') : null
    if (submit?.type !== 'submit' || !(form instanceof HTMLFormElement)) return
    if (dialog.current?.contains(submit) || !needed(form, submit)) return
    event.preventDefault()
    event.stopPropagation()
    if (!submit.formNoValidate && !form.reportValidity()) return
    pressed.current = submit
    ask(submit)
  })
  useEffect(() => {
    const form = dialog.current?.closest('form')
    const press = (event: MouseEvent) => hold(event)
    form?.addEventListener('click', press, true)
    return () => form?.removeEventListener('click', press, true)
  }, [])
  useEffect(() => {
    if (asking !== null) dialog.current?.showModal()
  }, [asking])
  useEffect(() => {
    if (state === 'submitting') setClosed(false)
    if (state !== 'idle') return
    const { current } = dialog
    if (problem === undefined) current?.close()
    else if (current?.open) current.querySelector('input')?.select()
    else ask(pressed.current ?? firstButton(current))
  }, [state, problem])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="m-auto w-[min(26rem,100vw-2rem)] rounded-card border border-line bg-surface p-5 text-text shadow-raised backdrop:bg-[#000000a6]"
      onClose={() => {
        setClosed(true)
        ask(null)
      }}
      onKeyDown={(event) => {
        // Enter would press the form's first button, which is a different one.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        confirm.current?.click()
      }}
    >
      {asking !== null && (
        <div className="grid gap-4">
          <Subtitle id={titleId}>Confirm with your password</Subtitle>
          <PasswordAgain problem={isClosed ? null : problem} />
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton
              ref={confirm}
              name={asking.name}
              value={asking.value}
              formNoValidate={asking.formNoValidate}
              state={state}
            >
              {asking.textContent}
            </SubmitButton>
            <button
              type="button"
              className={button({ look: 'quiet' })}
              onClick={() => dialog.current?.close()}
            >
              Cancel
            </button>
          </div>
        </div>
      )}
    </dialog>
  )
}

/** If a form sent before hydration was refused, the dialog reopens for its first button. */
function firstButton(dialog: HTMLDialogElement | null): HTMLButtonElement | null {
  return dialog?.closest('form')?.querySelector('button[type=submit]') ?? null
}
