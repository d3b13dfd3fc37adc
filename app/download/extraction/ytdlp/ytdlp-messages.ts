import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { classifyState } from '#app/download/platforms/tiktok/challenge-signs.ts'
import type { TiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { landed } from '#app/download/platforms/tiktok/resolve-short.ts'
import { readRedirect } from '#app/download/platforms/tiktok/short-link.ts'
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
  [/No suitable extractor|Unsupported URL/i, 'unsupported'],
  // A short link that leads to a host that yt-dlp may not reach, as an app store's.
  [/\[vm\.tiktok\].*Tunnel connection failed: 403/i, 'unknown'],
  [/Tunnel connection failed: 403/i, cause('blocked_address')],
  [/HTTP Error (?:404|410)/i, 'gone'],
  [/HTTP Error 451/i, 'unknown'],
  [/HTTP Error (?:401|403|429)/i, cause('blocked')],
  [/HTTP Error \d{3}/i, cause('http_status')],
  [/timed out/i, cause('timeout')],
  [/Unable to (?:download|connect)|Tunnel connection failed|Connection/i, cause('connect')],
]

export function readMessages(stderr: string, hosts: TiktokHosts): LookupFailure {
  const lines = stderr.split('\n').filter((line) => line.startsWith('ERROR:'))
  const message = lines.at(-1)?.slice(0, 2000) ?? ''
  const code = /status code (-?\d{1,9})/i.exec(message)?.[1]
  if (code !== undefined) return readState(Number(code))
  const unsupported = URL.parse(/Unsupported URL: (\S+)/i.exec(message)?.[1] ?? '')
  if (unsupported !== null) return readLanding(unsupported, hosts)
  const meaning = meanings.find(([part]) => part.test(message))?.[1] ?? cause('program_failed')
  if (typeof meaning === 'string') {
    return { kind: 'not_found', reason: meaning, platformCode: 'yt-dlp' }
  }
  return { kind: 'unavailable', cause: meaning.cause, retryAfterSeconds: null }
}

/** Reads where a short link leads: only such an address is one that yt-dlp doesn't support. */
function readLanding(address: URL, hosts: TiktokHosts): LookupFailure {
  const target = readRedirect(address, hosts)
  switch (target.kind) {
    // yt-dlp can't do slideshows; another source can.
    case 'post':
      return unavailable('incomplete_answer').failure
    // It answered itself, without leading anywhere.
    case 'short':
      return notFound('unknown', 'yt-dlp').failure
    default:
      return landed(target).failure
  }
}

function readState(code: number): LookupFailure {
  // Code 0 is a page without an error, but also without the post.
  if (code === 0) return { kind: 'unavailable', cause: 'shape', retryAfterSeconds: null }
  const state = classifyState(code, '')
  return state.kind === 'not_found'
    ? { kind: 'not_found', reason: state.reason, platformCode: String(code) }
    : { kind: 'unavailable', cause: 'bad_answer', retryAfterSeconds: null }
}
