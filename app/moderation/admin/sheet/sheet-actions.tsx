import { Download, ExternalLink } from 'lucide-react'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { downloadHref } from '../post-hrefs.ts'
import type { usePostState } from '../use-post-state.ts'
import { formsFor, formTexts, type SheetForm } from './forms.ts'

/** The actions for a sheet's post. `choose` opens the form that asks for the reason. */
export function SheetActions({
  post,
  state,
  chosen,
  choose,
}: {
  post: ListedPost
  state: ReturnType<typeof usePostState>
  chosen: SheetForm | null
  choose: (form: SheetForm) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {formsFor({ ...post, ...state }).map((form) => {
        const { Icon, key, submit, danger } = formTexts[form]
        return (
          <button
            key={form}
            type="button"
            className={button({ look: danger ? 'danger-quiet' : 'quiet' })}
            aria-keyshortcuts={key}
            aria-expanded={chosen === form}
            title={`${submit} (${key})`}
            onClick={() => choose(form)}
          >
            <Icon aria-hidden="true" size={17} />
            {submit}
          </button>
        )
      })}
      <a className={button({ look: 'quiet' })} href={post.link} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden="true" size={17} />
        Open Source
      </a>
      {state.status !== 'removed' && !state.authorBlocked && (
        <a className={button({ look: 'quiet' })} href={downloadHref(post.postId)}>
          <Download aria-hidden="true" size={17} />
          Download
        </a>
      )}
    </div>
  )
}
