import { Download, ExternalLink, Eye } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { DropLine, DropLink, DropMenu, dropItem } from '#app/ui/admin/drop-menu.tsx'
import { downloadHref, formHref, postHref } from './post-hrefs.ts'
import { postName } from './post-texts.ts'
import { formLabel, formsFor, formTexts } from './sheet/forms.ts'
import { useSheetLink } from './sheet/use-sheet.ts'
import { usePostState } from './use-post-state.ts'

/** The actions for one post. `back` is the view of the list to return to. */
export function PostMenu({ post, back }: { post: ListedPost; back: string }) {
  const { postId } = post
  const state = usePostState(post)
  const sheetLink = useSheetLink(postId)
  return (
    <DropMenu label={`Actions for ${postName(post)}`}>
      <DropLink href={postHref(postId)} icon={Eye}>
        View Details
      </DropLink>
      <a className={dropItem()} href={post.link} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" size={17} />
        Open Source
      </a>
      {state.status !== 'removed' && !state.authorBlocked && (
        <DropLink href={downloadHref(postId)} icon={Download} file>
          Download
        </DropLink>
      )}
      <DropLine />
      {/* Each asks for the reason in the post's sheet, or without JavaScript on its own page. */}
      {formsFor({ ...post, ...state }).map((form) => {
        const { Icon, danger } = formTexts[form]
        return (
          <Fragment key={form}>
            {(form === 'block' || form === 'unblock') && <DropLine />}
            <Link
              className={dropItem({ danger })}
              to={formHref(form, post, back)}
              onClick={sheetLink(form)}
            >
              <Icon aria-hidden="true" size={17} />
              {formLabel(form)}
            </Link>
          </Fragment>
        )
      })}
    </DropMenu>
  )
}
