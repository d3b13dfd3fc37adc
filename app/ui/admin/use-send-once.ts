import { useRef } from 'react'
import { useNavigation } from 'react-router'

/** A second press on the same button comes within this time; the router knows of the first by then. */
const againMs = 700

/**
 * Returns a capturing `onSubmit` that sends a form once, however often its button is pressed: the
 * router would send it anew each time.
 */
export function useSendOnce(): React.SubmitEventHandler {
  const { state } = useNavigation()
  const sent = useRef<{ form: EventTarget | null; at: number }>({ form: null, at: -againMs })
  return (event) => {
    const { target, timeStamp, nativeEvent } = event
    if (!(target instanceof HTMLFormElement) || methodOf(target, nativeEvent) !== 'post') return
    const again = sent.current.form === target && timeStamp - sent.current.at < againMs
    if (again || state === 'submitting') {
      event.preventDefault()
      event.stopPropagation()
    } else sent.current = { form: target, at: timeStamp }
  }
}

function methodOf(form: HTMLFormElement, event: Event): string {
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  return submitter?.getAttribute('formmethod') ?? form.method
}
