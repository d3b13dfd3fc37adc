import {
  Download,
  ExternalLink,
  Eye,
  Flag,
  type LucideIcon,
  Trash2,
  Undo2,
  UserCheck,
  UserX,
} from 'lucide-react'
import { Link } from 'react-router'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { DropLine, DropLink, DropMenu, dropItem } from '#app/ui/admin/drop-menu.tsx'
import { changeHref, creatorHref, downloadHref, postHref } from './post-hrefs.ts'
import { postName } from './post-texts.ts'
import type { SheetForm } from './sheet/reasons.ts'
import { useSheetLink } from './sheet/sheet-link.ts'
import { usePostState } from './use-post-state.ts'

/** What can be done with one post; `back` is the view of the list to return to. */
export function PostMenu({ post, back }: { post: ListedPost; back: string }) {
  const { postId, authorHandle } = post
  const { status, authorBlocked } = usePostState(post)
  const sheetLink = useSheetLink(postId)
  /** Asks for the reason in the post's sheet, or without JavaScript on a page of its own. */
  const item = (form: SheetForm, to: string, Icon: LucideIcon, label: string, danger = false) => (
    <Link className={dropItem({ danger })} to={to} onClick={sheetLink(form)}>
      <Icon aria-hidden="true" size={17} />
      {label}
    </Link>
  )
  return (
    <DropMenu label={`Actions for ${postName(post)}`}>
      <DropLink href={postHref(postId)} icon={Eye}>
        View Details
      </DropLink>
      <a className={dropItem()} href={post.link} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" size={17} />
        Open Source
      </a>
      {status !== 'removed' && !authorBlocked && (
        <DropLink href={downloadHref(postId)} icon={Download} file>
          Download
        </DropLink>
      )}
      <DropLine />
      {status === 'active' && item('flag', changeHref('flag', postId, back), Flag, 'Flag Content')}
      {status !== 'active' &&
        item('restore', changeHref('restore', postId, back), Undo2, 'Restore')}
      {status !== 'removed' &&
        item('remove', changeHref('remove', postId, back), Trash2, 'Remove', true)}
      {authorHandle !== null && (
        <>
          <DropLine />
          {authorBlocked
            ? item(
                'unblock',
                creatorHref('unblock', authorHandle, back),
                UserCheck,
                'Unblock creator',
              )
            : item('block', creatorHref('block', authorHandle, back), UserX, 'Block creator', true)}
        </>
      )}
    </DropMenu>
  )
}
