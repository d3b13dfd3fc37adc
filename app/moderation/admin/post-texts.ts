import { reportNumber } from '#app/dmca/report.ts'
import type { ListedPost } from '#app/moderation/post-list.server.ts'
import type { PostChange, PostRefusal } from '#app/moderation/post-moderation.server.ts'
import type { Tone } from '#app/ui/admin/status-badge.tsx'
import type { PostStatus } from '#db/schema.ts'

export const statusTexts: Record<PostStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  flagged: { label: 'Flagged', tone: 'warn' },
  removed: { label: 'Removed', tone: 'bad' },
}

/** The texts of each change. `done` ends a sentence that begins with the changed posts. */
export const changeTexts: Record<
  PostChange,
  { title: string; text: string; submit: string; done: string }
> = {
  flag: {
    title: 'Flag',
    text: 'Visitors can still download it. It’s marked for review, and you’re reminded of it until it is removed or restored.',
    submit: 'Flag',
    done: 'flagged for review',
  },
  remove: {
    title: 'Remove',
    text: 'No one can look it up or download it here. Links already given out stop working, and running downloads are cut off. You can restore it.',
    submit: 'Remove',
    done: 'removed',
  },
  restore: {
    title: 'Restore',
    text: 'Visitors can look it up and download it again.',
    submit: 'Restore',
    done: 'active again',
  },
}

/** In characters. */
export const longestName = 90

/** Returns the platform's own id in a post's key. */
export const bareId = (postId: string) => postId.slice(postId.indexOf(':') + 1)

/** Returns a post's title, or its platform and number if it has none. */
export function postName({
  title,
  postId,
  site,
}: Pick<ListedPost, 'title' | 'postId' | 'site'>): string {
  const line = title.replace(/\s+/g, ' ').trim()
  // As `untitledPost`, whose names of all platforms lists don't load.
  if (line === '') return postId.includes(':') ? `${site} post ${bareId(postId)}` : `Post ${postId}`
  const characters = [...line]
  return characters.length <= longestName
    ? line
    : `${characters.slice(0, longestName - 1).join('')}…`
}

/** Returns why a post wasn't changed, as the rest of a sentence that begins with its name. */
export function refusalText(problem: PostRefusal, change: PostChange): string {
  switch (problem.kind) {
    case 'not_found':
      return 'isn’t on record here'
    case 'already':
      return `is ${changeTexts[change].done} already`
    case 'removed':
      return 'is removed, so it can’t be flagged'
    case 'held':
      return `is blocked by ${problem.reports.map(reportNumber).join(' and ')}: reopen the report or record a counter-notice first`
  }
}
