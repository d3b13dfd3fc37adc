import { useEffect, useRef, useState } from 'react'
import type { ChangeAnswer } from '#app/moderation/admin/change-videos.server.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { creatorName } from '#app/posts/creator-name.ts'
import { button } from '#app/ui/admin/button.ts'
import { useNoAnswer } from '#app/ui/admin/forms/no-answer.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import { videosPath } from '../post-hrefs.ts'
import { formTexts, type SheetForm } from './forms.ts'

/** Each form's texts, with common reasons to choose from. `{creator}` is the creator's name. */
const reasonTexts: Record<SheetForm, { title: string; text: string; reasons: string[] }> = {
  flag: {
    title: 'Flag for review',
    text: 'Visitors can still download it. You’re reminded of it until it is removed or restored.',
    reasons: ['Possible copyright issue', 'Possible privacy issue', 'Reported by a visitor'],
  },
  remove: {
    title: 'Remove',
    text: 'No one can look it up or download it here, and running downloads are cut off. You can restore it.',
    reasons: ['Copyright', 'Privacy', 'Illegal content', 'Spam'],
  },
  restore: {
    title: 'Restore',
    text: 'Visitors can look it up and download it again.',
    reasons: ['Checked, no problem found', 'Complaint withdrawn', 'Removed by mistake'],
  },
  block: {
    title: 'Block {creator}',
    text: 'No post by this creator can be looked up or downloaded here, including new ones.',
    reasons: ['Repeat infringer', 'Spam', 'At the creator’s request'],
  },
  unblock: {
    title: 'Unblock {creator}',
    text: 'This creator’s posts can be downloaded again, except those removed on their own.',
    reasons: ['Blocked by mistake', 'Complaint withdrawn'],
  },
}

const formOf = (postId: string) => `post ${postId}`

/**
 * Asks for the reason of a change in a post's sheet. Hidden while it's being sent, since the post
 * shows its new state then. If the change is refused, it comes back as it was typed.
 */
export function ReasonForm({
  kind,
  post: { postId, authorKey, authorHandle },
  close,
  onSend,
}: {
  kind: SheetForm
  post: ListedPost
  /** Called once the change is made, or on Cancel. */
  close: () => void
  onSend: () => void
}) {
  const { submit, danger } = formTexts[kind]
  const { title, text, reasons } = reasonTexts[kind]
  const { state, data } = useStayForm<ChangeAnswer>(formOf(postId))
  const sending = state !== 'idle'
  // The answer of an earlier change of the same post can still be here.
  const [before, setBefore] = useState(data)
  const answer = sending || data === before ? undefined : data
  const isDone = answer !== undefined && answer.refused.length === 0 && !answer.problem
  useEffect(() => {
    if (isDone) close()
  }, [isDone, close])
  const unanswered = useNoAnswer()
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isCreators = kind === 'block' || kind === 'unblock'
  const heading = title.replace('{creator}', creatorName(authorKey ?? '', authorHandle))
  return (
    <div ref={form} hidden={sending || isDone}>
      <StayForm
        name={formOf(postId)}
        action={videosPath}
        data-unguarded
        className={`grid gap-3 rounded-lg border p-4 ${danger ? 'border-bad' : 'border-line'}`}
        aria-label={heading}
        onSubmit={() => {
          setBefore(data)
          onSend()
        }}
      >
        <input type="hidden" name="id" value={postId} />
        <input type="hidden" name="intent" value={kind} />
        {isCreators && <input type="hidden" name="creator" value={authorKey ?? ''} />}
        <div>
          <h3 className="font-bold">{heading}</h3>
          <p className="text-muted text-xs">{text}</p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {reasons.map((reason) => (
            <button
              key={reason}
              type="button"
              className="min-h-8 cursor-pointer rounded-sm border border-line px-2.5 text-xs hover:border-text pointer-coarse:min-h-11"
              onClick={({ currentTarget }) => {
                const field = currentTarget.form?.elements.namedItem('reason')
                if (!(field instanceof HTMLTextAreaElement)) return
                field.value = reason
                field.focus()
              }}
            >
              {reason}
            </button>
          ))}
        </div>
        <TextField
          label="Reason"
          name="reason"
          hint="Kept with the change, for other operators to read."
          problem={answer?.problem}
          required
          maxLength={1000}
          rows={2}
        />
        {unanswered && (
          <p className="font-semibold text-bad" role="alert">
            No answer. Check the connection and try again.
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button({ look: danger ? 'danger' : 'primary' })}>
            {submit}
          </button>
          <button
            type="button"
            className={button({ look: 'quiet' })}
            aria-keyshortcuts="Escape"
            onClick={close}
          >
            Cancel
          </button>
        </div>
      </StayForm>
    </div>
  )
}
