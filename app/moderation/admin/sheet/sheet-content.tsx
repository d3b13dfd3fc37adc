import { useCallback, useState } from 'react'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { CreatorLink } from '../creator-link.tsx'
import { PostPreview } from '../post-preview.tsx'
import { LinkedReports, StatusHistory } from '../post-records.tsx'
import { longestName } from '../post-texts.ts'
import { usePostState } from '../use-post-state.ts'
import type { SheetData } from './data.ts'
import { type SheetForm, sheetForms } from './forms.ts'
import { ReasonForm } from './reason-form.tsx'
import { SheetActions } from './sheet-actions.tsx'
import { useSheet } from './use-sheet.ts'

/**
 * A sheet's content: preview, actions and history. The history loads after the sheet opens, since
 * the list doesn't have it.
 */
export function SheetContent({
  post,
  fresh,
  reload,
  dialog,
}: {
  post: ListedPost
  fresh: SheetData | undefined
  reload: () => void
  dialog: React.RefObject<HTMLDialogElement | null>
}) {
  const { begin, key } = useSheet()
  const state = usePostState(post)
  const [chosen, choose] = useState<{ form: SheetForm | null; key: string }>()
  // The menu of a row opens the sheet with a form.
  const form = chosen?.key === key ? chosen.form : (sheetForms.find((one) => one === begin) ?? null)
  const close = useCallback(() => {
    choose({ form: null, key })
    // The button with the focus is gone.
    const { current } = dialog
    if (current?.contains(document.activeElement)) current.focus({ preventScroll: true })
  }, [key, dialog])
  const shown = { ...post, ...state }
  const found = fresh?.kind === 'found' ? fresh : null
  return (
    <>
      <PostPreview post={shown} imageCount={found?.details.imageCount ?? null} />
      <SheetActions
        post={post}
        state={state}
        chosen={form}
        choose={(next) => choose({ form: next === form ? null : next, key })}
      />
      {form !== null && (
        <ReasonForm
          key={form}
          kind={form}
          post={post}
          close={close}
          onSend={() => dialog.current?.focus({ preventScroll: true })}
        />
      )}
      <Facts post={shown} />
      {fresh?.kind === 'no answer' ? (
        <NoAnswer reload={reload} />
      ) : found === null ? (
        <Waiting />
      ) : (
        <>
          <StatusHistory changes={found.changes} postId={post.postId} />
          <LinkedReports reports={found.reports} />
        </>
      )}
    </>
  )
}

function Facts({ post }: { post: ListedPost }) {
  return (
    <section aria-label="Facts" className="grid gap-4 [&>dl]:grid-cols-2">
      {[...post.title].length > longestName && (
        <p className="max-h-48 overflow-y-auto whitespace-pre-line wrap-anywhere" dir="auto">
          {post.title}
        </p>
      )}
      <FactList>
        <Fact name="Creator">
          <CreatorLink post={post} name={post.authorName} />
        </Fact>
        <Fact name="Platform">{post.site}</Fact>
        <Fact name="Downloads">{figure(post.downloads)}</Fact>
        <Fact name="Look-ups">{figure(post.lookups)}</Fact>
        <Fact name="Date added">
          <DateTime at={post.firstSeenAt} as="time" />
        </Fact>
        <Fact name="Last seen">
          {post.lastSeenAt === null ? 'Never' : <DateTime at={post.lastSeenAt} as="ago" />}
        </Fact>
        <Fact name="Post ID">{post.postId}</Fact>
      </FactList>
    </section>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3" aria-busy="true">
      <p className="sr-only">Loading its history…</p>
      {['h-28', 'h-20'].map((height) => (
        <div key={height} className={`${height} rounded-lg bg-sunken motion-safe:animate-pulse`} />
      ))}
    </div>
  )
}

function NoAnswer({ reload }: { reload: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="alert">No answer. Check the connection and try again.</p>
      <button type="button" className={button({ look: 'quiet' })} onClick={reload}>
        Try again
      </button>
    </div>
  )
}

/** Shown while a post that isn't on the list's page loads, or if it has been deleted. */
export function MissingPost({
  fresh,
  reload,
  close,
}: {
  fresh: SheetData | undefined
  reload: () => void
  close: () => void
}) {
  if (fresh === undefined) return <Waiting />
  if (fresh.kind === 'no answer') return <NoAnswer reload={reload} />
  return (
    <div className="grid justify-items-start gap-3">
      <p>This video isn’t on record here. Videos that no one looks up are deleted after a while.</p>
      <button type="button" className={button({ look: 'quiet' })} onClick={close}>
        Back to the list
      </button>
    </div>
  )
}
