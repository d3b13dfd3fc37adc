import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import { followLink } from '#app/download/platforms/follow-link.ts'
import { byKind, foundPost } from '#app/download/platforms/found-post.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import type { Ask, AskAnswer, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { awayFromPost } from '#app/download/platforms/redirects.ts'
import type { LookupFailure, LookupResult } from '#app/posts/extracted-post.server.ts'
import { createFileFinder } from './files.ts'
import { pinterestHosts } from './hosts.ts'
import { pinterestLinks } from './link.ts'
import { type Pin, readPin } from './post.ts'

const usualWaitSeconds = 60
const agent = { 'user-agent': 'Cleanclip/1.0' }
const pageHeaders = {
  ...agent,
  accept: 'application/json',
  'x-requested-with': 'XMLHttpRequest',
  // The site refuses requests that don't name one of its pages.
  'x-pinterest-pws-handler': 'www/pin/[id].js',
}
const widgetHeaders = { ...agent, accept: 'application/json' }

function pageAddress(id: string): string {
  const data = { options: { id, field_set_key: 'detailed' }, context: {} }
  const query = new URLSearchParams({ source_url: `/pin/${id}/`, data: JSON.stringify(data) })
  return `https://www.pinterest.com/resource/PinResource/get/?${query}`
}

function widgetAddress(id: string): string {
  return `https://widgets.pinterest.com/v3/pidgets/pins/info/?pin_ids=${id}`
}

/**
 * Reads a pin from the site's own data, or else from its widget's. The two disagree on some pins,
 * so one is gone only if both say so.
 */
async function read(id: string, ask: Ask): Promise<LookupResult> {
  const page = readAnswer(await ask(pageAddress(id), { headers: pageHeaders }), id)
  const isFinal = page.kind === 'pin' || page.failure.kind === 'rate_limited' || page.isCertain
  const found = isFinal
    ? page
    : or(page, readAnswer(await ask(widgetAddress(id), { headers: widgetHeaders }), id))
  return found.kind === 'pin' ? complete(found.pin, ask) : failed(found.failure)
}

/** `isCertain`: the pin is there, but holds nothing to save. */
type Answer =
  | { kind: 'pin'; pin: Pin }
  | { kind: 'none'; failure: LookupFailure; isCertain?: boolean }

/** Returns the second answer if it has the pin, or the failure that isn't about this pin alone. */
function or(first: Extract<Answer, { kind: 'none' }>, second: Answer): Answer {
  if (second.kind === 'pin' || second.isCertain) return second
  return first.failure.kind === 'not_found' ? second : first
}

function readAnswer(answer: AskAnswer, id: string): Answer {
  if (answer.kind === 'failed') return { kind: 'none', failure: answer.failure }
  if (answer.kind === 'redirect') {
    const { failure } = awayFromPost(answer.to, { links: pinterestLinks })
    return { kind: 'none', failure }
  }
  const { status, retryAfterSeconds } = answer
  if (status === 429) {
    const failure = {
      kind: 'rate_limited',
      retryAfterSeconds: retryAfterSeconds ?? usualWaitSeconds,
    } as const
    return { kind: 'none', failure }
  }
  if (status === 401 || status === 403) return none('blocked', retryAfterSeconds)
  const reading = readPin(answer.text, id)
  switch (reading.kind) {
    case 'pin':
      return reading
    case 'gone':
      return { kind: 'none', failure: { kind: 'not_found', reason: 'gone' } }
    case 'foreign':
    case 'unplayable': {
      const platformCode = reading.kind === 'foreign' ? reading.site : 'HEVC only'
      return { kind: 'none', failure: unsupported(platformCode), isCertain: true }
    }
    case 'shape':
      if (status === 404 || status === 410)
        return { kind: 'none', failure: { kind: 'not_found', reason: 'gone' } }
      return none('shape')
  }
}

function none(...why: Parameters<typeof unavailable>): Answer {
  return { kind: 'none', failure: unavailable(...why).failure }
}

function unsupported(platformCode: string): LookupFailure {
  return { kind: 'not_found', reason: 'unsupported', platformCode }
}

async function complete(pin: Pin, ask: Ask): Promise<LookupResult> {
  const find = createFileFinder(ask, { ...agent, accept: '*/*' })
  const { known, cover, pictures, videos } = pin
  const found = pictures.map(({ at, file }) => ({ at, kind: 'image' as const, file }))
  const clips = []
  for (const [index, one] of videos.entries()) {
    const file = await find(one, `video-${index + 1}`)
    if (file !== null) clips.push({ at: one.at, kind: 'video' as const, file })
  }
  const files = byKind([...clips, ...found].toSorted((a, b) => a.at - b.at))
  const [first, ...moreVideos] = files.videos
  return foundPost('pinterest', {
    ...known,
    ...first,
    cover: cover ?? first?.cover ?? null,
    images: files.images,
    moreVideos,
    ...files.order,
  })
}

const adapter: PlatformAdapter = {
  platform: 'pinterest',
  read: ({ postId }, ask) => read(splitKey(postId).id, ask),
  // The site has a service of its own for short links.
  resolve: (ref, ask) =>
    followLink(ref, ask, {
      links: pinterestLinks,
      addressOf: ({ code }) => `https://api.pinterest.com/url_shortener/${code}/redirect/`,
      request: { headers: { ...agent, accept: '*/*' } },
    }),
  canaries: [
    'https://www.pinterest.com/pin/664281013778109217/',
    'https://www.pinterest.com/pin/1084663891475263837/',
  ],
  missing: refOfKey(platformKey('pinterest', '9999999999999999999999999')),
}

export const pinterest = { adapter, hosts: pinterestHosts }
