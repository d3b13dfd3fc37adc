import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { postLinksIn } from '#app/download/batch/links.ts'
import type { LookupView } from '#app/download/ui/visitor-lookup.server.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button, iconButton } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { clipForm, clipLabel, clipRoot } from './clip-form.ts'
import { LookupProblem } from './lookup-problem.tsx'
import { LookupSkeleton } from './lookup-skeleton.tsx'
import { type ClipboardProblem, PasteButton } from './paste-button.tsx'
import { RecentDownloads } from './recent-downloads.tsx'
import { ResultCard } from './result-card.tsx'
import { useFocusOnAnswer } from './use-focus-on-answer.ts'
import { useLinkIntake } from './use-link-intake.ts'
import type { Lookup } from './use-lookup.ts'

/**
 * The form and what came of it. It is sent to `page`, by default the one that it is on. In the `hero`
 * the found clip is shown beside it where there is room.
 */
export function Downloader({
  lookup,
  page,
  hero = false,
}: {
  lookup: Lookup
  page?: string
  hero?: boolean
}) {
  const { t, localPath } = useI18n()
  const { demo, batchLinks } = useSite()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
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
    const first = links[0] ?? text
    if (busy && first === sent) return
    put(first)
    field.current?.form?.requestSubmit(submit.current)
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
      const [first] = links
      if (first !== undefined && field.current !== null) field.current.value = first
      setClipboard(null)
      setSent(first ?? typed)
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
    <div
      id="downloader"
      ref={root}
      // In the hero its top is the page's: what the form is below is seen whole.
      className={`${clipRoot} ${hero ? 'lg:scroll-mt-160' : ''}`}
      aria-busy={busy || undefined}
    >
      <lookup.Form
        method="post"
        action={`${page ?? pathname}#downloader`}
        preventScrollReset
        noValidate
        className={`${clipForm} ${dragged ? 'outline-3 outline-offset-6 outline-text outline-dashed' : ''}`}
        onSubmit={send}
      >
        <label htmlFor="post-link" className={clipLabel}>
          {dragged ? t.downloader.drop : t.downloader.label}
        </label>
        <div className="grid gap-2.5 @xl:flex @xl:gap-3">
          <div className="group/field relative flex min-w-0 flex-1 items-center gap-1 rounded-lg bg-surface pr-1 text-text dark:bg-page">
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
              className="peer min-h-13 min-w-0 flex-1 px-4 outline-none placeholder:text-muted placeholder:opacity-100 placeholder-shown:text-ellipsis"
            />
            {/* The field's edge goes round its buttons too. */}
            <span className="pointer-events-none absolute inset-0 rounded-lg border-2 border-transparent outline-text -outline-offset-3 peer-focus:outline-3 peer-aria-invalid:border-bad" />
            {runs && (
              <>
                <span
                  className="pointer-events-none mr-1 hidden size-7 flex-none place-items-center rounded-sm border border-line text-sm font-semibold text-muted md:pointer-fine:peer-[:placeholder-shown:not(:focus)]:grid"
                  aria-hidden="true"
                >
                  /
                </span>
                <button
                  type="button"
                  className={`${iconButton} relative -mx-1 text-muted peer-placeholder-shown:hidden`}
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
          <button
            ref={submit}
            type="submit"
            className={button({ look: 'ink', size: 'large' })}
            aria-disabled={waits || undefined}
          >
            {waits ? (
              <span
                className="size-5 animate-spin rounded-full border-3 border-t-transparent motion-reduce:[animation-duration:3s]"
                aria-hidden="true"
              />
            ) : (
              <Download aria-hidden="true" size={20} />
            )}
            <span>{waits ? t.downloader.processing : t.downloader.submit}</span>
          </button>
        </div>
      </lookup.Form>
      <LookupProblem clipboard={clipboard} problem={problem} />
      <p
        id="lookup-hint"
        className="mt-5 text-xs tracking-tight text-muted md:hidden"
        hidden={busy || found !== null}
      >
        {t.downloader.hint}
      </p>
      {busy && <LookupSkeleton beside={hero} onCancel={lookup.cancel === null ? null : cancel} />}
      <div aria-live="polite">
        {found !== null && (
          <ResultCard
            key={found.post.postId}
            post={found.post}
            device={found.device}
            beside={hero}
            onSaveAnother={startAnew}
          />
        )}
      </div>
      {batchLinks > 0 && (
        <p className="mt-3 text-sm">
          <a className={`${link} inline-flex min-h-11 items-center`} href={localPath('/batch')}>
            {t.downloader.several}
          </a>
        </p>
      )}
      {demo !== null && (
        <p className={`${note} mt-4 text-sm`}>
          {demo === 'chosen' ? t.downloader.demo : t.downloader.unreachable}
        </p>
      )}
      <RecentDownloads />
    </div>
  )
}
