import { RotateCcw } from 'lucide-react'
import { useContext, useState } from 'react'
import { Form, useHref, useLocation, useRevalidator, useSubmit } from 'react-router'
import { type BatchFormat, parseBatchFormat } from '#app/download/batch/format.ts'
import type { BatchView } from '#app/download/batch/view.server.ts'
import type { Offer, PostView } from '#app/download/lookup/offers.server.ts'
import { isUnderWay } from '#app/download/save/save-progress.ts'
import { type DialogComponent, loadDialog } from '#app/download/ui/later/lazy-dialog.ts'
import { type Choice, chosenOffer } from '#app/download/ui/later/offers.ts'
import { useFreshPost } from '#app/download/ui/later/use-fresh-post.ts'
import { PausedLine } from '#app/download/ui/paused-line.tsx'
import { remember, useRemembered } from '#app/download/ui/remembered.ts'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { useSite } from '#app/i18n/site-context.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { button } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { tellAttempt } from '#app/ui/site/browser/tell.ts'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import { PageScriptsContext } from '#app/ui/site/page-scripts.tsx'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { BatchForm, type RefusedLinks } from './batch-form.tsx'
import { BatchRowItem } from './batch-row.tsx'
import { BatchZip } from './batch-zip.tsx'
import { FormatChoice } from './format-choice.tsx'
import { useBatchI18n } from './use-batch-i18n.ts'
import { useLiveBatch } from './use-live-batch.ts'

/** Seconds between reloads where no script keeps the page up to date. */
const refreshSeconds = 5

type BatchPageProps = {
  batch: BatchView
  waits: boolean
  token: string
  format: BatchFormat | null
  canMakeMp3: boolean
  /** Seconds to wait if something was just refused, else null. */
  retryWait: number | null
  refused: RefusedLinks | null
}

export function BatchPage(props: BatchPageProps) {
  const { batch, waits, token, canMakeMp3, retryWait, refused } = props
  const { t, language, localPath } = useBatchI18n()
  const { consent } = useVisit()
  const { format, choose } = useBatchFormat(props.format)
  const goesOn = waits || isUnderWay(batch.zip.progress)
  useLiveBatch(localPath(`/batch/${token}/progress`), goesOn, batch.version)
  const { revalidate } = useRevalidator()
  const submit = useSubmit()
  const [saving, setSaving] = useState<Saving | null>(null)
  const save = (post: PostView, offer: Offer) => {
    loadDialog().then(
      (Dialog) => {
        // The server counts the countdown page; the dialog is counted here.
        tellAttempt(offer.format, consent === 'accepted')
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
  /** Puts the chosen formats into the address, which keeps them over a reload. */
  const send = (form: HTMLFormElement) => {
    const chosen = [...new FormData(form)]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, String(value)])
    void submit(new URLSearchParams(chosen), { replace: true, preventScrollReset: true })
  }
  const ready = batch.rows.filter(({ state }) => state === 'ready').length
  const failed = batch.rows.filter((row) => row.state === 'refused' && row.problem.canRetry).length
  return (
    <div className="wrap-narrow pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <PageTitle title={t.batch.yours} refused={refused !== null} />
      <meta name="robots" content="noindex" />
      <UnsentScript />
      <h1 className="display text-4xl">{t.batch.yours}</h1>
      <BatchStatus rows={batch.rows} ready={ready} waits={waits} />
      <PausedLine />
      {goesOn && <Reload waits={waits} />}
      {retryWait !== null && (
        <p className={`${note} mt-4`} role="alert">
          {plural(t.hints.tooMany, retryWait, language)}
        </p>
      )}
      {ready > 0 && (
        <div className="mt-7 grid gap-4 rounded-card border border-line bg-surface p-5">
          <FormatChoice
            format={format}
            canMakeMp3={canMakeMp3}
            onChoose={(chosen, form) => {
              choose(chosen)
              send(form)
            }}
          />
          {!waits && <BatchZip zip={batch.zip} format={format} clips={ready} token={token} />}
          <p id="zip-hint" className="text-sm text-muted" hidden={waits}>
            {t.batch.zipHint}
          </p>
        </div>
      )}
      {failed > 1 && !waits && <RetryAll failed={failed} />}
      <ol className="mt-7 grid border-t border-line">
        {batch.rows.map((row) => (
          <BatchRowItem key={row.id} row={row} format={format} onChoose={send} onSave={save} />
        ))}
      </ol>
      {saving !== null && (
        <SaveDialog
          key={saving.turn}
          Dialog={saving.Dialog}
          given={saving.post}
          format={saving.format}
          onSaved={(shared) => {
            if (!shared) void revalidate()
            else
              void submit(
                { shared: saving.post.postId },
                { method: 'post', preventScrollReset: true },
              )
          }}
          onClose={() => setSaving(null)}
        />
      )}
      <p className="mt-8 text-sm text-muted">{t.batch.kept}</p>
      <MoreLinks taken={batch.rows.length} token={token} refused={refused} />
    </div>
  )
}

/** How far the look-ups are. Once they are over, it counts those without a result too. */
function BatchStatus({
  rows,
  ready,
  waits,
}: {
  rows: BatchView['rows']
  ready: number
  waits: boolean
}) {
  const { t, language } = useBatchI18n()
  const lost = rows.filter(({ state }) => state === 'refused').length
  const text = waits || lost === 0 ? t.batch.progress : plural(t.batch.over, lost, language)
  return (
    <p className="text-lg text-pretty text-muted mt-3" role="status">
      {fill(text, { ready, all: rows.length })}
    </p>
  )
}

function RetryAll({ failed }: { failed: number }) {
  const { t } = useBatchI18n()
  return (
    <Form method="post" preventScrollReset className="mt-5">
      <button type="submit" name="retry" value="all" className={button({ look: 'quiet' })}>
        <RotateCcw aria-hidden="true" size={18} />
        {fill(t.batch.retryAll, { n: failed })}
      </button>
    </Form>
  )
}

/** The form for more links, or the way to another list if this one is full. */
function MoreLinks({
  taken,
  token,
  refused,
}: {
  taken: number
  token: string
  refused: RefusedLinks | null
}) {
  const { batchLinks } = useSite()
  const { t, localPath } = useBatchI18n()
  return taken < batchLinks ? (
    <details className="mt-3 print:hidden" open={refused !== null}>
      <summary className={`${link} inline-block cursor-pointer`}>{t.batch.more}</summary>
      <div className="mt-4">
        <BatchForm refused={refused} path={`/batch/${token}`} taken={taken} />
      </div>
    </details>
  ) : (
    <p className="mt-3">
      <a className={link} href={localPath('/batch')}>
        {t.batch.more}
      </a>
    </p>
  )
}

const lastFormat = 'batch-format'

/** The format chosen here, else the address's, else the last one on this device, else MP4. */
function useBatchFormat(asked: BatchFormat | null) {
  const last = parseBatchFormat(useRemembered(lastFormat))
  const [picked, setPicked] = useState<BatchFormat | null>(null)
  const choose = (format: BatchFormat) => {
    setPicked(format)
    remember(lastFormat, format)
  }
  return { format: picked ?? asked ?? last, choose }
}

/** A post being saved; each new `turn` restarts the countdown. */
type Saving = { Dialog: DialogComponent; post: PostView; format: SaveFormat; turn: number }

function SaveDialog({
  Dialog,
  given,
  format,
  onSaved,
  onClose,
}: {
  Dialog: DialogComponent
  given: PostView
  format: SaveFormat
  onSaved: (shared: boolean) => void
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
      problem={problem}
      renew={renew}
      onChoose={(choice) => setChosen(({ turn }) => ({ ...choice, turn: turn + 1 }))}
      onSaved={onSaved}
      onClose={onClose}
      onSaveAnother={onClose}
    />
  )
}

/** For pages without a script to update them: reloads, with a link to do so at once. */
function Reload({ waits }: { waits: boolean }) {
  const { t } = useBatchI18n()
  const runs = useContext(PageScriptsContext) === 'app'
  const { pathname, search } = useLocation()
  const here = useHref(pathname + search)
  const reload = (
    <>
      {/* Without an address, one with a fragment wouldn't be loaded again. */}
      <meta httpEquiv="refresh" content={`${refreshSeconds};url=${here}`} />
      <p className="mt-2 text-sm text-muted">
        {waits && `${t.batch.refreshes} `}
        <a className={link} href={here}>
          {t.batch.refresh}
        </a>
      </p>
    </>
  )
  return runs ? <noscript>{reload}</noscript> : reload
}
