import { Check, FolderDown } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { BatchFormat } from '#app/download/batch/format.ts'
import type { ZipView } from '#app/download/batch/view.server.ts'
import type { SaveProgress } from '#app/download/save/save-progress.ts'
import { type FileDialogComponent, loadFileDialog } from '#app/download/ui/later/lazy-dialog.ts'
import { failureTexts } from '#app/download/ui/later/problem-texts.ts'
import { ShareWays } from '#app/download/ui/later/save-ways.tsx'
import { savesByShare } from '#app/download/ui/later/saves-by-share.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { formatBytes } from '#app/i18n/format.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import { button } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { type BatchI18n, useBatchI18n } from './use-batch-i18n.ts'
import { ZipHead } from './zip-head.tsx'

export function BatchZip({
  zip,
  format,
  clips,
  token,
}: {
  zip: ZipView
  format: BatchFormat
  clips: number
  token: string
}) {
  const { t, localPath } = useBatchI18n()
  const [open, setOpen] = useState<{ Dialog: FileDialogComponent } | null>(null)
  const { revalidate } = useRevalidator()
  const prepareHref = localPath(zip.prepareHrefs[format])
  const prepare = (event: React.MouseEvent) => {
    // In another tab, the page with the same content opens.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    loadFileDialog().then(
      (Dialog) => setOpen({ Dialog }),
      () => location.assign(prepareHref),
    )
  }
  return (
    <>
      <a
        className={button({ size: 'large' })}
        href={prepareHref}
        aria-describedby="zip-hint"
        onClick={prepare}
      >
        <FolderDown aria-hidden="true" size={20} />
        {fill(t.batch.zip, { n: clips })}
      </a>
      <ZipState progress={zip.progress} prepareHref={prepareHref} onRetry={prepare} />
      {open !== null && (
        <ZipDialog
          Dialog={open.Dialog}
          zip={zip}
          saveHref={zip.saveHrefs[format]}
          clips={clips}
          token={token}
          onClose={() => {
            setOpen(null)
            void revalidate()
          }}
        />
      )}
    </>
  )
}

function ZipDialog({
  Dialog,
  zip,
  saveHref,
  clips,
  token,
  onClose,
}: {
  Dialog: FileDialogComponent
  zip: ZipView
  saveHref: PublicPath
  clips: number
  token: string
  onClose: () => void
}) {
  const { t, localPath } = useBatchI18n()
  const { revalidate } = useRevalidator()
  // Keeps its link until it expires: each one that the page renews would be checked again.
  const [href, setHref] = useState(saveHref)
  const [expired, setExpired] = useState<PublicPath | null>(null)
  if (expired !== null && saveHref !== expired) {
    setExpired(null)
    setHref(saveHref)
  }
  const { countdownSeconds, countdownPer } = zip
  const path = localPath(href)
  return (
    <Dialog
      file={{ saveHref: href, waitsFor: token, countdownSeconds, countdownPer }}
      cover={null}
      head={() => <ZipHead clips={clips} />}
      shareWays={
        savesByShare('zip')
          ? ({ onShared, onRetry }) => (
              // Its posts count as soon as it is sent, so it is fetched only on a press.
              <ShareWays
                file={{
                  fetchHref: path,
                  openHref: null,
                  saveHref: path,
                  toPhotos: false,
                  bytes: null,
                }}
                starts={false}
                onShared={onShared}
                onRetry={onRetry}
              />
            )
          : null
      }
      problem={null}
      renew={() => {
        setExpired(saveHref)
        void revalidate()
      }}
      others={null}
      next={{ text: t.batch.back, press: () => undefined }}
      onSaved={() => void revalidate()}
      onClose={onClose}
    />
  )
}

function ZipState({
  progress,
  prepareHref,
  onRetry,
}: {
  progress: SaveProgress
  prepareHref: string
  onRetry: (event: React.MouseEvent) => void
}) {
  const i18n = useBatchI18n()
  const { t } = i18n
  const said = zipTexts(progress, i18n)
  if (said === null) return null
  const isCounting = progress.state === 'sending'
  const text = said.text !== null && <> · {said.text}</>
  return (
    <p className={`${note} text-sm`} data-zip={progress.state}>
      {progress.state === 'sent' && (
        <Check aria-hidden="true" size={18} className="mr-1.5 inline text-good" />
      )}
      <span role="status">
        <strong>{said.title}</strong>
        {!isCounting && text}
      </span>
      {isCounting && text}
      {said.canRetry && (
        <>
          {' '}
          <a className={link} href={prepareHref} onClick={onRetry}>
            {t.batch.retry}
          </a>
        </>
      )}
    </p>
  )
}

type Said = { title: string; text: string | null; canRetry: boolean }

function zipTexts(progress: SaveProgress, { t, language }: BatchI18n): Said | null {
  const { prepare } = t
  switch (progress.state) {
    case 'unknown':
      return null
    case 'opening':
      return { title: prepare.startedTitle, text: null, canRetry: false }
    case 'sending': {
      const text = fill(prepare.sentSoFar, { sent: formatBytes(progress.sent, language) })
      return { title: prepare.startedTitle, text, canRetry: false }
    }
    case 'sent':
      return progress.direct
        ? { title: prepare.savedTitle, text: prepare.saved, canRetry: false }
        : { title: prepare.sentTitle, text: prepare.sent, canRetry: false }
    default:
      return failureTexts(progress, t, language)
  }
}
