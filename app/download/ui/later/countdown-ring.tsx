import { useId, useState } from 'react'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** A ring's cover: around one, the ring is the clip's outline. Null for a round ring. */
type Cover = { cover?: string | null }

/** A round ring with its text below. */
export function Countdown({ left, seconds }: { left: number; seconds: number }) {
  return (
    <div className="grid justify-items-center gap-4">
      <CountdownRing left={left} seconds={seconds} />
      <CountdownText left={left} />
    </div>
  )
}

/** The seconds left, in a ring that fills. With `byItself` the ring moves without a script. */
export function CountdownRing({
  left,
  seconds,
  byItself = false,
  cover = null,
}: { left: number; seconds: number; byItself?: boolean } & Cover) {
  // A remounted ring continues where the countdown is.
  const [started] = useState(seconds - left)
  return (
    <Ring cover={cover} sign={left === 0 ? null : left}>
      <path
        className={`${fill} ${byItself ? 'motion-reduce:hidden' : 'motion-safe:animate-fill-ring'}`}
        d={outline(cover)}
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
      </path>
    </Ring>
  )
}

export function CountdownText({ left }: { left: number }) {
  const { t, language } = useI18n()
  return (
    <p className="grid min-h-[3.2em] items-center text-center text-lg" role="timer" aria-live="off">
      {left === 0 ? t.prepare.checking : plural(t.prepare.countdown, left, language)}
    </p>
  )
}

/** `share` is what has been sent, from 0 to 1, or null while the file's length isn't known. */
export function ProgressRing({ share, cover = null }: { share: number | null } & Cover) {
  return (
    <Ring cover={cover}>
      <path
        className={`${fill} ${share === null ? 'motion-safe:animate-fill-ring' : ''}`}
        d={outline(cover)}
        pathLength={100}
        strokeDashoffset={100 - 100 * (share ?? 0.25)}
        style={
          share === null
            ? { animationDuration: '2s', animationIterationCount: 'infinite' }
            : undefined
        }
      />
    </Ring>
  )
}

/** A full ring with a check. A cover loses its corner. */
export function FullRing({ cover = null }: Cover) {
  return (
    <Ring cover={cover} sign="check">
      <path className={fill} d={outline(cover)} pathLength={100} />
    </Ring>
  )
}

const circle = 'M50 6a44 44 0 0 1 0 88 44 44 0 0 1 0-88Z'
const clip = 'M14 4h52l30 30v86a10 10 0 0 1-10 10H14a10 10 0 0 1-10-10V14A10 10 0 0 1 14 4Z'
const outline = (cover: string | null) => (cover === null ? circle : clip)
const fill = 'stroke-mint [stroke-dasharray:100]'

function Ring({
  cover,
  sign = null,
  children,
}: {
  cover: string | null
  /** In the middle. */
  sign?: number | 'check' | null
  children: React.ReactNode
}) {
  const clipId = useId()
  const middle = cover === null ? 50 : 72
  return (
    <svg
      className="flex-none overflow-visible"
      viewBox={cover === null ? '0 0 100 100' : '0 0 100 134'}
      width={cover === null ? 112 : 100}
      height={cover === null ? 112 : 134}
      fill="none"
      strokeWidth={cover === null ? 9 : 6}
      aria-hidden="true"
    >
      {cover !== null && (
        <>
          <clipPath id={clipId}>
            <path d={clip} />
          </clipPath>
          <image
            href={cover}
            x="4"
            y="4"
            width="92"
            height="126"
            preserveAspectRatio="xMidYMid slice"
            clipPath={`url(#${clipId})`}
          />
          <path
            className={sign === 'check' ? 'fill-mint snipped' : 'fill-mint'}
            d="M66 4h20a10 10 0 0 1 10 10v20Z"
          />
        </>
      )}
      <path className="stroke-line" d={outline(cover)} />
      {children}
      {sign !== null && (
        <>
          {cover !== null && <circle className="fill-page" cx="50" cy={middle} r="24" />}
          {sign === 'check' ? (
            <path
              className="stroke-text"
              d={cover === null ? 'm32 51 13 13 24-27' : 'm38 73 9 9 16-18'}
              strokeWidth={cover === null ? 9 : 7}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          ) : (
            <text
              className="display fill-text"
              x="50"
              y={middle}
              fontSize={cover === null ? 52 : 34}
              dominantBaseline="central"
              textAnchor="middle"
            >
              {sign}
            </text>
          )}
        </>
      )}
    </svg>
  )
}
