import { useEffect, useRef, useState } from 'react'
import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import type { RenewalProblem } from '#app/download/ui/later/use-fresh-post.ts'
import { type LateTexts, plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import { tell } from '#app/ui/site/browser/tell.ts'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { Countdown } from '../countdown-ring.tsx'
import { Dialog } from '../dialog.tsx'
import { DialogHead } from '../dialog-clip.tsx'
import { imageNumber } from '../offers.ts'
import { failureTexts } from '../problem-texts.ts'
import { rememberSave } from '../recent-list.ts'
import { useWait } from '../use-countdown.ts'
import { useSaveCheck } from '../use-save-check.ts'
import { Failed, MadeVideo, MakingProgress, PaceForm } from './photo-video-steps.tsx'
import type { Pace } from './slide-plan.ts'
import { useMaking } from './use-making.ts'

type PhotoVideoProps = {
  post: PostView
  zip: Offer
  /** Numbers of the images in the video. Empty for all. */
  ticked: readonly number[]
  texts: LateTexts['photoVideo']
  problem: RenewalProblem | null
  renew: () => void
  onClose: () => void
}

/** Makes a video of a photo post in the browser, during the countdown if the site has one. */
export function PhotoVideoDialog(props: PhotoVideoProps) {
  const { post, zip, ticked, texts, problem, renew, onClose } = props
  const { t, language, localPath } = useI18n()
  const count = ticked.length === 0 ? post.images.length : ticked.length
  const hasAd = useVisit().ads.includes('dialog')
  const { postId, countdownSeconds, countdownPer } = post
  const { seconds, left } = useWait({ waitsFor: postId, countdownSeconds, countdownPer })
  const [pace, setPace] = useState<Pace>('steady')
  const [renewed, setRenewed] = useState(false)
  const href = localPath(zip.saveHref)
  const { check, again } = useSaveCheck(href, () => {
    if (renewed) return false
    setRenewed(true)
    renew()
    return true
  })
  const { making, make, cancel } = useMaking(localPath(zip.viewHref))
  const refusal = failureTexts(
    (renewed && problem !== null ? problem : null) ??
      (making.state === 'stopped' && check.state === 'there' ? { state: 'stopped' } : check),
    t,
    language,
  )
  const refused = making.state === 'choosing' || making.state === 'stopped' ? refusal : null
  const failure =
    making.state === 'failed'
      ? { title: texts.failedTitle, text: texts[making.problem], canRetry: true }
      : refused
  const waits = making.state === 'made' && left > 0
  const progress = waits ? 'waiting' : making.state
  const state = failure !== null ? 'failed' : progress
  const actions = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    // Frames go by without moving the focus.
    if (shown.current === state) return
    shown.current = state
    actions.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [state])
  const titles = {
    choosing: texts.title,
    stopped: texts.title,
    fetching: texts.makingTitle,
    drawing: texts.makingTitle,
    waiting: t.prepare.title,
    made: t.prepare.ready,
    failed: failure?.title ?? '',
  }
  const content = () => {
    if (failure !== null) {
      const retry = () => {
        cancel()
        setRenewed(false)
        again()
      }
      return <Failed {...failure} onRetry={retry} />
    }
    if (waits) return <Countdown left={left} seconds={seconds} />
    if (making.state === 'made') {
      const saved = () => {
        tell({ kind: 'shared', file: zip.viewHref })
        rememberSave(post, zip)
      }
      return <MadeVideo made={making} texts={texts} onSaved={saved} />
    }
    if (making.state === 'fetching' || making.state === 'drawing') {
      return <MakingProgress making={making} count={count} texts={texts} onCancel={cancel} />
    }
    return (
      <PaceForm
        pace={pace}
        hasSound={post.formats.some(({ format }) => format === 'mp3')}
        ready={check.state === 'there'}
        texts={texts}
        onPace={setPace}
        onMake={() => make({ images: post.images.map(imageNumber), chosen: ticked, pace })}
      />
    )
  }
  return (
    <Dialog title={titles[state]} onClose={onClose}>
      <DialogHead
        post={post}
        parts={[texts.row, 'MP4', plural(t.result.zipImages, count, language)]}
      />
      <div
        className="mt-4 grid min-h-72 min-w-0 content-center gap-4 rounded-lg bg-sunken p-4.5"
        ref={actions}
      >
        {content()}
      </div>
      {hasAd && (
        // Fits the usual 300 pixels on a phone.
        <div className="-mb-6 max-sm:-mx-2.5">
          <AdSlot place="dialog" />
        </div>
      )}
    </Dialog>
  )
}
