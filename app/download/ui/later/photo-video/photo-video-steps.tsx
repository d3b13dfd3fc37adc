import { Download, Film, RotateCw, Share, X } from 'lucide-react'
import { useState } from 'react'
import { fill, type LateTexts } from '#app/i18n/catalogue.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { canShare, isHomeScreenApp } from '#app/ui/site/device.ts'
import { ProgressRing } from '../countdown-ring.tsx'
import { shareFile } from '../share-file.ts'
import { type Pace, steadySeconds } from './slide-plan.ts'
import type { Making } from './use-making.ts'

type MakingIn<State extends Making['state']> = Extract<Making, { state: State }>

/** Asks how long the images are shown, if there is a sound that they can share. */
export function PaceForm({
  pace,
  hasSound,
  ready,
  texts,
  onPace,
  onMake,
}: {
  pace: Pace
  hasSound: boolean
  /** False while the server is asked if the images are there. */
  ready: boolean
  texts: LateTexts['photoVideo']
  onPace: (pace: Pace) => void
  onMake: () => void
}) {
  const { t } = useI18n()
  const paces = [
    ['steady', fill(texts.steady, { n: steadySeconds })],
    ['sound', texts.fitted],
  ] as const
  return (
    <>
      <p>{texts.intro}</p>
      {hasSound && (
        <fieldset className="grid min-w-0 gap-1">
          <legend className="text-sm font-semibold">{texts.length}</legend>
          {paces.map(([value, text]) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                className="size-5 flex-none cursor-pointer accent-accent"
                type="radio"
                name="pace"
                value={value}
                checked={value === pace}
                onChange={() => onPace(value)}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
      <button
        type="button"
        className={button({ size: 'large' })}
        aria-disabled={!ready}
        onClick={() => ready && onMake()}
      >
        <Film aria-hidden="true" size={20} />
        {ready ? texts.make : t.prepare.checking}
      </button>
    </>
  )
}

export function MakingProgress({
  making,
  count,
  texts,
  onCancel,
}: {
  making: MakingIn<'fetching' | 'drawing'>
  /** The number of images in the video. */
  count: number
  texts: LateTexts['photoVideo']
  onCancel: () => void
}) {
  const { t } = useI18n()
  const drawing = making.state === 'drawing' ? making : null
  return (
    <>
      <div className="grid justify-items-center gap-4 text-center">
        <ProgressRing share={drawing?.share ?? null} />
        <progress
          className="sr-only"
          aria-label={texts.makingTitle}
          // While the images are sent, it's unknown how many bytes are left.
          value={drawing?.share}
          max={1}
        />
        <p className="tabular-nums">
          {drawing === null
            ? texts.fetching
            : fill(texts.drawing, { number: drawing.number, count })}
        </p>
        <p className="text-sm text-muted">{texts.keepOpen}</p>
      </div>
      <button type="button" className={button({ look: 'quiet' })} onClick={onCancel}>
        <X aria-hidden="true" size={20} />
        {t.downloader.cancel}
      </button>
    </>
  )
}

/** The file's link, and where the device can, its share sheet, which reaches Photos on iOS. */
export function MadeVideo({
  made: { file, href, mp3 },
  texts,
  onSaved,
}: {
  made: MakingIn<'made'>
  texts: LateTexts['photoVideo']
  onSaved: () => void
}) {
  const { t, language } = useI18n()
  const [sharing, setSharing] = useState<'fresh' | 'again' | 'unsharable'>('fresh')
  const shares = sharing !== 'unsharable' && canShare(file)
  // There a link would put the video in the page's place, with no way back.
  const inApp = isHomeScreenApp()
  const share = () => {
    shareFile(file).then((end) => {
      if (end === 'shared') onSaved()
      else if (end !== 'closed') setSharing(end)
    })
  }
  return (
    <>
      {!inApp && (
        <a className={button({ size: 'large' })} href={href} download={file.name} onClick={onSaved}>
          <Download aria-hidden="true" size={20} />
          {t.prepare.downloadNow}
        </a>
      )}
      {shares && (
        <button
          type="button"
          className={button(inApp ? { size: 'large' } : { look: 'quiet' })}
          onClick={share}
        >
          <Share aria-hidden="true" size={20} />
          {t.prepare.shareToSave}
        </button>
      )}
      <p role="status" className="empty:absolute">
        {sharing === 'again' && t.prepare.tapAgain}
        {inApp && !shares && t.prepare.openPage}
      </p>
      <p className="text-center text-sm text-muted tabular-nums">
        MP4 · {formatBytes(file.size, language)}
      </p>
      {mp3 && <p className="text-sm">{texts.mp3Inside}</p>}
    </>
  )
}

export function Failed({
  text,
  canRetry,
  onRetry,
}: {
  text: string
  canRetry: boolean
  onRetry: () => void
}) {
  const { t } = useI18n()
  return (
    <>
      <p role="alert" className="text-center">
        {text}
      </p>
      {canRetry && (
        <button type="button" className={button()} onClick={onRetry}>
          <RotateCw aria-hidden="true" size={20} />
          {t.prepare.tryAgain}
        </button>
      )}
    </>
  )
}
