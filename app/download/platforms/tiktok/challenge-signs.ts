import type { NotFoundReason } from '#app/posts/extracted-post.server.ts'

export type PostState =
  | { kind: 'ok' }
  | { kind: 'not_found'; reason: NotFoundReason }
  /** The platform's own fault, worth one more try. */
  | { kind: 'fault' }

/** Parts of messages, the most specific first, since a message can have several. */
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
  [10201, 'gone'],
  [10202, 'gone'],
  [10204, 'gone'],
  [10216, 'private'],
  [10219, 'region'],
  [10222, 'private'],
  [10235, 'unsupported'],
  [100002, 'gone'],
])

/** The codes that name the system; every other one is about the post. */
const systemCodes = new Set([10101])

/**
 * Reads a post's state from its page's code and message: one code stands for several states. HTTP
 * statuses don't help, because every state comes with a 200. A code that isn't known gives no
 * reason.
 */
export function classifyState(code: number, message: string): PostState {
  if (code === 0) return { kind: 'ok' }
  const text = message.toLowerCase()
  const told = messageReasons.find(([part]) => text.includes(part))?.[1]
  if (told === undefined && systemCodes.has(code)) return { kind: 'fault' }
  return { kind: 'not_found', reason: told ?? codeReasons.get(code) ?? 'unknown' }
}

const shortPage = 5_000
/** A challenge page is short; in a longer one these words are user text. */
const longestChallenge = 64 * 1024
const signs = ['id="cs"', '_wafchallengeid', 'SlardarWAF', 'Please wait...']

/**
 * True if a post's page without the data script is a challenge, a demand to prove that the client
 * is a browser: a real post's page is never that short.
 */
export function isChallenge(html: string, systemError: string | null): boolean {
  return html.length < shortPage || hasChallengeSigns(html, systemError)
}

export function hasChallengeSigns(html: string, systemError: string | null): boolean {
  return challengeSigns(html, systemError).length > 0
}

/** Returns the signs of a challenge in a page and its `x-tt-system-error`. */
export function challengeSigns(html: string, systemError: string | null): string[] {
  const inPage = html.length <= longestChallenge ? signs.filter((sign) => html.includes(sign)) : []
  return systemError === '3' ? ['system error 3', ...inPage] : inPage
}
