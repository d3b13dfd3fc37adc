import { useId, useState } from 'react'
import type { DeviceKind } from '#app/download/device.ts'
import type { PostView } from '#app/download/offers.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { tell } from '#app/ui/site/browser/tell.ts'
import { FormatForm } from './format-form.tsx'
import { ImageGallery } from './image-gallery.tsx'
import { type DialogComponent, loadDialog } from './lazy-dialog.ts'
import { type Choice, chosenOffer } from './offers.ts'
import { ResultCover } from './result-cover.tsx'
import { coverCell, ResultFrame } from './result-frame.tsx'
import { ResultHead } from './result-head.tsx'
import { useFormat } from './use-format.ts'
import { useFreshPost } from './use-fresh-post.ts'

/** What was found, and everything that can be saved of it. */
export function ResultCard({
  post: given,
  device,
  beside = false,
  onSaveAnother,
}: {
  post: PostView
  device: DeviceKind
  /** Whether the hero shows the clip next to the card where there is room. */
  beside?: boolean
  /** Brings the visitor back to an empty form. Without it they are led to the start page. */
  onSaveAnother?: () => void
}) {
  const { localPath } = useI18n()
  const formId = useId()
  const { post, problem, renew } = useFreshPost(given)
  const { format, choose, remember } = useFormat(post)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [preparing, setPreparing] = useState<{
    Dialog: DialogComponent
    choice: Choice
    turn: number
  } | null>(null)
  const offer = preparing === null ? undefined : chosenOffer(post, preparing.choice)

  /** Opens the countdown; where that can't be, the page with the same content is opened. */
  const prepare = (choice: Choice) => {
    const wanted = chosenOffer(post, choice)
    if (wanted === undefined) return
    loadDialog().then(
      (Dialog) => {
        // The page that counts down is counted by the server, the dialog by this.
        tell({ kind: 'attempt', format: wanted.format })
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
      <ResultCover key={post.postId} post={post} className={coverCell(beside)} onBroken={renew} />
      <ResultHead post={post} />
      <FormatForm
        id={formId}
        post={post}
        format={format}
        ticked={ticked}
        onChoose={choose}
        onSubmit={() => {
          remember()
          prepare({ format, images: format === 'zip' ? ticked : [] })
        }}
      />
      {post.images.length > 0 && (
        <ImageGallery
          formId={formId}
          images={post.images}
          ticked={ticked}
          onTick={tick}
          onSave={(image) => prepare({ format: image.format, images: [] })}
        />
      )}
      {preparing !== null && offer !== undefined && (
        <preparing.Dialog
          key={preparing.turn}
          post={post}
          offer={offer}
          device={device}
          problem={problem}
          renew={renew}
          onChoose={prepare}
          onClose={() => setPreparing(null)}
          onSaveAnother={() => {
            if (onSaveAnother === undefined) location.assign(`${localPath('/')}#downloader`)
            else onSaveAnother()
          }}
        />
      )}
    </ResultFrame>
  )
}
