import { lazy, Suspense, useId, useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Mp3Rate } from '#app/posts/mp3-rate.ts'
import { formatOf, parseSaveFormat, plainFormat, type SaveFormat } from '#app/posts/save-format.ts'
import { link } from '#app/ui/link.ts'
import { tellAttempt } from '#app/ui/site/browser/tell.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { remember as keep, useRemembered } from '../remembered.ts'
import { coverCell, coverShape, ResultFrame } from '../result-frame.tsx'
import { FormatForm } from './format-form.tsx'
import { ImageGallery } from './image-gallery.tsx'
import { type DialogComponent, loadDialog } from './lazy-dialog.ts'
import { type Choice, chosenOffer, withMp3Rate } from './offers.ts'
import { PartSection } from './part-section.tsx'
import { ResultCover } from './result-cover.tsx'
import { ResultHead } from './result-head.tsx'
import { useFreshPost } from './use-fresh-post.ts'
import type { ChosenPart } from './use-part.ts'

const nothing = () => ({ default: () => null })
const PhotoVideoRow = lazy(() => import('./photo-video/photo-video-row.tsx').catch(nothing))
const ShareResult = lazy(() => import('./share-result.tsx').catch(nothing))

export function ResultCard({
  post: given,
  beside = false,
  onSaveAnother,
}: {
  post: PostView
  /** True if the hero shows the clip next to the card where there is room. */
  beside?: boolean
  /** Returns to an empty form. */
  onSaveAnother: () => void
}) {
  const { localPath } = useI18n()
  const formId = useId()
  const runs = useRuns()
  const { consent } = useVisit()
  const { post: whole, problem, renew } = useFreshPost(given)
  /** Null until the code for parts runs. */
  const [chosen, setChosen] = useState<ChosenPart | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [kbps, setKbps] = useState<Mp3Rate | null>(null)
  const formats = chosen?.formats ?? whole.formats
  const post = { ...whole, formats: formats.map((offer) => withMp3Rate(offer, kbps)) }
  const { format, choose, remember } = useFormat(post)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [preparing, setPreparing] = useState<{
    Dialog: DialogComponent
    choice: Choice
    turn: number
  } | null>(null)
  const offer = preparing === null ? undefined : chosenOffer(post, preparing.choice)

  /** Opens the countdown, or the page with the same content where that fails. */
  const prepare = (choice: Choice) => {
    const wanted = chosenOffer(post, choice)
    if (wanted === undefined) return
    loadDialog().then(
      (Dialog) => {
        // The server counts the countdown page, this counts the dialog.
        tellAttempt(wanted.format, consent === 'accepted')
        setPreparing((before) => ({ Dialog, choice, turn: (before?.turn ?? 0) + 1 }))
      },
      () => location.assign(localPath(wanted.prepareHref)),
    )
  }
  const tick = (number: number, on: boolean) => {
    setTicked((before) =>
      on ? [...before, number].sort((a, b) => a - b) : before.filter((other) => other !== number),
    )
    if (on) choose('zip')
  }
  return (
    <ResultFrame beside={beside} labelledBy="result-title">
      <div className={coverCell(beside)}>
        <ResultCover key={post.postId} post={whole} className={coverShape} onBroken={renew} />
        <span
          className="absolute top-0 right-0 size-6 rounded-tr-lg corner snipped @md:size-9"
          aria-hidden="true"
        />
      </div>
      <ResultHead post={post} />
      <FormatForm
        id={formId}
        post={post}
        format={format}
        ticked={ticked}
        onChoose={choose}
        onRate={setKbps}
        onSubmit={(form) => {
          if (chosen === null && location.search.includes('&from=')) return form.submit()
          if (chosen?.wrong) return setRefusals(refusals + 1)
          remember()
          prepare({ format, images: format === 'zip' ? ticked : [] })
        }}
        onCaptions={(offer) => prepare({ format: offer.format, images: [] })}
      >
        {whole.kind === 'video' && (
          <Suspense>
            <PartSection post={whole} format={format} refusals={refusals} onChange={setChosen} />
          </Suspense>
        )}
      </FormatForm>
      {runs && post.kind === 'slideshow' && (
        <Suspense>
          <PhotoVideoRow post={post} ticked={ticked} problem={problem} renew={renew} />
        </Suspense>
      )}
      {runs && (
        <div className="col-span-full flex flex-wrap gap-2">
          <Suspense>
            <ShareResult post={post} part={chosen?.part ?? null} />
          </Suspense>
        </div>
      )}
      {post.images.length > 0 && (
        <Sensitive post={post}>
          <ImageGallery
            formId={formId}
            images={post.images}
            count={post.lost?.of ?? post.images.length}
            ticked={ticked}
            onTick={tick}
            onSave={(image) => prepare({ format: image.format, images: [] })}
          />
        </Sensitive>
      )}
      {preparing !== null && offer !== undefined && (
        <preparing.Dialog
          key={preparing.turn}
          post={post}
          offer={offer}
          problem={problem}
          renew={renew}
          onChoose={prepare}
          onClose={() => setPreparing(null)}
          onSaveAnother={onSaveAnother}
        />
      )}
    </ResultFrame>
  )
}

/** Folds the pictures of a sensitive post away. */
function Sensitive({ post, children }: { post: PostView; children: React.ReactNode }) {
  const { t } = useI18n()
  if (!post.isSensitive) return children
  return (
    <details className="col-span-full min-w-0" data-stays-folded>
      <summary
        className={`${link} inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold`}
      >
        {t.result.showImages}
      </summary>
      {children}
    </details>
  )
}

/**
 * Returns the visitor's chosen format, else the one this device saved last of such a post if it is
 * offered, else the post's main one.
 */
function useFormat(post: PostView) {
  const name = `format-${post.kind}`
  const last = parseSaveFormat(useRemembered(name) ?? '')
  const [picked, choose] = useState<SaveFormat | null>(null)
  const offered = (format: SaveFormat | null) =>
    format !== null && post.formats.some((offer) => offer.format === format)
  const again = last === null ? null : formatOf(last, post.item)
  const format = [picked, again].find(offered) ?? post.mainFormat
  // A visitor who saved a cover wants the video next time.
  const remember = () => {
    const plain = plainFormat(format)
    if (plain !== 'cover') keep(name, plain)
  }
  return { format, choose, remember }
}
