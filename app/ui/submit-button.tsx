import { useContext, useState } from 'react'
import { useNavigation } from 'react-router'
import { button } from './button.ts'
import { FieldSize } from './field-size.ts'
import { useRuns } from './site/use-runs.ts'

/** In the back office every button is dimmed while its page is sending. */
const sendingLook =
  'group-aria-busy/main:cursor-progress group-aria-busy/main:opacity-60 motion-safe:aria-busy:animate-pulse'

/**
 * A form's submit button. It is busy from the press until the answer has come: a second press does
 * nothing then, and the focus stays. With `intent` it says which of its form's actions is meant.
 */
export function SubmitButton({
  look,
  intent,
  resting = false,
  state,
  className = '',
  onClick,
  ...attributes
}: Omit<React.ComponentProps<'button'>, 'type' | 'disabled'> & {
  look?: NonNullable<Parameters<typeof button>[0]>['look']
  intent?: string
  /** Whether it does nothing for now, such as when its work has begun already. */
  resting?: boolean
  /** How far the sending is, where a fetcher sends the form. */
  state?: 'idle' | 'loading' | 'submitting'
}) {
  const runs = useRuns()
  const size = useContext(FieldSize)
  const navigation = useNavigation()
  const isSending = (state ?? navigation.state) !== 'idle'
  const [pressed, setPressed] = useState(false)
  const [wasSending, setWasSending] = useState(isSending)
  // Not in an effect, which could run after a press that came before it, and forget the press.
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
      className={button({ look, size, className: `${sendingLook} ${className}` })}
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
