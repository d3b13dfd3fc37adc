import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'

/** What only confirms leaves by style alone; `saved` after three seconds, and moves nothing then. */
const looks = {
  success: {
    tone: 'good',
    icon: CircleCheck,
    leaves: 'afloat:animate-[leave_0.2s_ease-in_8s_forwards]',
  },
  saved: {
    tone: 'good',
    icon: CircleCheck,
    leaves:
      'animate-[leave_0.2s_ease-in_2.8s_forwards] motion-reduce:animate-[leave_1ms_linear_3s_forwards]',
  },
  error: { tone: 'bad', icon: CircleAlert, leaves: '' },
  info: { tone: 'plain', icon: Info, leaves: '' },
} as const

/** What came of the last action, at the top of the page that follows it. */
export function FlashMessages({ messages }: { messages: Flash[] }) {
  // The router's own navigations have no `:target`, by which the style would know.
  const { hash } = useLocation()
  const shown = useShown(messages)
  return (
    // There before its messages are, since screen readers tell of changes in what they know.
    <div className="contents" aria-live="polite">
      {shown.messages.map(({ kind, text }) => {
        const { tone, icon, leaves } = looks[kind]
        return (
          <Callout
            // Another element each time, since one that has left by style would not come back.
            key={`${shown.round} ${text}`}
            tone={tone}
            icon={icon}
            className={`afloat:fixed afloat:end-4 afloat:top-16 afloat:z-15 afloat:max-w-[min(34rem,100%-2rem)] afloat:shadow-raised ${leaves}`}
            role={kind === 'error' ? 'alert' : 'status'}
            data-flash={kind}
            data-afloat={hash !== '' || kind === 'saved' || undefined}
          >
            {text}
          </Callout>
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
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (unanswered) note.current?.focus()
  }, [unanswered])
  if (!unanswered) return null
  return (
    <Callout ref={note} tabIndex={-1} tone="bad" icon={CircleAlert} role="alert">
      No answer. Check the connection and try again.
    </Callout>
  )
}
