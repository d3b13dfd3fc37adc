import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import { useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'

const looks = {
  success: { tone: 'good', Icon: CircleCheck },
  /** Leaves after three seconds, by style alone. */
  saved: { tone: 'good flash-brief', Icon: CircleCheck },
  error: { tone: 'bad', Icon: CircleAlert },
  info: { tone: 'quiet', Icon: Info },
} as const

/** What came of the last action, at the top of the page that follows it. */
export function FlashMessages({ messages }: { messages: Flash[] }) {
  // The router's own navigations have no `:target`, by which the style would know.
  const { hash } = useLocation()
  const shown = useShown(messages)
  return (
    // There before its messages are, since screen readers tell of changes in what they know.
    <div className={hash === '' ? 'contents' : 'contents flashes-anchored'} aria-live="polite">
      {shown.messages.map(({ kind, text }) => {
        const { tone, Icon } = looks[kind]
        return (
          <p
            // Another element each time, since one that has left by style would not come back.
            key={`${shown.round} ${text}`}
            className={`flash flash-${tone}`}
            role={kind === 'error' ? 'alert' : 'status'}
            data-flash={kind}
          >
            <Icon aria-hidden="true" size={19} />
            <span>{text}</span>
          </p>
        )
      })}
      <NoAnswer />
    </div>
  )
}

/**
 * The messages of this location: they stay when its figures are loaded anew, and go with the next
 * one, also when that brings none because a form was refused. `round` goes up with new messages.
 */
function useShown(loaded: Flash[]): { messages: Flash[]; round: number } {
  const { key } = useLocation()
  const [shown, show] = useState({ key, loaded, messages: loaded, round: 0 })
  if (shown.key === key && shown.loaded === loaded) return shown
  const isNew = shown.loaded !== loaded && loaded.length > 0
  const kept = shown.key === key ? shown.messages : []
  const next = {
    key,
    loaded,
    messages: isNew ? loaded : kept,
    round: shown.round + (isNew ? 1 : 0),
  }
  show(next)
  return next
}

/** Says that the form just sent got no answer. It takes the focus, and so comes into view. */
export function NoAnswer() {
  const unanswered = useNoAnswer()
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (unanswered) note.current?.focus()
  }, [unanswered])
  if (!unanswered) return null
  return (
    <p ref={note} tabIndex={-1} className="flash flash-bad" role="alert">
      <CircleAlert aria-hidden="true" size={19} />
      <span>No answer. Check the connection and try again.</span>
    </p>
  )
}
