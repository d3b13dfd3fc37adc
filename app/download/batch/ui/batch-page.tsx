import { FolderDown } from 'lucide-react'
import { useContext, useState } from 'react'
import { useHref, useLocation } from 'react-router'
import { type BatchFormat, batchFormats } from '#app/download/batch/format.ts'
import type { BatchView } from '#app/download/batch/view.server.ts'
import type { DeviceKind } from '#app/download/device.ts'
import type { Offer, PostView } from '#app/download/offers.server.ts'
import { type DialogComponent, loadDialog } from '#app/download/ui/lazy-dialog.ts'
import { type Choice, chosenOffer } from '#app/download/ui/offers.ts'
import { useFreshPost } from '#app/download/ui/use-fresh-post.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { button } from '#app/ui/button.ts'
import { chip } from '#app/ui/chip.ts'
import { label } from '#app/ui/field.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { tell } from '#app/ui/site/browser/tell.ts'
import { PageScriptsContext } from '#app/ui/site/page-scripts.tsx'
import { BatchRowItem } from './batch-row.tsx'
import { useBatchFormat } from './use-batch-format.ts'
import { useLiveBatch } from './use-live-batch.ts'

/** Seconds between two loads of the page where no script keeps it up to date. */
const refreshSeconds = 5

type BatchPageProps = {
  batch: BatchView
  /** Whether something is still to be looked up. */
  waits: boolean
  token: string
  /** What the address asks for; null without. */
  format: BatchFormat | null
  canMakeMp3: boolean
  device: DeviceKind
  /** Seconds until something can be tried again, when that was just refused. */
  retryWait: number | null
}

/** A row for each link, kept up to date, and all that was found as one ZIP. */
export function BatchPage(props: BatchPageProps) {
  const { batch, waits, token, canMakeMp3, device, retryWait } = props
  const { t, language, localPath } = useI18n()
  const [format, choose] = useBatchFormat(props.format)
  useLiveBatch(localPath(`/batch/${token}/events`), waits, batch.version)
  const [saving, setSaving] = useState<Saving | null>(null)
  const save = (post: PostView, offer: Offer) => {
    loadDialog().then(
      (Dialog) => {
        // The page that counts down is counted by the server, the dialog by this.
        tell({ kind: 'attempt', format: offer.format })
        setSaving((before) => ({
          Dialog,
          post,
          format: offer.format,
          turn: (before?.turn ?? 0) + 1,
        }))
      },
      () => location.assign(localPath(offer.prepareHref)),
    )
  }
  const ready = batch.rows.filter(({ state }) => state === 'ready').length
  return (
    <div className="wrap-narrow pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <title>{t.batch.yours}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{t.batch.yours}</h1>
      <p className="text-lg text-pretty text-muted mt-3" role="status">
        {fill(t.batch.progress, { ready, all: batch.rows.length })}
      </p>
      {waits && <Reload />}
      {retryWait !== null && (
        <p className={`${note} mt-4`} role="alert">
          {plural(t.hints.tooMany, retryWait, language)}
        </p>
      )}
      {ready > 0 && (
        <div className="mt-7 grid gap-4 rounded-card border border-line bg-surface p-5">
          <FormatChoice format={format} canMakeMp3={canMakeMp3} onChoose={choose} />
          {!waits && (
            <a
              className={button({ size: 'large' })}
              href={localPath(batch.zipHrefs[format])}
              aria-describedby="zip-hint"
            >
              <FolderDown aria-hidden="true" size={20} />
              {t.batch.zip}
            </a>
          )}
          <p id="zip-hint" className="text-sm text-muted" hidden={waits}>
            {t.batch.zipHint}
          </p>
        </div>
      )}
      <ol className="mt-7 grid border-t border-line">
        {batch.rows.map((row) => (
          <BatchRowItem key={row.id} row={row} format={format} onSave={save} />
        ))}
      </ol>
      {saving !== null && (
        <SaveDialog
          key={saving.turn}
          Dialog={saving.Dialog}
          given={saving.post}
          format={saving.format}
          device={device}
          onClose={() => setSaving(null)}
        />
      )}
      <p className="mt-8 text-sm text-muted">{t.batch.kept}</p>
      <p className="mt-3">
        <a className={link} href={localPath('/batch')}>
          {t.batch.more}
        </a>
      </p>
    </div>
  )
}

/** A post that is being saved; each turn counts down again. */
type Saving = { Dialog: DialogComponent; post: PostView; format: SaveFormat; turn: number }

/** The countdown for one post, as after a single look-up. */
function SaveDialog({
  Dialog,
  given,
  format,
  device,
  onClose,
}: {
  Dialog: DialogComponent
  given: PostView
  format: SaveFormat
  device: DeviceKind
  onClose: () => void
}) {
  const { post, problem, renew } = useFreshPost(given)
  const [chosen, setChosen] = useState<Choice & { turn: number }>({ format, images: [], turn: 0 })
  const offer = chosenOffer(post, chosen)
  if (offer === undefined) return null
  return (
    <Dialog
      key={chosen.turn}
      post={post}
      offer={offer}
      device={device}
      problem={problem}
      renew={renew}
      onChoose={(choice) => setChosen(({ turn }) => ({ ...choice, turn: turn + 1 }))}
      onClose={onClose}
      onSaveAnother={onClose}
    />
  )
}

/** For pages that no script keeps up to date: they reload, and have a link for impatient ones. */
function Reload() {
  const { t } = useI18n()
  const runs = useContext(PageScriptsContext) === 'app'
  const { pathname, search } = useLocation()
  const here = useHref(pathname + search)
  const reload = (
    <>
      <meta httpEquiv="refresh" content={String(refreshSeconds)} />
      <p className="mt-2 text-sm text-muted">
        {t.batch.refreshes}{' '}
        <a className={link} href={here}>
          {t.batch.refresh}
        </a>
      </p>
    </>
  )
  return runs ? <noscript>{reload}</noscript> : reload
}

function FormatChoice({
  format,
  canMakeMp3,
  onChoose,
}: {
  format: BatchFormat
  canMakeMp3: boolean
  onChoose: (format: BatchFormat) => void
}) {
  const { t } = useI18n()
  const runs = useContext(PageScriptsContext) === 'app'
  const names = { mp4: 'MP4', hd: t.batch.hd, mp3: 'MP3' }
  const show = (
    <button type="submit" className={button({ look: 'quiet' })}>
      {t.batch.show}
    </button>
  )
  return (
    <form
      method="get"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset>
        <legend className={label}>{t.batch.format}</legend>
        <div className="flex flex-wrap gap-2">
          {batchFormats
            .filter((choice) => choice !== 'mp3' || canMakeMp3)
            .map((choice) => (
              <label key={choice} className="relative inline-flex">
                <input
                  className="peer absolute inset-0 size-full cursor-pointer opacity-0"
                  type="radio"
                  name="format"
                  value={choice}
                  checked={format === choice}
                  onChange={() => onChoose(choice)}
                />
                <span
                  className={`${chip} peer-checked:border-text peer-checked:bg-text peer-checked:text-page peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-link`}
                >
                  {names[choice]}
                </span>
              </label>
            ))}
        </div>
      </fieldset>
      {runs ? <noscript>{show}</noscript> : show}
    </form>
  )
}
