import { agoText, dayText, timeText } from '#app/time/time-text.ts'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { useNow } from '#app/ui/admin/live/use-now.ts'

/** A calendar day, the same in every time zone; `at` is its midnight in UTC. */
export function CalendarDay({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayText(at)}</time>
}

/** A time in the site's zone: the day, the minute, or how long ago. Hovering shows it in full. */
export function DateTime({ at, as = 'day' }: { at: number; as?: 'day' | 'time' | 'ago' }) {
  const { timeZone } = useAdmin()
  const now = useNow()
  const full = timeText(at, timeZone)
  const exact = as === 'day' ? dayText(at, timeZone) : full
  const text = as === 'ago' ? agoText(at, now) : exact
  return (
    <time dateTime={new Date(at).toISOString()} title={as === 'time' ? undefined : full}>
      {text}
    </time>
  )
}
