import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useRuns } from '#app/ui/use-runs.ts'
import { useSite } from '#app/ui/use-site.ts'
import { postLinksIn } from '#app/utils/links-in-text.ts'
import type { LookupView } from './look-up.server.ts'
import { LookupSkeleton } from './lookup-skeleton.tsx'
import { type ClipboardProblem, PasteButton } from './paste-button.tsx'
import { ResultCard } from './result-card.tsx'
import { useLinkIntake } from './use-link-intake.ts'
import type { Lookup } from './use-lookup.ts'

/** The form and what came of it. It is sent to `page`, by default the one that it is on. */
export function Downloader({ lookup, page }: { lookup: Lookup; page?: string }) {
  const { t, localPath } = useI18n()
  const { demo } = useSite()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [clipboard, setClipboard] = useState<ClipboardProblem | null>(null)
  const [typedOver, setTypedOver] = useState<LookupView | null>(null)
  /** What the running look-up was sent with; null once something else is in the field. */
  const [sent, setSent] = useState<string | null>(null)
  const [dragged, setDragged] = useState(false)
  const runs = useRuns()
  const { busy, shown, found } = lookup
  const problem = shown === null || shown.result.ok || shown === typedOver ? null : shown.result
  const waits = busy && sent !== null
  const batchLinks = useBatchLinks()
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
    put(links[0] ?? text)
    field.current?.form?.requestSubmit()
  }
  const send = (event: React.SubmitEvent<HTMLFormElement>) => {
    const typed = field.current?.value ?? ''
    const links = postLinksIn(typed)
    if (waits && typed === sent) event.preventDefault()
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
          <div className="field-row">
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
          <button type="submit" className="button" aria-disabled={waits || undefined}>
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
      {demo !== null && (
        <p className="note mt-7 text-sm">
          {demo === 'chosen' ? t.downloader.demo : t.downloader.unreachable}
        </p>
      )}
      {busy && (
        <LookupSkeleton
          onCancel={
            lookup.cancel &&
            (() => {
              lookup.cancel?.()
              setSent(null)
              field.current?.focus()
            })
          }
        />
      )}
      <div aria-live="polite">
        {found !== null && (
          <ResultCard key={found.post.postId} post={found.post} device={found.device} />
        )}
      </div>
    </div>
  )
}

/** How many links the page for several takes; 0 while it is turned off. */
function useBatchLinks(): number {
  const site = useSite()
  return 'batchLinks' in site ? Number(site.batchLinks) : 0
}

function LookupProblem({
  clipboard,
  problem,
}: {
  clipboard: ClipboardProblem | null
  problem: Extract<LookupView['result'], { ok: false }> | null
}) {
  const { t, language } = useI18n()
  return (
    <div id="lookup-error" role="alert" className="lookup-error">
      {clipboard !== null ? (
        <p>{t.errors[clipboard]}</p>
      ) : (
        problem !== null && (
          <>
            <p>{t.errors[problem.message]}</p>
            {problem.hint !== null && (
              <p className="font-normal">
                {plural(t.hints[problem.hint], problem.retryAfterSeconds ?? 60, language)}
              </p>
            )}
          </>
        )
      )}
    </div>
  )
}

/**
 * Moves the focus to what a look-up gave, its title or the field with the wrong link, and brings it
 * into view. By Back and Forward only the field is filled anew.
 */
function useFocusOnAnswer(
  { busy, shown }: Lookup,
  {
    root,
    field,
    sent,
  }: {
    root: React.RefObject<HTMLDivElement | null>
    field: React.RefObject<HTMLInputElement | null>
    sent: string | null
  },
): void {
  const before = useRef(shown)
  const asked = useRef(false)
  useEffect(() => {
    if (busy) {
      asked.current = true
      show(root.current)
      return
    }
    if (before.current === shown) return
    before.current = shown
    const own = asked.current
    asked.current = false
    if (field.current !== null && (shown?.result.ok !== false || !own)) {
      // Whoever has typed the next link meanwhile keeps it.
      if (!own || field.current.value === sent) field.current.value = shown?.typed ?? ''
    }
    if (!own || shown === null) return
    if (!shown.result.ok) {
      field.current?.focus()
      return
    }
    root.current?.querySelector<HTMLElement>('#result-title')?.focus({ preventScroll: true })
    show(root.current)
  }, [busy, shown, root, field, sent])
}

/** Brings the form and what is below it into view; where both are already, nothing moves. */
function show(root: HTMLElement | null): void {
  const card = root?.querySelector('.result-card')?.getBoundingClientRect()
  if (root === null || card === undefined) return
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  if (card.top >= header && card.bottom <= innerHeight) return
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  root.scrollIntoView({ block: 'start', behavior: calm ? 'instant' : 'smooth' })
}
