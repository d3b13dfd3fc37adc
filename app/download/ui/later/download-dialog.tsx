import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DeviceKind } from '#app/download/device.ts'
import type { Offer, PostView } from '#app/download/offers.server.ts'
import { type Choice, offerTexts, sharesFile } from '#app/download/ui/offers.ts'
import { SmallCover } from '#app/download/ui/small-cover.tsx'
import type { RenewalProblem } from '#app/download/ui/use-fresh-post.ts'
import type { Catalogue, Language } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { chip } from '#app/ui/chip.ts'
import { link as textLink } from '#app/ui/link.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { CountdownRing, FullRing } from './countdown-ring.tsx'
import { Dialog } from './dialog.tsx'
import { refusalTexts } from './problem-texts.ts'
import { rememberSave } from './recent-list.ts'
import { SaveLink, ShareWays } from './save-ways.tsx'
import { useCountdown } from './use-countdown.ts'
import { isStale, type SaveCheck, useSaveCheck } from './use-save-check.ts'

export type DownloadDialogProps = {
  post: PostView
  offer: Offer
  device: DeviceKind
  /** What came of renewing the post's links when that failed. */
  problem: RenewalProblem | null
  renew: () => void
  onChoose: (choice: Choice) => void
  onSaveAnother: () => void
  onClose: () => void
}

/**
 * Counts down for a file, makes sure that it is there, and gives it. Whatever goes wrong is said
 * here, so that the visitor keeps the page with the post.
 */
export function DownloadDialog(props: DownloadDialogProps) {
  const { post, offer, device, problem, renew, onChoose, onSaveAnother, onClose } = props
  const { t, language, localPath } = useI18n()
  const hasAd = useVisit().ads.includes('dialog')
  const seconds = post.countdownSeconds
  const left = useCountdown(true, seconds)
  const [renewed, setRenewed] = useState(false)
  const [saved, setSaved] = useState(false)
  const shares = sharesFile(offer, device)
  // Without a countdown nothing is left to be waited for, so the file starts by itself.
  const [wanted, setWanted] = useState(seconds === 0 && !shares)
  const saveHref = localPath(offer.saveHref)
  const { check, again } = useSaveCheck(saveHref, () => {
    if (renewed) return false
    setRenewed(true)
    renew()
    return true
  })
  const failed = failureTexts((renewed ? problem : null) ?? check, t, language)
  const ready = failed === null && left === 0 && check.state === 'there'
  const link = useRef<HTMLAnchorElement>(null)
  const actions = useRef<HTMLDivElement>(null)

  const isLate = left === 0 && isStale(check)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the countdown has ended
  useEffect(() => {
    if (isLate && !saved) again()
  }, [left === 0])
  useEffect(() => {
    if (ready && wanted) link.current?.click()
  }, [ready, wanted])
  const state = saved ? 'saved' : failed !== null ? 'failed' : ready ? 'ready' : 'waiting'
  useEffect(() => {
    if (state !== 'waiting')
      actions.current?.querySelector<HTMLElement>(':not(p) > :is(a, button)')?.focus()
  }, [state])

  const noteSaved = () => {
    setSaved(true)
    setWanted(false)
    rememberSave(post, offer)
  }
  const save = (event: React.MouseEvent) => {
    if (!isStale(check)) return noteSaved()
    event.preventDefault()
    setSaved(false)
    setWanted(true)
    again()
  }
  const retry = () => {
    if (renewed && problem !== null) renew()
    else {
      setRenewed(false)
      again()
    }
  }
  const titles = {
    waiting: t.prepare.title,
    ready: t.prepare.ready,
    failed: failed?.title ?? '',
    saved: shares ? t.prepare.sharedTitle : t.prepare.savedTitle,
  }
  return (
    <Dialog title={titles[state]} onClose={onClose}>
      <DialogClip post={post} offer={offer} />
      {/* All states share one cell, so that the dialog is as high before the file is ready as after. */}
      <div className="mt-4 grid min-h-72 rounded-lg bg-sunken p-4.5">
        <div className={part} data-shown={state === 'waiting'}>
          <CountdownRing left={left} seconds={seconds} />
        </div>
        <div
          className={part}
          data-shown={state === 'ready'}
          ref={state === 'ready' ? actions : null}
        >
          {shares ? (
            <ShareWays offer={offer} onShared={noteSaved} />
          ) : (
            <>
              <FullRing />
              <SaveLink href={saveHref} onClick={save} linkRef={link} />
            </>
          )}
        </div>
        {failed !== null && state === 'failed' && (
          <div className={part} data-shown ref={actions} role="alert">
            <p>{failed.text}</p>
            {failed.canRetry && (
              <button type="button" className={button()} onClick={retry}>
                <RotateCw aria-hidden="true" size={20} />
                {t.prepare.tryAgain}
              </button>
            )}
            {!failed.canRetry && <OtherFormats post={post} offer={offer} onChoose={onChoose} />}
          </div>
        )}
        {state === 'saved' && (
          <div className={part} data-shown ref={actions}>
            <p>
              {shares ? t.prepare.shared : t.prepare.saved}{' '}
              {shares ? (
                <button
                  type="button"
                  className={`${textLink} cursor-pointer`}
                  onClick={() => setSaved(false)}
                >
                  {t.prepare.saveAgain}
                </button>
              ) : (
                <a className={textLink} href={saveHref} download onClick={save}>
                  {t.prepare.saveAgain}
                </a>
              )}
            </p>
            <button
              type="button"
              className={button()}
              onClick={(event) => {
                // Closed first, since that gives the focus back to the button that opened it.
                event.currentTarget.closest('dialog')?.close()
                onSaveAnother()
              }}
            >
              {t.prepare.saveAnother}
            </button>
            <OtherFormats post={post} offer={offer} onChoose={onChoose} />
          </div>
        )}
      </div>
      {hasAd && (
        <div className="-mb-6">
          <AdSlot place="dialog" />
        </div>
      )}
    </Dialog>
  )
}

/** One state's part of the dialog. */
const part =
  'invisible col-start-1 row-start-1 grid min-w-0 place-content-center justify-items-center gap-4 text-center data-[shown=true]:visible'

/** What is being saved: the clip, the format and its size. */
function DialogClip({ post, offer }: { post: PostView; offer: Offer }) {
  const { t, language } = useI18n()
  const { name, details } = offerTexts(offer, t, language)
  return (
    <div className="flex items-center gap-4">
      <SmallCover kind={post.kind} src={post.coverHref} />
      <div className="min-w-0">
        <p className="line-clamp-2 leading-snug font-bold wrap-anywhere" dir="auto">
          {post.title === '' ? t.result.untitled : post.title}
        </p>
        <p className="text-sm text-muted">{[name, ...details].join(' · ')}</p>
      </div>
    </div>
  )
}

function OtherFormats({
  post,
  offer,
  onChoose,
}: {
  post: PostView
  offer: Offer
  onChoose: (choice: Choice) => void
}) {
  const { t, language } = useI18n()
  const others = post.formats.filter(({ format }) => format !== offer.format)
  if (others.length === 0) return null
  return (
    <div>
      <p className="text-sm font-semibold">{t.prepare.otherFormats}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {others.map((other) => {
          const { name, details } = offerTexts(other, t, language)
          return (
            <button
              key={other.format}
              type="button"
              className={chip}
              onClick={() => onChoose({ format: other.format, images: [] })}
            >
              {[name, ...details].join(' · ')}
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** What to say of a file that cannot be saved; null while nothing is wrong. */
function failureTexts(check: SaveCheck, t: Catalogue, language: Language) {
  if (check.state === 'checking' || check.state === 'there') return null
  if (check.state === 'silent') {
    return { title: t.saveProblem.unavailableTitle, text: t.saveProblem.silent, canRetry: true }
  }
  const { name } = check.refusal
  return {
    ...refusalTexts(check.refusal, t, language),
    canRetry: name !== 'removed' && name !== 'noSound' && name !== 'tooLarge',
  }
}
