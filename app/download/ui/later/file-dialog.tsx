import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RenewalProblem } from '#app/download/ui/later/use-fresh-post.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { link as textLink } from '#app/ui/link.ts'
import { AdSlot } from '#app/ui/site/ad-slot.tsx'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { ArrivedText } from './arrived-text.tsx'
import AutoRetry from './auto-retry.tsx'
import { CountdownRing, CountdownText, FullRing, ProgressRing } from './countdown-ring.tsx'
import { Dialog } from './dialog.tsx'
import type { SaveStatus } from './follow-save.ts'
import { SaveLink } from './save-ways.tsx'
import { useSaving, type WaitedFile } from './use-saving.ts'

/** `ready` is true once the file may be fetched. */
type ShareStep = { ready: boolean; onShared: () => void; onRetry: () => void }

type FileDialogProps = {
  file: WaitedFile
  /** Becomes the ring that shows how far the file is. Null for a round ring below the head. */
  cover: string | null
  head: (ring: React.ReactNode) => React.ReactNode
  /** Renders the ways to save through a share sheet. Null where the browser's downloads work. */
  shareWays: ((ways: ShareStep) => React.ReactNode) | null
  problem: RenewalProblem | null
  renew: () => void
  others: React.ReactNode
  /** The next step's button. A press closes the dialog first. */
  next: { text: string; press: () => void }
  /** Called once all of it was sent or shared. */
  onSaved: (shared: boolean) => void
  onClose: () => void
}

/**
 * Counts down for a file, checks that it is there, sends it and shows its progress. Errors appear
 * here too, so that the visitor keeps the page with the result.
 */
export function FileDialog(props: FileDialogProps) {
  const { cover, head, shareWays, onClose } = props
  const { t } = useI18n()
  const hasAd = useVisit().ads.includes('dialog')
  const saving = useSaving({ ...props, shares: shareWays !== null })
  const { state, failure, status } = saving
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // While a file is being sent, a held key must not press anything. A box would be read with all
    // that it holds.
    if (state === 'started') actions.current?.querySelector<HTMLElement>('p')?.focus()
    else if (state !== 'waiting')
      actions.current?.querySelector<HTMLElement>(':not(p) > :is(a, button)')?.focus()
  }, [state])
  const titles = {
    waiting: t.prepare.title,
    ready: t.prepare.ready,
    failed: failure?.title ?? '',
    started: t.prepare.startedTitle,
    sent: isSaved(status) ? t.prepare.savedTitle : t.prepare.sentTitle,
    shared: t.prepare.sharedTitle,
  }
  return (
    <Dialog title={titles[state]} onClose={onClose}>
      {head(cover === null ? null : <StateRing saving={saving} cover={cover} />)}
      {/* All states share one cell, so that the dialog's height stays once the file is ready. */}
      <div
        className={`@container mt-4 grid rounded-lg bg-sunken p-4.5 ${cover === null ? 'min-h-72' : 'min-h-36'}`}
      >
        <div className={part} data-shown={state === 'waiting'}>
          {cover === null && <CountdownRing left={saving.left} seconds={saving.seconds} />}
          <CountdownText left={saving.left} />
        </div>
        <div
          className={`${part} ${state === 'ready' ? 'animate-settle' : ''}`}
          data-shown={state === 'ready'}
          ref={state === 'ready' ? actions : null}
        >
          {shareWays !== null ? (
            shareWays({
              ready: state === 'ready',
              onShared: () => saving.share(true),
              onRetry: saving.retry,
            })
          ) : (
            <>
              {cover === null && <FullRing />}
              <SaveLink href={saving.saveHref} onClick={saving.save} linkRef={saving.link} />
            </>
          )}
        </div>
        {state !== 'waiting' && state !== 'ready' && (
          <div key={state} className={`${part} animate-settle`} data-shown ref={actions}>
            <Outcome {...props} saving={saving} />
          </div>
        )}
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

const part =
  'invisible col-start-1 row-start-1 grid min-w-0 grid-cols-1 wrap-anywhere content-center justify-items-center gap-4 text-center data-[shown=true]:visible'

type OutcomeProps = FileDialogProps & { saving: ReturnType<typeof useSaving> }

function Outcome({ saving, cover, others, next }: OutcomeProps) {
  const { t } = useI18n()
  const { state, failure, status } = saving
  if (state === 'failed' && failure !== null) {
    return (
      <>
        <Failed saving={saving} failure={failure} />
        {failure.others && others}
      </>
    )
  }
  const nextButton = (
    <button
      type="button"
      className={button(state === 'started' ? { look: 'quiet' } : {})}
      onClick={(event) => {
        // Closed first, since that returns the focus to the button that opened it.
        event.currentTarget.closest('dialog')?.close()
        next.press()
      }}
    >
      {next.text}
    </button>
  )
  if (state === 'started') {
    return (
      <>
        <Sending status={status} cover={cover} />
        {nextButton}
      </>
    )
  }
  const again = `${textLink} cursor-pointer text-sm`
  const sent = isSaved(status) ? t.prepare.saved : t.prepare.sent
  return (
    <>
      <p>{state === 'shared' ? t.prepare.shared : sent}</p>
      {nextButton}
      {others}
      {state === 'shared' ? (
        <button type="button" className={again} onClick={() => saving.share(false)}>
          {t.prepare.saveAgain}
        </button>
      ) : (
        <a className={again} href={saving.saveHref} download onClick={saving.save}>
          {t.prepare.saveAgain}
        </a>
      )}
    </>
  )
}

/** Behind a proxy, what was sent may not have arrived. */
function isSaved(status: SaveStatus | null): boolean {
  return status?.state === 'sent' && status.direct
}
/** Temporary problems are retried automatically. */
function Failed({
  saving: { retry, retries },
  failure,
}: {
  saving: OutcomeProps['saving']
  failure: NonNullable<OutcomeProps['saving']['failure']>
}) {
  const { t } = useI18n()
  const seconds = retries.secondsUntil(failure.retryAfterSeconds)
  return (
    <>
      <p role="alert">{seconds === null ? failure.text : t.retry.busy}</p>
      {seconds !== null && (
        <AutoRetry
          seconds={seconds}
          onRetry={() => {
            retries.count()
            retry()
          }}
          onCancel={retries.cancel}
        />
      )}
      {failure.canRetry && seconds === null && (
        <button type="button" className={button()} onClick={retry}>
          <RotateCw aria-hidden="true" size={20} />
          {t.prepare.tryAgain}
        </button>
      )}
    </>
  )
}

/** A file's cover while it's counted down, sent and saved. */
function StateRing({ saving, cover }: { saving: OutcomeProps['saving']; cover: string }) {
  const { state, left, seconds, status } = saving
  if (state === 'waiting') return <CountdownRing left={left} seconds={seconds} cover={cover} />
  if (state === 'started') return <SendingRing status={status} cover={cover} />
  if (state === 'failed') return <ProgressRing share={0} cover={cover} />
  return <FullRing cover={cover} />
}

function SendingRing({ status, cover }: { status: SaveStatus | null; cover: string | null }) {
  const { t } = useI18n()
  const sending = status?.state === 'sending' ? status : null
  const share = sending === null || sending.total === null ? null : sending.sent / sending.total
  return (
    <div
      className="flex-none"
      role="progressbar"
      aria-label={t.prepare.startedTitle}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
    >
      <ProgressRing share={share} cover={cover} />
    </div>
  )
}

function Sending({ status, cover }: { status: SaveStatus | null; cover: string | null }) {
  const { t } = useI18n()
  return (
    <>
      {cover === null && <SendingRing status={status} cover={null} />}
      <p className="min-h-6 tabular-nums outline-none" tabIndex={-1}>
        {status?.state === 'sending' ? <ArrivedText {...status} /> : t.prepare.checking}
      </p>
    </>
  )
}
