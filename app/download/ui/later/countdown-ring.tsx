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
  // A ring that is drawn again goes on where the countdown is.
  const [started] = useState(seconds - left)
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <Ring>
        <circle className="stroke-line" cx="50" cy="50" r="44" />
        <circle
          className={`${fill} ${byItself ? 'motion-reduce:hidden' : 'motion-safe:animate-fill-ring'}`}
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
        <text
          className="display fill-text stroke-none text-4xl"
          x="50"
          y="50"
          dominantBaseline="central"
          textAnchor="middle"
        >
          {left === 0 ? '' : left}
        </text>
      </Ring>
      <p className="grid min-h-[3.2em] items-center text-lg" role="timer">
        {left === 0 ? t.prepare.checking : plural(t.prepare.countdown, left, language)}
      </p>
    </div>
  )
}

/** The full ring, once the file is ready. */
export function FullRing() {
  return (
    <Ring>
      <circle className={fill} cx="50" cy="50" r="44" pathLength={100} />
      <path
        className="stroke-text"
        d="m32 51 13 13 24-27"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Ring>
  )
}

const fill = 'origin-center [transform:rotate(-90deg)] stroke-mint [stroke-dasharray:100]'

function Ring({ children }: { children: React.ReactNode }) {
  return (
    <svg
      className="overflow-visible"
      viewBox="0 0 100 100"
      width="112"
      height="112"
      fill="none"
      strokeWidth="9"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
