import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { postLinksIn } from '#app/download/batch/links.ts'
import type { LookupView } from '#app/download/ui/visitor-lookup.server.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { LookupProblem } from './lookup-problem.tsx'
import { LookupSkeleton } from './lookup-skeleton.tsx'
import { type ClipboardProblem, PasteButton } from './paste-button.tsx'
import { RecentDownloads } from './recent-downloads.tsx'
import { ResultCard } from './result-card.tsx'
import { useFocusOnAnswer } from './use-focus-on-answer.ts'
import { useLinkIntake } from './use-link-intake.ts'
import type { Lookup } from './use-lookup.ts'

/** The form and what came of it. It is sent to `page`, by default the one that it is on. */
export function Downloader({ lookup, page }: { lookup: Lookup; page?: string }) {
  const { t, localPath } = useI18n()
  const { demo, batchLinks } = useSite()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [clipboard, setClipboard] = useState<ClipboardProblem | null>(null)
  const [typedOver, setTypedOver] = useState<LookupView | null>(null)
  /** What the running look-up was sent with; null once something else is in the field. */
  const [sent, setSent] = useState<string | null>(null)
  const [dragged, setDragged] = useState(false)
  const runs = useRuns()
  const { busy, shown, found } = lookup
  const problem = shown === null || shown.result.ok || shown === typedOver ? null : shown.result
  const waits = busy && sent !== null
  useFocusOnAnswer(lookup, { root, field, sent })

  const changed = () => {
    setClipboard(null)
    setTypedOver(shown)
    setSent(null)
  }
  const put = (text: string) => {
    if (field.current === null) return
    field.current.value = text
    changed()
  }
  /** Looks up the link in a text at once. Several are for the page that takes many. */
  const take = (text: string) => {
    const links = postLinksIn(text)
    if (links.length > 1 && batchLinks > 0) {
      void navigate(localPath('/batch'), { state: { links: text } })
      return
    }
    const link = links[0] ?? text
    if (busy && link === sent) return
    put(link)
    field.current?.form?.requestSubmit(button.current)
  }
  const send = (event: React.SubmitEvent<HTMLFormElement>) => {
    const typed = field.current?.value ?? ''
    const links = postLinksIn(typed)
    if (busy && typed === sent) event.preventDefault()
    else if (links.length > 1 && batchLinks > 0) {
      event.preventDefault()
      take(typed)
    } else {
      // React Router reads the form after this.
      const [link] = links
      if (link !== undefined && field.current !== null) field.current.value = link
      setClipboard(null)
      setSent(link ?? typed)
    }
  }
  const cancel = () => {
    lookup.cancel?.()
    setSent(null)
    field.current?.focus()
  }
  const startAnew = () => {
    void navigate(pathname)
    field.current?.focus()
  }
  useLinkIntake(field, {
    onText: (text, inField) => {
      // What holds no link is pasted as the browser does it.
      if (inField && postLinksIn(text).length === 0) return false
      take(text)
      return true
    },
    onDrag: setDragged,
  })

  return (
    <div id="downloader" ref={root} className="downloader-root" aria-busy={busy || undefined}>
      <lookup.Form
        method="post"
        action={`${page ?? pathname}#downloader`}
        preventScrollReset
        noValidate
        className={dragged ? 'downloader downloader-target cut' : 'downloader cut'}
        onSubmit={send}
      >
        <label htmlFor="post-link" className="downloader-label">
          {dragged ? t.downloader.drop : t.downloader.label}
        </label>
        <div className="downloader-row">
          <div className={runs ? 'field-row field-row-runs' : 'field-row'}>
            <input
              ref={field}
              id="post-link"
              name="url"
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={4096}
              placeholder={t.downloader.placeholder}
              defaultValue={shown?.typed ?? ''}
              onInput={changed}
              aria-describedby="lookup-error lookup-hint"
              aria-invalid={problem !== null || clipboard !== null}
              aria-keyshortcuts="/"
              className="field"
            />
            {runs && (
              <>
                <span className="field-key" aria-hidden="true">
                  /
                </span>
                <button
                  type="button"
                  className="clear-button"
                  aria-label={t.downloader.clear}
                  onClick={() => {
                    put('')
                    field.current?.focus()
                  }}
                >
                  <X aria-hidden="true" size={18} />
                </button>
              </>
            )}
            <PasteButton onText={take} onProblem={setClipboard} />
          </div>
          <button ref={button} type="submit" className="button" aria-disabled={waits || undefined}>
            {waits ? (
              <span className="spinner" aria-hidden="true" />
            ) : (
              <Download aria-hidden="true" size={20} />
            )}
            <span>{waits ? t.downloader.processing : t.downloader.submit}</span>
          </button>
        </div>
      </lookup.Form>
      <LookupProblem clipboard={clipboard} problem={problem} />
      <p id="lookup-hint" className="small-screens lookup-hint">
        {t.downloader.hint}
      </p>
      {batchLinks > 0 && (
        <p className="lookup-several">
          <a className="link" href={localPath('/batch')}>
            {t.downloader.several}
          </a>
        </p>
      )}
      {demo !== null && (
        <p className="note mt-7 text-sm">
          {demo === 'chosen' ? t.downloader.demo : t.downloader.unreachable}
        </p>
      )}
      {busy && <LookupSkeleton onCancel={lookup.cancel === null ? null : cancel} />}
      <div aria-live="polite">
        {found !== null && (
          <ResultCard
            key={found.post.postId}
            post={found.post}
            device={found.device}
            onSaveAnother={startAnew}
          />
        )}
      </div>
      <RecentDownloads />
    </div>
  )
}
