import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { Callout } from '#app/ui/admin/callout.tsx'
import { forgetUnanswered, useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'
import { useHold } from '#app/ui/hold.ts'

/** Shows why the form or link just pressed failed. Takes the focus, which scrolls it into view. */
export function NoAnswer() {
  const unanswered = useNoAnswer()
  const textId = useId()
  const { pathname } = useLocation()
  useEffect(() => forgetUnanswered(pathname), [pathname])
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (unanswered !== null) note.current?.focus()
  }, [unanswered])
  useHold(unanswered !== null)
  if (unanswered === null) return null
  return (
    <Callout
      ref={note}
      tabIndex={-1}
      tone="bad"
      icon={CircleAlert}
      role="group"
      aria-labelledby={textId}
      data-unanswered
    >
      <p id={textId}>{unanswered}</p>
    </Callout>
  )
}
