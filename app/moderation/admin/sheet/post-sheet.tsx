import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { href, Link, useFetcher, useNavigate } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { useSelection } from '#app/ui/admin/lists/selection.tsx'
import { withSheet } from '#app/ui/admin/lists/sheet-address.ts'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { focusRow } from '#app/ui/admin/rows.ts'
import { iconButton } from '#app/ui/button.ts'
import { postHref } from '../post-hrefs.ts'
import { PostStatusBadge } from '../post-status-badge.tsx'
import { bareId, postName } from '../post-texts.ts'
import { usePostState } from '../use-post-state.ts'
import type { loader, SheetData } from './data.ts'
import { MissingPost, SheetContent } from './sheet-content.tsx'
import { useSheet } from './use-sheet.ts'
import { useSheetKeys } from './use-sheet-keys.ts'

/** The list under a sheet: its posts, their place in all of it, and the views around it. */
export type SheetList = {
  posts: ListedPost[]
  first: number
  total: number | null
  previous: string | null
  next: string | null
}

/**
 * A post beside its list. Not modal: messages with Undo and the list can be used while it is open.
 * On a phone it slides up from below, as wide as the screen.
 */
export default function PostSheet({ postId, list }: { postId: string; list: SheetList }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const sheet = useSheet()
  const { fresh, reload } = useSheetData(postId)
  const listed = list.posts.find((post) => post.postId === postId)
  const post = fresh?.kind === 'found' ? fresh.details.post : listed
  const { go, at, isMoving } = useMoves(postId, list)
  const { has, toggle } = useSelection()
  const isTicked = has(postId) === true
  useFocus(dialog, postId)
  const press = (key: string) => {
    const targets = dialog.current?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
    // Escape cancels a form before it closes the sheet.
    const target = [...(targets ?? [])].findLast((one) => one.closest('[hidden]') === null)
    target?.click()
    return target !== undefined
  }
  const pressKey = useSheetKeys(
    {
      j: () => go(1),
      k: () => go(-1),
      x: () => {
        if (has(postId) !== null) toggle(postId, !isTicked)
      },
      e: () => press('E'),
      f: () => press('F'),
      r: () => press('R'),
      a: () => press('A'),
      b: () => press('B'),
      ' ': () => playOrPause(dialog.current),
      escape: () => press('Escape'),
    },
    isMoving,
  )
  const place = at === null ? null : `${figure(list.first + at)} of ${countText(list.total)}`
  return (
    <>
      <div
        className="fixed inset-0 z-24 bg-ink/50 md:hidden"
        aria-hidden="true"
        onClick={sheet.close}
      />
      <dialog
        ref={dialog}
        open
        data-beside
        tabIndex={-1}
        className="fixed inset-x-0 top-auto bottom-0 z-25 m-0 flex h-screen max-h-screen-less-16 w-full max-w-none flex-col rounded-t-card border border-line border-b-0 bg-surface p-0 text-sm text-text shadow-raised outline-none md:top-13 md:start-auto md:end-0 md:h-auto md:max-h-none md:w-120 md:rounded-none md:border-y-0 md:border-e-0 motion-safe:animate-come-in print:hidden"
        aria-labelledby="sheet-title"
      >
        <header className="grid gap-2 border-line border-b px-4 pt-2 pb-3 md:px-5">
          <div className="-ms-2 -me-3 flex items-center gap-1">
            <Step
              label="Previous video (K)"
              keys="K"
              Icon={ChevronUp}
              onPress={() => pressKey('k')}
            />
            <Step
              label="Next video (J)"
              keys="J"
              Icon={ChevronDown}
              onPress={() => pressKey('j')}
            />
            <span className="me-auto ps-1 text-muted text-xs tabular-nums">{place}</span>
            {isTicked && <Badge>Selected</Badge>}
            <Link
              className={iconButton}
              to={postHref(postId)}
              aria-label="Open the video’s page"
              aria-keyshortcuts="E"
              title="Open the video’s page (E)"
            >
              <Maximize2 aria-hidden="true" size={17} />
            </Link>
            <Step label="Close" keys="Escape" Icon={X} onPress={sheet.close} />
          </div>
          <Subtitle
            id="sheet-title"
            className="line-clamp-2 wrap-anywhere"
            dir="auto"
            title={post?.title}
          >
            {post === undefined ? `Post ${bareId(postId)}` : postName(post)}
          </Subtitle>
          {post !== undefined && <StateLine post={post} />}
          <p className="sr-only" role="status">
            {post === undefined ? '' : `${postName(post)}, ${place ?? ''}`}
          </p>
        </header>
        <div
          // Each post is shown from its top.
          key={postId}
          className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-4 py-4 md:px-5"
        >
          {post === undefined || fresh?.kind === 'gone' ? (
            <MissingPost fresh={fresh} reload={reload} close={sheet.close} />
          ) : (
            <SheetContent post={post} fresh={fresh} reload={reload} dialog={dialog} />
          )}
        </div>
      </dialog>
    </>
  )
}

function StateLine({ post }: { post: ListedPost }) {
  const { authorBlocked } = usePostState(post)
  return (
    <p className="flex flex-wrap items-center gap-x-2" aria-live="polite">
      <PostStatusBadge post={post} />
      {authorBlocked && <Badge>Creator blocked</Badge>}
    </p>
  )
}

function countText(total: number | null): string {
  return total === null ? 'many' : figure(total)
}

function Step({
  label,
  keys,
  Icon,
  onPress,
}: {
  label: string
  keys: string
  Icon: typeof X
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={iconButton}
      aria-label={label.replace(/ \(.\)$/, '')}
      aria-keyshortcuts={keys}
      title={label}
      onClick={onPress}
    >
      <Icon aria-hidden="true" size={19} />
    </button>
  )
}

/** Returns false for a post without a video. */
function playOrPause(dialog: HTMLElement | null): boolean {
  const video = dialog?.querySelector('video')
  if (!video) return false
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
  return true
}

/** Loads the data that the post's row doesn't have. Returns undefined until it's there. */
function useSheetData(postId: string): { fresh: SheetData | undefined; reload: () => void } {
  const { load, data } = useFetcher<typeof loader>({ key: 'post sheet' })
  const reload = useCallback(() => {
    void load(href('/admin/videos/:postId/sheet', { postId }))
  }, [postId, load])
  useEffect(reload, [reload])
  return { fresh: data?.postId === postId ? data : undefined, reload }
}

/**
 * Returns the function that moves to the previous (-1) or next (1) post, also on another page,
 * whether a move is under way, and the post's index on this page. A post that left the list keeps
 * its index.
 */
function useMoves(postId: string, { posts, previous, next }: SheetList) {
  const sheet = useSheet()
  const navigate = useNavigate()
  const found = posts.findIndex((post) => post.postId === postId)
  const [last, setLast] = useState(Math.max(found, 0))
  if (found !== -1 && found !== last) setLast(found)
  /** The location that the last move began at. */
  const [left, setLeft] = useState<string | null>(null)
  const go = (step: 1 | -1) => {
    // The posts behind one that left the list have moved up.
    const from = found === -1 && step === 1 ? last - 1 : last
    const post = posts[from + step]
    const page = step === 1 ? next : previous
    const end = step === 1 ? 'first' : 'last'
    const moved =
      post !== undefined
        ? sheet.open(post.postId)
        : page !== null && navigate(withSheet(page, end), { replace: true })
    if (moved === false) return
    const { key } = sheet
    setLeft(key)
    // A move without a result ends too, but none before its post is on the screen.
    void Promise.resolve(moved).then(() =>
      startTransition(() => setLeft((now) => (now === key ? null : now))),
    )
  }
  return { go, at: found === -1 ? null : found, isMoving: left === sheet.key }
}

/** Moves the focus into the sheet when it opens, and to the post's row when it closes. */
function useFocus(dialog: React.RefObject<HTMLDialogElement | null>, postId: string): void {
  const shown = useRef(postId)
  useEffect(() => {
    shown.current = postId
    rowOf(postId)?.scrollIntoView({ block: 'nearest' })
    if (!dialog.current?.contains(document.activeElement)) {
      dialog.current?.focus({ preventScroll: true })
    }
  }, [dialog, postId])
  useEffect(
    () => () => {
      // If something else was pressed, that keeps the focus.
      if (document.activeElement === document.body) focusRow(rowOf(shown.current))
    },
    [],
  )
}

const rowOf = (postId: string) =>
  document.querySelector<HTMLElement>(`#content [data-row="${CSS.escape(postId)}"]`)
