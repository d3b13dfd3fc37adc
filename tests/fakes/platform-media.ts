import { challengePage, sendEndless } from './bodies.ts'
import { type Call, cut, sendChunks } from './http.ts'
import { begin, serve } from './media-answer.ts'
import type { MediaFile } from './media-files.ts'
import { behaviourOf } from './platform-behaviours.ts'

/** What a page's answer gave its client: the token opens the files that this very answer lists. */
export interface Grant {
  token: string
  userAgent: string
  postId: string
  /** Which of the post's page answers it came with, from 1. */
  times: number
  /** Gated requests that it has opened. */
  uses: number
}

export interface PlatformMediaOptions {
  files: Map<string, MediaFile>
  grants: Map<number, Grant>
  foreignOrigin: string | null
}

/** Where the connection of such a post's file ends. */
const cutAfterBytes = 200_000

export function platformMedia(options: PlatformMediaOptions) {
  const { files, grants, foreignOrigin } = options
  let minted = 0

  function refuse(call: Call): void {
    // Under a video's type, as the platform's hosts do.
    call.res.writeHead(403, { 'Content-Type': 'video/mp4' }).end(challengePage)
  }

  async function send(call: Call, name: string): Promise<void> {
    const file = files.get(name)
    if (name === 'endless.vtt') {
      call.res.writeHead(200, { 'Content-Type': 'video/mp4' })
      await sendEndless(call, Buffer.from(`WEBVTT\n\n${'x'.repeat(64 * 1024)}`))
    } else if (name === 'away.vtt') {
      call.res.writeHead(302, { Location: `${foreignOrigin}/media/captions.vtt` }).end()
    } else if (file === undefined) call.res.writeHead(404).end()
    else await serve(call, file)
  }

  /** /media/a/{post}/{page answer}/{mirror}/{file} */
  async function gated(call: Call, parts: string[]): Promise<void> {
    const [postId = '', answer = '', mirror = '', name = '', end] = parts
    const { name: behaviour } = behaviourOf(postId)
    const grant = grants.get(Number(answer))
    const { cookie = '', referer = '', 'user-agent': userAgent } = call.req.headers
    const isOpen =
      grant !== undefined &&
      grant.postId === postId &&
      cookie.split('; ').includes(`tt_chain_token=${grant.token}`) &&
      userAgent === grant.userAgent &&
      referer.startsWith('https://www.tiktok.com/')
    const expire = Number(call.url.searchParams.get('expire') ?? '0')
    if (!isOpen || expire * 1000 < Date.now()) return refuse(call)
    if (behaviour === 'first_mirror_dead' && mirror === 'v16') return refuse(call)
    // The first answer's token is good for one request, whose connection is lost on the way.
    const isDying = behaviour === 'token_dies' && grant.times === 1
    if (isDying && grant.uses > 0) return refuse(call)
    grant.uses += 1
    if (end === 'media-video-hvc1') return send(call, 'silent.mp4')
    if (behaviour === 'html_as_mp4') return sendMarkup(call)
    if (behaviour === 'foreign_media') {
      call.res.writeHead(302, { Location: `${foreignOrigin}/media/video.mp4` }).end()
      return
    }
    if (behaviour === 'forbidden_media') {
      call.res.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end()
      return
    }
    const file = files.get(name)
    if (isDying && file !== undefined) {
      const part = begin(call, file)
      if (part === null) return
      await sendChunks(call, file.chunks(part[0], Math.min(part[1], part[0] + cutAfterBytes)))
      cut(call)
      return
    }
    await send(call, name)
  }

  function sendMarkup(call: Call): void {
    call.res.writeHead(200, { 'Content-Type': 'video/mp4' }).end(challengePage)
  }

  /** /aweme/v1/play/?item_id=…&file_id=… answers every guest alike, and whoever has a cookie with the gate. */
  function open(call: Call): void {
    const postId = call.url.searchParams.get('item_id') ?? ''
    const name = call.url.searchParams.get('file_id') ?? ''
    const { name: behaviour } = behaviourOf(postId)
    const gatedOnly = [
      ...['open_refused', 'first_mirror_dead', 'token_dies', 'foreign_media'],
      'forbidden_media',
    ]
    if (gatedOnly.includes(behaviour)) {
      refuse(call)
      return
    }
    minted += 1
    const to =
      call.req.headers.cookie === undefined
        ? `/media/b/${postId}/${minted}/${name}`
        : `/media/a/${postId}/0/v16/${name}?expire=9999999999`
    call.res.writeHead(302, { Location: to }).end()
  }

  async function handle(call: Call): Promise<boolean> {
    const { pathname } = call.url
    if (pathname === '/aweme/v1/play/') {
      open(call)
      return true
    }
    const [, kind, ...parts] = pathname.split('/').filter((part) => part !== '')
    if (!pathname.startsWith('/media/')) return false
    if (call.req.method === 'HEAD') call.res.writeHead(503).end()
    else if (kind === 'a') await gated(call, parts)
    else if (kind === 'b') {
      const { name } = behaviourOf(parts[0] ?? '')
      if (call.req.headers.cookie !== undefined) refuse(call)
      else if (name === 'html_as_mp4') sendMarkup(call)
      else await send(call, parts[2] ?? '')
    } else if (kind === 'p') {
      const { referer, cookie } = call.req.headers
      const [postId = '', mirror, file = ''] = parts
      const name = file.replace(/~.*/, '')
      const isDead = mirror === 'p16' && behaviourOf(postId).name === 'slideshow_dead_mirror'
      if (isDead || referer === undefined || cookie !== undefined) refuse(call)
      else await send(call, name)
    } else return false
    return true
  }

  return { handle }
}
