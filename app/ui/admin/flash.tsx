import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { Flash } from '#app/models/flash.server.ts'

const looks = {
  success: { tone: 'good', Icon: CircleCheck },
  /** Leaves after three seconds, by style alone. */
  saved: { tone: 'good flash-brief', Icon: CircleCheck },
  error: { tone: 'bad', Icon: CircleAlert },
  info: { tone: 'quiet', Icon: Info },
} as const

/** What came of the last action, at the top of the page that follows it. */
export function FlashMessages({ messages }: { messages: Flash[] }) {
  return (
    // There before its messages are, since screen readers tell of changes in what they know.
    <div className="contents" aria-live="polite">
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
    </div>
  )
}
