import type { NotFoundReason } from '#app/posts/extracted-post.server.ts'

/** What a page's status code and message say of a post. */
export type PostState =
  | { kind: 'ok' }
  | { kind: 'not_found'; reason: NotFoundReason }
  /** The platform's own fault, worth one more try. */
  | { kind: 'fault' }

/** Parts of messages, the most specific first: several can be in one message. */
const messageReasons: readonly (readonly [part: string, reason: NotFoundReason])[] = [
  ['cross_border_violation', 'region'],
  ['status_deleted', 'gone'],
  ['author_secret', 'private'],
  ['status_self_see', 'private'],
  ['status_friend_see', 'private'],
  ['status_audit_not_pass', 'restricted'],
  ['status_reviewing', 'restricted'],
  ['content_classification', 'restricted'],
  ['author_status', 'restricted'],
  ['storypost', 'unsupported'],
]

const codeReasons: ReadonlyMap<number, NotFoundReason> = new Map([
  [10204, 'gone'],
  [10216, 'private'],
  [10222, 'private'],
  [10217, 'unknown'],
  [10231, 'unknown'],
  [10235, 'unsupported'],
  [100002, 'gone'],
])

/**
 * Reads a post's state from both the page's code and its message: one code is used for several
 * states. HTTP statuses tell nothing, because every state comes as a 200.
 */
export function classifyState(code: number, message: string): PostState {
  if (code === 0) return { kind: 'ok' }
  const text = message.toLowerCase()
  const told = messageReasons.find(([part]) => text.includes(part))?.[1]
  const reason = told ?? codeReasons.get(code)
  return reason === undefined ? { kind: 'fault' } : { kind: 'not_found', reason }
}

const shortPage = 5_000
/** A challenge page is short; in a long page these words are someone's text. */
const longestChallenge = 64 * 1024
const signs = ['id="cs"', '_wafchallengeid', 'SlardarWAF', 'Please wait...']

/** Whether a page without the data's script asks the client to prove that it is a browser. */
export function isChallenge(html: string, systemError: string | null): boolean {
  if (systemError === '3' || html.length < shortPage) return true
  return html.length <= longestChallenge && signs.some((sign) => html.includes(sign))
}
