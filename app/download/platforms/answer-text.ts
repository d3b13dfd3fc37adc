import { pathOf } from './link.ts'
import { linksAt } from './links.ts'
import type { AskAnswer } from './platform-adapter.ts'

/** Names of pages; other segments can be codes, or what people wrote. */
const pageName = /^(?:[a-z][a-z_-]{1,23}|[A-Za-z]{2}|\d{3})$/
/** Names that no code of a short link has. */
const ownPages = new Set(
  [
    '404',
    'about',
    'accounts',
    'captcha',
    'challenge',
    'checkpoint',
    'consent',
    'error',
    'login',
  ].concat('notfound', 'signup', 'verify'),
)

/**
 * Says for the log what a link answered: the status, where it leads, and what `marksIn` finds in
 * its page. Leaves out codes, names and queries.
 */
export function answerText(
  answer: AskAnswer,
  marksIn: (answer: Extract<AskAnswer, { kind: 'answer' }>) => readonly string[],
): string {
  switch (answer.kind) {
    case 'failed':
      return answer.failure.cause
    case 'redirect':
      return `${answer.status} to ${landingText(answer.to)}`
    case 'answer': {
      const { status, text } = answer
      const target = status >= 300 && status < 400 ? ['no target'] : []
      return [status, ...target, `${text.length} characters`, ...marksIn(answer)].join(', ')
    }
  }
}

function landingText(to: URL): string {
  const links = linksAt(to.hostname)
  if (links === null) return 'another site'
  const parsed = links.parse(to)
  if (parsed.ok && parsed.ref.kind === 'post') return 'a post'
  if (!parsed.ok && parsed.reason === 'profile') return 'a profile'
  const isPlain = !parsed.ok && ['unknown_path', 'login', 'about'].includes(parsed.reason)
  const path = pathOf(to).map((name, index) => {
    const isName = parsed.ok ? ownPages.has(name) : pageName.test(name)
    return isName && (isPlain || parsed.ok || index === 0) ? name : '…'
  })
  return `${to.hostname}/${path.join('/')}`
}
