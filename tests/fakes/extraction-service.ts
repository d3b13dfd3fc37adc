import type { Behaviour } from './extraction-answers.ts'
import { fail, messages } from './extraction-answers.ts'
import { behaviours } from './extraction-behaviours.ts'
import { type PostName, postOfLink } from './extraction-posts.ts'
import { type Call, type FakeServer, type ServerOptions, startServer } from './http.ts'
import { mediaFiles } from './media-files.ts'
import { mediaHandler } from './media-handler.ts'

export { type FakePost, fakePost, type PostName, posts } from './extraction-posts.ts'

export interface ExtractionServiceOptions extends ServerOptions {
  /** Where the addresses in the answers point to: a media host's origin. */
  mediaOrigin: string
  /** Path of an MP4 file in place of the built-in one, the same as the media host's. */
  clip?: string
  /** Refuses look-ups that come within a second of the last one it took, as the real service does. */
  rateLimit?: boolean
}

export interface ExtractionService extends FakeServer {
  /** What EXTRACTION_API_URL is set to. */
  endpoint: string
  /**
   * Sets what look-ups of one post do, by name or by function: one for each, the last for all that
   * follow. Without any, the post does as its id says again.
   */
  script(postId: string, ...steps: (PostName | Behaviour)[]): void
  /** How often a post was asked for. */
  lookups(postId: string): number
}

/** A service that speaks the extraction API; what each post does is in extraction-posts.ts. */
export async function startExtractionService(
  options: ExtractionServiceOptions,
): Promise<ExtractionService> {
  const files = mediaFiles(options.clip)
  const media = mediaHandler({ files })
  const timesAsked = new Map<string, number>()
  const scripts = new Map<string, Behaviour[]>()
  let lastTaken = Number.NEGATIVE_INFINITY
  let origin = ''

  async function lookUp(call: Call): Promise<void> {
    const form = new URLSearchParams(call.record.body)
    const param = (name: string) => call.url.searchParams.get(name) ?? form.get(name)
    const found = postOfLink(param('url') ?? '')
    const postId = found?.postId ?? ''
    const lookup = {
      call,
      postId,
      wantsHd: param('hd') === '1',
      times: (timesAsked.get(postId) ?? 0) + 1,
      origin,
      media: options.mediaOrigin,
      sizeOf: (name: string) => files.get(name)?.size ?? 0,
    }
    if (options.rateLimit) {
      if (call.record.at - lastTaken < 1000) return fail(lookup, messages.perSecond)
      lastTaken = call.record.at
    }
    timesAsked.set(postId, lookup.times)
    if (found === null) return fail(lookup, messages.parsingFailed)

    const script = scripts.get(postId)
    const step = script && script.length > 1 ? script.shift() : script?.[0]
    await (step ?? found.behaviour)(lookup)
  }

  async function handle(call: Call): Promise<void> {
    const { path } = call.record
    const ownMedia = /^\/video\/(?:(?:media\/)?(\w+))\/(\d+)\.\w+$/.exec(path)
    const name = ownFiles.get(ownMedia?.[1] ?? '')
    if (path === '/api/') {
      await lookUp(call)
    } else if (name !== undefined) {
      call.url.pathname = `/post/${ownMedia?.[2]}/${name}`
      await media.handle(call)
    } else {
      call.res.writeHead(404).end()
    }
  }

  const server = await startServer(handle, options)
  origin = server.origin
  return {
    ...server,
    endpoint: `${origin}/api/`,
    script(postId, ...steps) {
      const chosen = steps.map((step) => (typeof step === 'string' ? behaviours[step][1] : step))
      if (chosen.length === 0) scripts.delete(postId)
      else scripts.set(postId, chosen)
    },
    lookups: (postId) => timesAsked.get(postId) ?? 0,
  }
}

/** What the service's own addresses (/video/media/play/ID.mp4 and the like) give. */
const ownFiles = new Map([
  ['play', 'video.mp4'],
  ['wmplay', 'watermarked.mp4'],
  ['hdplay', 'hd.mp4'],
  ['music', 'music.mp3'],
  ['cover', 'cover.jpg'],
])
