import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import { useNoAnswer } from './no-answer.ts'

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
  return (
    // There before its messages are, since screen readers tell of changes in what they know.
    <div className={hash === '' ? 'contents' : 'contents flashes-anchored'} aria-live="polite">
      {messages.map(({ kind, text }) => {
        const { tone, Icon } = looks[kind]
        return (
          <p
            key={text}
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
