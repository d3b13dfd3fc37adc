import { failureNames } from '#app/analytics/code-names.ts'
import { problemCode, requestProblems } from '#app/api/problem.server.ts'

/** `status` is null where the page names it for the whole group. */
export type ProblemType = { code: string; status: number | null; text: string }

export type ProblemGroups = Record<'requests' | 'links' | 'posts' | 'files', ProblemType[]>

/** Ends of downloads, after their answer has begun. */
const ends: readonly string[] = ['not sent whole', 'cut by operator']

const ofPosts: readonly string[] = ['removed', 'not_found', 'daily_limit', 'rate_limited']

/** Returns every type of problem that the API has, with what it means. */
export function problemGroups(): ProblemGroups {
  const groups: ProblemGroups = {
    requests: Object.entries(requestProblems).map(([code, { status, title }]) => {
      return { code, status, text: title }
    }),
    links: [],
    posts: [],
    files: [],
  }
  for (const [cause, name] of Object.entries(failureNames)) {
    const code = problemCode(cause)
    if (ends.includes(cause) || Object.hasOwn(requestProblems, code)) continue
    const text = cause === 'link: empty' ? 'No link' : name
    groups[groupOf(cause)].push({ code, status: null, text: `${text}.` })
  }
  return groups
}

function groupOf(cause: string): keyof ProblemGroups {
  if (cause.startsWith('link: ')) return 'links'
  return cause.startsWith('service: ') || ofPosts.includes(cause) ? 'posts' : 'files'
}
