import { Download, ExternalLink, Eye, Flag, Trash2, Undo2, UserCheck, UserX } from 'lucide-react'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { DropLine, DropLink, DropMenu, dropItem } from '#app/ui/admin/drop-menu.tsx'
import { authorHref, changeHref, downloadHref, postHref } from './post-hrefs.ts'
import { postName } from './post-texts.ts'

/** What can be done with one post; `back` is the view of the list to return to. */
export function PostMenu({ post, back }: { post: ListedPost; back: string }) {
  const { postId, status, authorBlocked } = post
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
      {status === 'active' && (
        <DropLink href={changeHref('flag', postId, back)} icon={Flag}>
          Flag Content
        </DropLink>
      )}
      {status !== 'active' && (
        <DropLink href={changeHref('restore', postId, back)} icon={Undo2}>
          Restore
        </DropLink>
      )}
      {status !== 'removed' && (
        <DropLink href={changeHref('remove', postId, back)} icon={Trash2} danger>
          Remove
        </DropLink>
      )}
      {post.authorHandle !== null && (
        <>
          <DropLine />
          {authorBlocked ? (
            <DropLink href={authorHref('unblock', post.authorHandle, back)} icon={UserCheck}>
              Unblock author
            </DropLink>
          ) : (
            <DropLink href={authorHref('block', post.authorHandle, back)} icon={UserX} danger>
              Block author
            </DropLink>
          )}
        </>
      )}
    </DropMenu>
  )
}
