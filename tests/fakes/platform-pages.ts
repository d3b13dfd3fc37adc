import { type Call, type FakeServer, type ServerOptions, startServer } from './http.ts'
import { bigFile, type MediaFile, mediaFiles } from './media-files.ts'
import type { PageCall } from './platform-answers.ts'
import { behaviourOf, behaviours, type PageBehaviour } from './platform-behaviours.ts'
import { type Grant, platformMedia } from './platform-media.ts'
import { answerOddLink } from './platform-odd-links.ts'

export interface PlatformOptions extends ServerOptions {
  /** Where addresses and redirects to a host that is none of the platform's lead. */
  foreignOrigin?: string
}

export interface Platform extends FakeServer {
  /** The environment of an app that takes this server for the platform. */
  env: Record<string, string>
  files: Map<string, MediaFile>
  /** What each page answer gave its client, by the answer's number. */
  grants: Map<number, Grant>
  /** How often a post's page was asked for. */
  pages(postId: string): number
  /** The post does as one of this name from now on; null ends that. */
  setBehaviour(postId: string, name: string | null): void
}

export interface PlatformPost {
  postId: string
  url: string
  photoUrl: string
  shortUrls: { vm: string; vt: string; www: string }
}

/** A post of this kind, by the name of its behaviour (platform-behaviours.ts); there are many of each. */
export function platformPost(name: string, serial = 0): PlatformPost {
  const behaviour = behaviours.get(name)
  if (behaviour === undefined) throw new Error(`the platform knows no post ${name}`)
  const postId = `73456780${String(serial).padStart(8, '0')}${String(behaviour.code).padStart(3, '0')}`
  const code = shortCode('P', postId)
  return {
    postId,
    url: `https://www.tiktok.com/@tester/video/${postId}`,
    photoUrl: `https://www.tiktok.com/@tester/photo/${postId}`,
    shortUrls: {
      vm: `https://vm.tiktok.com/${code}`,
      vt: `https://vt.tiktok.com/${code}`,
      www: `https://www.tiktok.com/t/${code}`,
    },
  }
}

/** A short link that does as its letter says: see `shortHops`. */
export function oddShortLink(letter: string, postId: string): string {
  return `https://vm.tiktok.com/${shortCode(letter, postId)}`
}

/** Where share links lead that are for no post, with what is to be said of them. */
export const landings = [
  ['https://www.tiktok.com/view/product/1729384756?_r=1', 'shop'],
  ['https://www.tiktok.com/shop/pdp/cable/1729384756', 'shop'],
  ['https://shop.tiktok.com/view/product/1729384756', 'shop'],
  ['https://www.tiktok.com/ug/incentive/share/invite?code=A1', 'invite'],
  ['https://www.tiktok.com/effect/Green-Screen-123456', 'effect'],
  ['https://www.tiktok.com/sticker/Green-Screen-123456', 'effect'],
  ['https://www.tiktok.com/place/Berlin-22535796485', 'place'],
  ['https://www.tiktok.com/discover/cats', 'discover'],
  ['https://www.tiktok.com/legal/page/eea/terms-of-service/en', 'about'],
  ['https://www.tiktok.com/about?lang=en', 'about'],
  ['https://www.tiktok.com/hk/about', 'about'],
  ['https://support.tiktok.com/en/using-tiktok', 'help'],
  ['https://apps.apple.com/app/id835599320', 'app_store'],
  ['https://play.google.com/store/apps/details?id=com.zhiliaoapp.musically', 'app_store'],
  ['https://www.tiktok.com/@tester', 'profile'],
  ['https://www.tiktok.com/@tester/live', 'live'],
  ['https://www.tiktok.com/music/original-sound-7345678', 'sound'],
  ['https://www.tiktok.com/tag/cats', 'tag'],
  ['https://www.tiktok.com/foryou?lang=en', 'unknown_path'],
  ['https://newsroom.tiktok.com/en-us', 'unknown_path'],
  ['https://shop.example/cable', 'elsewhere'],
] as const

/** A share link to one of those, by its place in the list. */
export function landingLink(index: number): string {
  return `https://vm.tiktok.com/ZW_${index.toString(36)}`
}

function shortCode(letter: string, postId: string): string {
  return `Z${letter}_${BigInt(postId).toString(36)}`
}

/** The platform on one origin: pages, short links and media hosts, told apart by path. */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const files = mediaFiles()
  files.set('big.mp4', bigFile(3_000_000))
  const grants = new Map<number, Grant>()
  const asked = new Map<string, number>()
  const changed = new Map<string, PageBehaviour>()
  const foreignOrigin = options.foreignOrigin ?? null
  const media = platformMedia({ files, grants, foreignOrigin })
  let origin = ''
  let answers = 0

  async function sendPage(call: Call, postId: string): Promise<void> {
    const userAgent = call.req.headers['user-agent'] ?? ''
    answers += 1
    const token = `TOKEN-${answers}`
    const times = (asked.get(postId) ?? 0) + 1
    asked.set(postId, times)
    grants.set(answers, { token, userAgent, postId, times, uses: 0 })
    const page: PageCall = {
      call,
      postId,
      origin,
      page: answers,
      sizeOf: (name) => files.get(name)?.size ?? 0,
      times,
      token,
      userAgent,
      foreignOrigin,
    }
    await (changed.get(postId) ?? behaviourOf(postId).behave)(page)
  }

  /** Short links, by the second letter of their code. */
  async function shortHops(call: Call, code: string): Promise<void> {
    const [, letter = '', id = ''] = /^Z([A-Z])_([a-z\d]+)$/.exec(code) ?? []
    const to = (location: string) => void call.res.writeHead(302, { Location: location }).end()
    const postId = id === '' ? '' : String(parseBase36(id))
    const page = `https://www.tiktok.com/@tester/video/${postId}?_r=1&_t=${code}`
    if (letter === 'P') to(page)
    // Relative, to a photo post's link.
    else if (letter === 'R') to(`/@tester/photo/${postId}?_r=1`)
    // One hop more, and more hops than any client should take.
    else if (letter === 'H') to(`https://www.tiktok.com/t/ZP_${id}?_r=1`)
    else if (letter === 'L') to(`/t/${code}`)
    // Dead and foreign codes lead to the home page.
    else if (letter === 'D') to('https://www.tiktok.com/?_r=1')
    else if (letter === 'X')
      to(`${foreignOrigin ?? 'https://evil.example'}/@tester/video/${postId}`)
    else if (letter === 'U') to('https://www.tiktok.com/@tester?_r=1')
    else if (letter === 'G') to('/login?redirect_url=x')
    else if (letter === 'A') to('/hk/about')
    // A client without a version in its name gets a page with the link in it.
    else if (letter === 'B') {
      const link = `<a href="${page.replaceAll('&', '&amp;')}">Moved Permanently</a>.`
      call.res.writeHead(200, { 'Content-Type': 'text/html' }).end(link)
    } else if (letter === 'S') await sendPage(call, postId)
    else if (letter === 'W') to(landings[Number.parseInt(id, 36)]?.[0] ?? '/')
    // What a made-up code gets, an empty page and a refusal.
    else if (letter === 'N') call.res.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>404')
    else if (letter === 'E') call.res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>')
    else if (letter === 'F') call.res.writeHead(403).end()
    else if (!answerOddLink(letter, { call, code, postId, page })) {
      to('https://www.tiktok.com/?_r=1')
    }
  }

  async function handle(call: Call): Promise<void> {
    const { pathname } = call.url
    const post = /^\/@[^/]*\/(?:video|photo)\/(\d{16,19})$/.exec(pathname)?.[1]
    const code = /^\/t\/([\w-]{1,21})$/.exec(pathname)?.[1]
    if (post !== undefined) await sendPage(call, post)
    else if (code !== undefined) await shortHops(call, code)
    else if (!(await media.handle(call))) call.res.writeHead(404).end()
  }

  const server = await startServer(handle, options)
  origin = server.origin
  return {
    ...server,
    env: {
      EXTRACTION_SOURCES: 'native',
      PLATFORM_ORIGINS: `tiktok=${server.origin}`,
      TRUSTED_UPSTREAMS: server.hostPort,
    },
    files,
    grants,
    pages: (postId) => asked.get(postId) ?? 0,
    setBehaviour(postId, name) {
      const behaviour = name === null ? undefined : behaviours.get(name)
      if (behaviour === undefined) changed.delete(postId)
      else changed.set(postId, behaviour.behave)
    },
  }
}

function parseBase36(text: string): bigint {
  return [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
}
