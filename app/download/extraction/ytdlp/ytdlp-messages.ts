import { classifyState } from '#app/download/platforms/tiktok/challenge-signs.ts'
import type {
  LookupFailure,
  NotFoundReason,
  UnavailableCause,
} from '#app/posts/extracted-post.server.ts'

type Meaning = NotFoundReason | { cause: UnavailableCause }

const cause = (name: UnavailableCause): Meaning => ({ cause: name })

/** Parts of yt-dlp's error messages, the most specific first. */
const meanings: readonly (readonly [part: RegExp, meaning: Meaning])[] = [
  // yt-dlp's text for code 10204, which the platform sends because of the post, not this server.
  [/Your IP address is blocked/i, 'region'],
  [/You do not have permission to view this post/i, 'private'],
  [/may not be comfortable for some audiences/i, 'age'],
  [/Restricted Video/i, 'age'],
  // The platform's sign-in page speaks of who asks, not of the post.
  [/is requiring login/i, cause('blocked')],
  [/only available for registered users/i, cause('blocked')],
  [/Unable to (?:solve JS|extract) challenge/i, cause('challenged')],
  [/Fresh cookies/i, cause('challenged')],
  [/not a bot/i, cause('challenged')],
  [/empty media response/i, cause('blocked')],
  [/Unable to extract universal data/i, cause('shape')],
  [/Unexpected response from webpage request/i, cause('shape')],
  [/no impersonate target is available/i, cause('program_failed')],
  // yt-dlp can't do slideshows; another source can.
  [/Unsupported URL: \S+\/photo\//i, cause('incomplete_answer')],
  [/No suitable extractor|Unsupported URL/i, 'unsupported'],
  [/Tunnel connection failed: 403/i, cause('blocked_address')],
  [/HTTP Error (?:403|429)/i, cause('blocked')],
  [/HTTP Error \d{3}/i, cause('http_status')],
  [/timed out/i, cause('timeout')],
  [/Unable to (?:download|connect)|Tunnel connection failed|Connection/i, cause('connect')],
]

export function readMessages(stderr: string): LookupFailure {
  const lines = stderr.split('\n').filter((line) => line.startsWith('ERROR:'))
  const message = lines.at(-1)?.slice(0, 2000) ?? ''
  const code = /status code (-?\d{1,9})/i.exec(message)?.[1]
  if (code !== undefined) return readState(Number(code))
  const meaning = meanings.find(([part]) => part.test(message))?.[1] ?? cause('program_failed')
  if (typeof meaning === 'string') {
    return { kind: 'not_found', reason: meaning, platformCode: 'yt-dlp' }
  }
  return { kind: 'unavailable', cause: meaning.cause, retryAfterSeconds: null }
}

function readState(code: number): LookupFailure {
  // Code 0 is a page without an error, but also without the post.
  if (code === 0) return { kind: 'unavailable', cause: 'shape', retryAfterSeconds: null }
  const state = classifyState(code, '')
  return state.kind === 'not_found'
    ? { kind: 'not_found', reason: state.reason, platformCode: String(code) }
    : { kind: 'unavailable', cause: 'bad_answer', retryAfterSeconds: null }
}
