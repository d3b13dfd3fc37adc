import '#app/css/countdown.css'
import { useState } from 'react'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/**
 * The seconds that are left, and a ring that fills meanwhile. With `byItself` the ring moves without
 * a script, for a page that is drawn once.
 */
export function CountdownRing({
  left,
  seconds,
  byItself = false,
}: {
  left: number
  seconds: number
  byItself?: boolean
}) {
  const { t, language } = useI18n()
  // A ring that is drawn anew goes on where the countdown is.
  const [started] = useState(seconds - left)
  return (
    <div className="countdown">
      <svg
        className="countdown-ring"
        viewBox="0 0 100 100"
        width="112"
        height="112"
        aria-hidden="true"
      >
        <circle className="ring-track" cx="50" cy="50" r="44" />
        <circle
          className={byItself ? 'ring-fill ring-by-itself' : 'ring-fill ring-counts'}
          cx="50"
          cy="50"
          r="44"
          pathLength={100}
          strokeDashoffset={seconds === 0 ? 0 : (100 * left) / seconds}
          style={
            byItself
              ? undefined
              : { animationDuration: `${seconds}s`, animationDelay: `-${started}s` }
          }
        >
          {byItself && (
            <animate
              attributeName="stroke-dashoffset"
              from="100"
              to="0"
              dur={`${seconds}s`}
              fill="freeze"
            />
          )}
        </circle>
        <text className="ring-number" x="50" y="50">
          {left === 0 ? '' : left}
        </text>
      </svg>
      <p className="text-lg" role="timer">
        {left === 0 ? t.prepare.checking : plural(t.prepare.countdown, left, language)}
      </p>
    </div>
  )
}

/** The full ring, once the file is ready. */
export function FullRing() {
  return (
    <svg
      className="countdown-ring"
      viewBox="0 0 100 100"
      width="112"
      height="112"
      aria-hidden="true"
    >
      <circle className="ring-fill" cx="50" cy="50" r="44" pathLength={100} />
      <path className="ring-check" d="m32 51 13 13 24-27" />
    </svg>
  )
}
