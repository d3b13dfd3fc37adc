import {
  Download,
  ExternalLink,
  Flag,
  type LucideIcon,
  Trash2,
  Undo2,
  UserCheck,
  UserX,
} from 'lucide-react'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { downloadHref } from '../post-hrefs.ts'
import type { usePostState } from '../use-post-state.ts'
import type { SheetForm } from './reasons.ts'

/** What can be done with the post of a sheet. `choose` opens the form that asks for the reason. */
export function SheetActions({
  post: { postId, link, authorHandle },
  state: { status, authorBlocked },
  chosen,
  choose,
}: {
  post: ListedPost
  state: ReturnType<typeof usePostState>
  chosen: SheetForm | null
  choose: (form: SheetForm) => void
}) {
  const action = (
    form: SheetForm,
    Icon: LucideIcon,
    label: string,
    key: string,
    danger = false,
  ) => (
    <button
      type="button"
      className={button({ look: danger ? 'danger-quiet' : 'quiet' })}
      aria-keyshortcuts={key}
      aria-expanded={chosen === form}
      title={`${label} (${key})`}
      onClick={() => choose(form)}
    >
      <Icon aria-hidden="true" size={17} />
      {label}
    </button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'active' && action('flag', Flag, 'Flag', 'F')}
      {status !== 'active' && action('restore', Undo2, 'Restore', 'A')}
      {status !== 'removed' && action('remove', Trash2, 'Remove', 'R', true)}
      {authorHandle !== null &&
        (authorBlocked
          ? action('unblock', UserCheck, 'Unblock creator', 'B')
          : action('block', UserX, 'Block creator', 'B', true))}
      <a className={button({ look: 'quiet' })} href={link} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" size={17} />
        Open Source
      </a>
      {status !== 'removed' && !authorBlocked && (
        <a className={button({ look: 'quiet' })} href={downloadHref(postId)}>
          <Download aria-hidden="true" size={17} />
          Download
        </a>
      )}
    </div>
  )
}
