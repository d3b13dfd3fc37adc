import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fakePost, type PostName } from '#tests/fakes/extraction-service.ts'
import { tabAddress } from '#tests/settings/settings-world.ts'
import { type Browser, password } from '#tests/support/accounts.ts'
import { controlsOf, untouched } from '#tests/support/form-fields.ts'
import { linksIn, saveLinkIn } from '#tests/support/live-app.ts'

/** How the requests of a soak ended: by class of status, by name for what had none. */
export type Ends = Map<string, number>

/** What all parts of a soak share. */
export type Site = {
  origin: string
  agent: http.Agent
  /** Ends everything that is under way. */
  signal: AbortSignal
  /** Whether the extraction service is asked for posts that it fails at. */
  extractionFails: boolean
  ends: Ends
}

const pages = [
  ...['/', '/de', '/fr/help', '/es/blog', '/pt', '/help', '/blog', '/resources', '/statistics'],
  ...['/press-kit', '/dmca', '/newsletter', '/sitemap.xml', '/blog/feed.xml', '/robots.txt'],
  ...['/no/such/page', '/?utm_source=soak', '/blog?category=none', '/health', '/admin'],
]
const mediaFaults: PostName[] = [
  ...(['mediaCut', 'mediaReset', 'media500', 'mediaHangBody', 'mediaTrickle'] as const),
  ...([
    'mediaShortLength',
    'mediaLongLength',
    'mediaGarbage',
    'mediaEndless',
    'mediaHtml',
  ] as const),
  ...(['mediaGzipBomb', 'mediaDead', 'mediaEtagChange', 'mediaNoLength', 'mediaEmpty'] as const),
  ...(['mediaDiesAfterOne', 'coverDead', 'slideshowImageDead', 'mediaHangHeaders'] as const),
]
const lookupFaults: PostName[] = [
  ...(['status500', 'status429', 'garbage', 'truncatedJson', 'hangHeaders', 'hangBody'] as const),
  ...(['gzipBomb', 'endlessBody', 'deepJson', 'reset', 'malformed', 'trickle', 'tooBig'] as const),
]
/** So many posts of a kind come up, so that what is kept of posts stops growing. */
const posts = 150

type Options = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Leaves after so many bytes. */
  leaveAfter?: number
  bytesPerSecond?: number
}

/** One request to its end, or to its abort; gives the text of pages. */
function ask(site: Site, target: string, options: Options = {}): Promise<string> {
  const { method = 'GET', headers = {}, body, leaveAfter, bytesPerSecond } = options
  const count = (end: string) => site.ends.set(end, (site.ends.get(end) ?? 0) + 1)
  return new Promise((resolve) => {
    const request = http.request(site.origin + target, {
      agent: site.agent,
      method,
      signal: site.signal,
      headers: {
        'X-Forwarded-For': `203.0.113.${1 + Math.floor(Math.random() * 250)}`,
        'Accept-Encoding': pick(['identity', 'gzip', 'br']),
        ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    })
    const end = (what: string, text = '') => {
      if (!ended) count(what)
      ended = true
      resolve(text)
    }
    let ended = false
    request.on('error', () => end(site.signal.aborted ? 'left' : 'cut'))
    request.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      const isText = (answer.headers['content-type'] ?? '').startsWith('text/html')
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (isText && answer.headers['content-encoding'] === undefined) chunks.push(chunk)
        if (leaveAfter !== undefined && bytes >= leaveAfter) {
          end('left')
          request.destroy()
        } else if (bytesPerSecond !== undefined) {
          answer.pause()
          setTimeout(() => answer.resume(), (chunk.length / bytesPerSecond) * 1000)
        }
      })
      answer.on('error', () => end(site.signal.aborted ? 'left' : 'cut'))
      answer.on('end', () =>
        end(
          status === 500 ? '500' : `${Math.floor(status / 100)}xx`,
          String(Buffer.concat(chunks)),
        ),
      )
    })
    request.end(body)
  })
}

/** All visitors and operators, until the site's signal. */
export async function crowd(site: Site, operator: Browser, userIds: string[]): Promise<void> {
  const stamp = firstMatch(/name="stamp" value="([^"]+)"/, await plain(site, '/newsletter'))
  const people: [times: number, pauseMs: number, act: () => Promise<unknown>][] = [
    [3, 30, () => ask(site, pick(pages), pick([{}, { method: 'HEAD' }, { leaveAfter: 1000 }]))],
    [2, 50, () => lookUp(site, pick<PostName>(['video', 'hd', 'slideshow', 'longTitle']))],
    [2, 100, () => (site.extractionFails ? lookUp(site, pick(lookupFaults)) : wait(500))],
    [2, 50, () => save(site, pick<PostName>(['video', 'hd', 'indexLast']), 'mp4', hurry())],
    [1, 100, () => save(site, 'big', 'mp4', { leaveAfter: 1 + Math.random() * 8e6 })],
    [6, 100, () => save(site, 'big', 'mp4', { bytesPerSecond: 200_000 })],
    [2, 200, () => save(site, pick<PostName>(['musicAac', 'video']), 'mp3', hurry())],
    [1, 200, () => save(site, pick<PostName>(['slideshow', 'slideshowOf35']), 'zip', hurry())],
    [2, 200, () => save(site, pick(mediaFaults), pick(['mp4', 'zip', 'mp3']), hurry())],
    [1, 500, () => signUp(site, stamp)],
    [1, 700, () => wrongSignIn(site)],
    [1, 100, () => read(site, operator)],
    [1, 1000, () => write(site, operator, userIds)],
    [20, 1000, () => halfRequest(site)],
  ]
  await Promise.all(
    people.flatMap(([times, pauseMs, act]) =>
      Array.from({ length: times }, async () => {
        while (!site.signal.aborted) {
          await act()
          await wait(pauseMs * (0.5 + Math.random()), undefined, { signal: site.signal }).catch(
            () => {},
          )
        }
      }),
    ),
  )
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

/** Every third visitor leaves in the middle, and some read slowly or go on with a part. */
function hurry(): Options {
  return pick<Options>([
    {},
    { headers: { Range: `bytes=${Math.floor(Math.random() * 3000)}-` } },
    { leaveAfter: 1 + Math.random() * 20_000 },
    { bytesPerSecond: 50_000 },
    { leaveAfter: 1 },
  ])
}

const plain = (site: Site, target: string, options: Options = {}) =>
  ask(site, target, { ...options, headers: { 'Accept-Encoding': 'identity', ...options.headers } })

/** As a browser without JavaScript: the form leads on to the result's address. */
async function lookUp(site: Site, name: PostName): Promise<string> {
  const { url, postId } = fakePost(name, 1 + Math.floor(Math.random() * posts))
  const answer = await plain(site, '/', { method: 'POST', body: `url=${encodeURIComponent(url)}` })
  return answer === '' ? plain(site, `/?post=${postId}`) : answer
}

async function save(site: Site, name: PostName, format: string, options: Options): Promise<void> {
  const html = await lookUp(site, name)
  const links = linksIn(html, '/')
  for (const cover of links.filter((link) => link.startsWith('/cover/'))) await ask(site, cover)
  const found = await saveLinkIn(site, html, format).catch(() => null)
  if (found !== null) await ask(site, found, options)
}

async function signUp(site: Site, stamp: string): Promise<void> {
  const email = `reader${Math.floor(Math.random() * 1000)}@site.example`
  const body = new URLSearchParams({ email, stamp, subject: '', source: '/newsletter' })
  await ask(site, '/newsletter', { method: 'POST', body: String(body) })
}

async function wrongSignIn(site: Site): Promise<void> {
  const email = `nobody${Math.floor(Math.random() * 100)}@site.example`
  const body = new URLSearchParams({ email, password: 'wrong' })
  await ask(site, '/admin/login', { method: 'POST', body: String(body) })
}

const screens = [
  ...['', '/users', '/users?q=person', '/videos', '/videos?view=list', '/dmca', '/analytics'],
  ...['/backlinks', '/audit', '/system', '/notifications', '/settings', '/settings/email'],
  ...['/users/export.csv', '/videos/export.csv', '/audit/export.csv', '/users.data'],
]

async function read(site: Site, operator: Browser): Promise<void> {
  await ask(site, `/admin${pick(screens)}`, { headers: { Cookie: operator.cookie() } })
}

async function write(site: Site, operator: Browser, userIds: string[]): Promise<void> {
  const headers = { Cookie: operator.cookie(), 'Sec-Fetch-Site': 'same-origin' }
  const post = (target: string, body: URLSearchParams) =>
    ask(site, target, { method: 'POST', headers, body: String(body) })
  if (Math.random() < 0.5) {
    const fields = { intent: pick(['ban', 'activate']), back: '/admin/users', id: pick(userIds) }
    await post('/admin/users', new URLSearchParams(fields))
    return
  }
  const html = await plain(site, tabAddress('performance'), { headers })
  const form = untouched(controlsOf(html, 'save'))
  form.set('cacheMinutes', pick(['1', '2']))
  form.set('ownPassword', password)
  form.set('intent', 'save')
  await post(tabAddress('performance'), form)
}

/** Someone who begins to ask, and never comes to an end of it. */
function halfRequest(site: Site): Promise<void> {
  const { hostname, port } = new URL(site.origin)
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(
        pick(['GET / HTTP/1.1\r\nX-A:', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Len', '']),
      ),
    )
    const leave = () => socket.destroy()
    site.signal.addEventListener('abort', leave)
    socket.on('error', leave)
    socket.on('close', () => {
      site.signal.removeEventListener('abort', leave)
      resolve()
    })
    socket.resume()
  })
}

function firstMatch(pattern: RegExp, html: string): string {
  return pattern.exec(html)?.[1] ?? ''
}
