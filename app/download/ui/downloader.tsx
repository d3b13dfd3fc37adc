import { Download } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { postLinksIn } from '#app/download/batch/links.ts'
import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { listOf } from '#app/i18n/format.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button, iconButton } from '#app/ui/button.ts'
import { clipForm, clipLabel, clipRoot, foldedForm } from '#app/ui/clip-form.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { useAutoRetries } from './auto-retries.ts'
import { FoundCard } from './found-post.tsx'
import { LinkField } from './link-field.tsx'
import { LookupProblem } from './lookup-problem.tsx'
import { LookupSkeleton } from './lookup-skeleton.tsx'
import type { FieldProblem } from './paste-button.tsx'
import { PausedLine } from './paused-line.tsx'
import { RecentDownloads } from './recent-downloads.tsx'
import { useFocusOnAnswer } from './use-focus-on-answer.ts'
import { useLinkIntake } from './use-link-intake.ts'
import type { Lookup } from './use-lookup.ts'

/**
 * The form and its result. It is sent to `page`, by default its own. In the `hero` the found clip
 * is beside it where there is room.
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
  const { t, language, localPath } = useI18n()
  const { demo, batchLinks, platforms } = useSite()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const [clipboard, setClipboard] = useState<FieldProblem | null>(null)
  const [typedOver, setTypedOver] = useState<LookupView | null>(null)
  /** The running look-up's text, or null once the field has changed. */
  const [sent, setSent] = useState<string | null>(null)
  const [dragged, setDragged] = useState(false)
  const retries = useAutoRetries()
  const { tags } = useVisit()
  const { busy, shown, found } = lookup
  const problem = shown === null || shown.result.ok || shown === typedOver ? null : shown.result
  const waits = busy && sent !== null
  // With a result below, only the result's button is prominent.
  const folded = found !== null && !dragged
  useFocusOnAnswer(lookup, { root, field, sent })

  const changed = () => {
    retries.startOver()
    setClipboard(null)
    setTypedOver((before) => shown ?? before)
    setSent(null)
  }
  const put = (text: string) => {
    if (field.current === null) return
    field.current.value = text
    changed()
  }
  /** Looks up the link in a text at once. Several links go to the batch page. */
  const take = (text: string) => {
    const links = postLinksIn(text)
    const several = links.length > 1 && batchLinks > 0
    const kept = several ? text.replace(/\s+/g, ' ') : (links[0] ?? text)
    if (busy && kept === sent) return
    put(kept)
    if (several) {
      setSent(kept)
      void lookup.sendAll(localPath('/batch'), text).then((gone) => {
        if (!gone) setClipboard(navigator.onLine ? 'unexpected' : 'offline')
      })
      return
    }
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
  const startAnew = useCallback(() => {
    void navigate(pathname)
    field.current?.focus()
  }, [navigate, pathname])
  useLinkIntake(field, {
    onText: (text, inField) => {
      // Text without a link is pasted by the browser.
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
      // The hero scrolls to the page's top, so that what is above the form is seen whole.
      className={`${clipRoot} ${hero ? 'lg:scroll-mt-160' : ''}`}
      aria-busy={busy || undefined}
    >
      <lookup.Form
        method="post"
        action={`${page ?? pathname}#downloader`}
        preventScrollReset
        noValidate
        className={`${folded ? foldedForm : clipForm} ${dragged ? 'outline-3 outline-offset-6 outline-text outline-dashed' : ''}`}
        onSubmit={send}
      >
        {/* With tags the result is loaded as a document: see look-up-in-browser.ts. */}
        {tags !== null && <input type="hidden" name="document" value="1" />}
        <label htmlFor="post-link" className={folded ? 'sr-only' : clipLabel}>
          {dragged ? t.downloader.drop : t.downloader.label}
        </label>
        <div
          className={
            folded ? 'flex min-w-0 flex-1 gap-1' : 'grid grid-cols-1 gap-2.5 @xl:flex @xl:gap-3'
          }
        >
          <LinkField
            field={field}
            typed={shown?.typed ?? ''}
            folded={folded}
            invalid={problem !== null || clipboard !== null}
            onInput={changed}
            onClear={() => {
              put('')
              field.current?.focus()
            }}
            onPaste={take}
            onProblem={setClipboard}
          />
          <button
            ref={submit}
            type="submit"
            className={folded ? `${iconButton} text-muted` : button({ look: 'ink', size: 'large' })}
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
            <span className={folded ? 'sr-only' : undefined}>
              {waits ? t.downloader.processing : t.downloader.submit}
            </span>
          </button>
        </div>
      </lookup.Form>
      <LookupProblem
        clipboard={clipboard}
        problem={problem}
        retries={retries}
        onRetry={() => field.current?.form?.requestSubmit(submit.current)}
      />
      {problem?.hint !== 'paused' && found === null && <PausedLine />}
      <p
        id="lookup-hint"
        className="mt-5 text-xs tracking-tight text-muted md:hidden"
        hidden={busy || found !== null}
      >
        {t.downloader.hint}
      </p>
      {platforms.length > 0 && (
        <p className="mt-3 text-sm" hidden={busy || found !== null}>
          <a className={`${link} inline-flex min-h-11 items-center`} href={localPath('/supported')}>
            {fill(t.downloader.alsoFrom, { platforms: listOf(platforms, language) })}
          </a>
        </p>
      )}
      {busy && <LookupSkeleton beside={hero} onCancel={lookup.cancel === null ? null : cancel} />}
      {found !== null && (
        <FoundCard
          key={`${found.post.postId} ${found.post.item}`}
          post={found.post}
          beside={hero}
          onSaveAnother={startAnew}
        />
      )}
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
