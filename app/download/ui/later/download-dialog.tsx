import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { type Choice, smallCover } from '#app/download/ui/later/offers.ts'
import type { RenewalProblem } from '#app/download/ui/later/use-fresh-post.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { tell } from '#app/ui/site/browser/tell.ts'
import { DialogClip } from './dialog-clip.tsx'
import { FileDialog } from './file-dialog.tsx'
import { OtherFormats } from './other-formats.tsx'
import { rememberSave } from './recent-list.ts'
import { fileToShare, ShareWays } from './save-ways.tsx'
import { savesByShare } from './saves-by-share.ts'

type DownloadDialogProps = {
  post: PostView
  offer: Offer
  problem: RenewalProblem | null
  renew: () => void
  onChoose: (choice: Choice) => void
  onSaveAnother: () => void
  /** Called once the file was sent, or passed to the share sheet. */
  onSaved?: (shared: boolean) => void
  onClose: () => void
}

export function DownloadDialog(props: DownloadDialogProps) {
  const { post, offer, problem, renew, onChoose, onSaveAnother, onSaved, onClose } = props
  const { t, localPath } = useI18n()
  const { postId, countdownSeconds, countdownPer } = post
  return (
    <FileDialog
      file={{ saveHref: offer.saveHref, waitsFor: postId, countdownSeconds, countdownPer }}
      cover={smallCover(post)}
      head={(ring) => <DialogClip post={post} offer={offer} ring={ring} />}
      shareWays={
        savesByShare(offer.format)
          ? ({ ready, onShared, onRetry }) => (
              <ShareWays
                file={fileToShare(offer, localPath)}
                starts={ready}
                onRetry={onRetry}
                onShared={() => {
                  tell({ kind: 'shared', file: offer.viewHref })
                  onShared()
                }}
              />
            )
          : null
      }
      problem={problem}
      renew={renew}
      others={
        <OtherFormats
          post={post}
          format={offer.format}
          onCaptions={({ format }) => onChoose({ format, images: [] })}
          row={({ format }, className, content) => (
            <button
              type="button"
              className={className}
              onClick={() => onChoose({ format, images: [] })}
            >
              {content}
            </button>
          )}
        />
      }
      next={{ text: t.prepare.saveAnother, press: onSaveAnother }}
      onSaved={(shared) => {
        rememberSave(post, offer)
        onSaved?.(shared)
      }}
      onClose={onClose}
    />
  )
}
