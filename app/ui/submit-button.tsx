import { useContext, useState } from 'react'
import { useNavigation } from 'react-router'
import { button } from './button.ts'
import { FieldSize } from './field-size.ts'
import { useRuns } from './site/use-runs.ts'

/** Dims every back-office button while its page is sending. */
const sendingLook =
  'group-aria-busy/main:cursor-progress group-aria-busy/main:opacity-60 motion-safe:aria-busy:animate-pulse'

/**
 * A form's submit button. From the press to the response it is busy: a second press does nothing,
 * and the focus stays. `intent` names the form's action.
 */
export function SubmitButton({
  look,
  intent,
  resting = false,
  state,
  onClick,
  ...attributes
}: Omit<React.ComponentProps<'button'>, 'type' | 'disabled' | 'className'> & {
  look?: NonNullable<Parameters<typeof button>[0]>['look']
  intent?: string
  /** True to disable it for now, such as when its work has already started. */
  resting?: boolean
  /** The fetcher's state, where one sends the form. */
  state?: 'idle' | 'loading' | 'submitting'
}) {
  const runs = useRuns()
  const size = useContext(FieldSize)
  const navigation = useNavigation()
  const isSending = (state ?? navigation.state) !== 'idle'
  const [pressed, setPressed] = useState(false)
  const [wasSending, setWasSending] = useState(isSending)
  // An effect could run after an earlier press and discard it.
  if (wasSending !== isSending) {
    setWasSending(isSending)
    if (!isSending) setPressed(false)
  }
  const busy = pressed && isSending
  const rests = resting || busy
  return (
    <button
      {...attributes}
      {...(intent !== undefined && { name: 'intent', value: intent })}
      type="submit"
      className={button({ look, size, className: sendingLook })}
      disabled={rests && !runs}
      aria-disabled={(rests && runs) || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (rests) event.preventDefault()
        else onClick?.(event)
        const { form, formNoValidate } = event.currentTarget
        if (!event.defaultPrevented) setPressed(formNoValidate || form?.checkValidity() !== false)
      }}
    />
  )
}
