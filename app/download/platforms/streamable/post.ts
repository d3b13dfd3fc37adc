import { z } from 'zod'
import { address, number, parseJson, pixels, text } from '#app/download/platforms/answer-json.ts'
import { chooseByHeight } from '#app/download/platforms/choose-by-height.ts'
import { fileAt, type PostFound } from '#app/download/platforms/found-post.ts'
import { type HostRules, ownAddress } from '#app/download/platforms/hosts.ts'
import type { MediaFile } from '#app/posts/extracted-post.server.ts'

export const apiHost = 'api.streamable.com'
/** `cdn-cf-east.streamable.com`, `thumbs-east.streamable.com` and the like. */
const fileHost = /^(?:cdn|thumbs)(?:-[a-z\d]{1,12}){0,3}\.streamable\.com$/

export const streamableHosts: HostRules = {
  platform: 'streamable',
  isPageHost: (host) => host === apiHost,
  isFile: ({ hostname, pathname }) =>
    fileHost.test(hostname) && /^\/(?:video|image)\//.test(pathname),
}

export function addressOf(code: string): string {
  return `https://${apiHost}/videos/${code}`
}

export type StreamableReading =
  | { kind: 'post'; post: PostFound }
  /** It is being uploaded or prepared. */
  | { kind: 'unready' }
  /** It could not be prepared. */
  | { kind: 'failed' }
  | { kind: 'shape' }

const ready = 2
const FileData = z
  .object({
    url: address,
    width: pixels,
    height: pixels,
    size: number,
    duration: number,
    status: number,
  })
  .nullable()
  .catch(null)

const Answer = z.object({
  status: number,
  url: text,
  title: text,
  thumbnail_url: text,
  files: z
    .object({ mp4: FileData, 'mp4-mobile': FileData })
    .catch({ mp4: null, 'mp4-mobile': null }),
})

/** Reads the answer about the video with a code. Never throws. */
export function readVideo(json: string, code: string): StreamableReading {
  const answer = Answer.safeParse(parseJson(json))
  if (!answer.success) return { kind: 'shape' }
  const { status, url, title, thumbnail_url, files } = answer.data
  const isAsked = url?.replace(/^https?:\/\//, '') === `streamable.com/${code}`
  if (!isAsked || status === null) return { kind: 'shape' }
  if (status !== ready) return { kind: status < ready ? 'unready' : 'failed' }
  const listed = (['mp4', 'mp4-mobile'] as const).flatMap((key) => fileOf(files[key], key))
  const chosen = chooseByHeight(listed)
  if (chosen === null) return { kind: 'shape' }
  const poster = ownFile(thumbnail_url)
  const seconds = files.mp4?.duration ?? files['mp4-mobile']?.duration ?? 0
  return {
    kind: 'post',
    post: {
      id: code,
      title: title ?? '',
      author: { handle: null, name: null },
      ...chosen,
      cover: poster === null ? null : fileAt('streamable', poster.href, 'cover'),
      durationSeconds: seconds > 0 ? Math.min(seconds, 86_400) : null,
      expiresAt: firstExpiry([chosen.video, chosen.hd]),
    },
  }
}

function fileOf(data: z.infer<typeof FileData>, key: string): MediaFile[] {
  const url = ownFile(data?.url)
  if (data === null || url === null || (data.status ?? ready) !== ready) return []
  const { size, width, height } = data
  const bytes = size !== null && Number.isSafeInteger(size) && size > 0 ? size : null
  return [fileAt('streamable', url.href, key, { bytes, width, height })]
}

/** Addresses are written without `https:`. */
const ownFile = (written: string | null | undefined) =>
  ownAddress(streamableHosts, written ?? '', `https://${apiHost}`)

/** Returns when the first signature ends: Unix seconds, or milliseconds, in the address. */
function firstExpiry(files: (MediaFile | null)[]): Date | null {
  const times = files.flatMap((file) => {
    const query = URL.parse(file?.addresses[0]?.url ?? '')?.searchParams
    const written = query?.get('Expires') ?? query?.get('expires') ?? ''
    if (!/^\d{10,13}$/.test(written)) return []
    return [written.length > 10 ? Number(written) : Number(written) * 1000]
  })
  return times.length === 0 ? null : new Date(Math.min(...times))
}
