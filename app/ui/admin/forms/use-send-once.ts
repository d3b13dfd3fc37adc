import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Longest gap between the presses of a double click; after that the router knows of the first. */
const againMs = 700

/**
 * Returns a capturing `onSubmit` that sends a form once, however often its button is pressed: the
 * router would send it each time. It can be sent again after the response.
 */
export function useSendOnce(): React.SubmitEventHandler {
  const { state } = useNavigation()
  const { key } = useLocation()
  const sent = useRef<{ form: EventTarget; intent: string; at: number } | null>(null)
  // Each answer makes a location with a key of its own; `state` may go back to idle unseen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is an answer
  useEffect(() => {
    if (state === 'idle') sent.current = null
  }, [state, key])
  return (event) => {
    const { target, timeStamp, submitter } = event
    if ((submitter?.getAttribute('formmethod') ?? target.method) !== 'post') return
    // Another button of the form can still send it.
    const intent = submitter?.getAttribute('value') ?? ''
    const last = sent.current
    const again = last?.form === target && last.intent === intent && timeStamp - last.at < againMs
    if (again || state === 'submitting') {
      event.preventDefault()
      event.stopPropagation()
    } else sent.current = { form: target, intent, at: timeStamp }
  }
}
