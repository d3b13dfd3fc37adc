// @module-tag whole
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { filesAsked } from '#tests/fakes/media-host.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { encoded, expectHarmless, hostileText } from '#tests/support/hostile.ts'
import {
  type LiveApp,
  linksIn,
  lookUp,
  prepareLinkIn,
  saveLinkIn,
  startLiveApp,
} from '#tests/support/live-app.ts'
import { rawRequest } from '#tests/support/raw-request.ts'

const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

let app: LiveApp
/** Every signed link that the results of a video and of a slideshow have. */
let signed: string[]
let saveLink: string

beforeAll(async () => {
  app = await startLiveApp({
    SESSION_SECRET: secret,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  })
  const pages = [await lookUp(app, posts.video.url), await lookUp(app, posts.slideshow.url)]
  saveLink = await saveLinkIn(app, pages[0]?.html ?? '')
  const prepareLink = await prepareLinkIn(app, pages[0]?.html ?? '')
  const shown = pages.flatMap(({ html }) => linksIn(html, 's='))
  signed = [...new Set([...shown, saveLink, prepareLink])]
})
afterAll(() => app?.close())

let network = 0

/** Each time from another network: limits are not what this is about. */
function ask(target: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  network += 1
  const from = `10.${network % 250}.${Math.floor(network / 250)}.1`
  return rawRequest(app.origin + target, {
    method,
    headers: { 'X-Forwarded-For': from, ...headers },
    ...(body !== undefined && { body }),
  })
}

const upstreamCalls = () => app.extraction.requests.length + filesAsked(app.media)

/** What a link stands for, as the app has to read it. */
function meaning(link: string): string {
  const { pathname, searchParams } = new URL(link, app.origin)
  const path = decodeURIComponent(pathname)
    .replace(/\/+$/, '')
    .replace(/\.data$/, '')
  const view = path.startsWith('/save/') && searchParams.has('view')
  return [path, view, searchParams.get('e'), searchParams.get('s')].join(' ')
}

const urlText = fc.oneof(
  fc.stringMatching(/^[\w%.~/?&=+-]{0,20}$/),
  hostileText.map((text) => encoded(text).slice(0, 600)),
)

/** A signed link with something changed in it. */
function changedLinks(): fc.Arbitrary<[changed: string, from: string]> {
  const link = fc.constantFrom(...signed)
  const parameter = (name: string, at: string) =>
    at.replace(new RegExp(`(?<=[?&]${name}=)[^&]*`), '#')
  const edits = fc.tuple(link, fc.nat(200), fc.nat(3), urlText).map(([at, place, length, text]) => {
    const where = place % at.length
    return [`/${(at.slice(0, where) + text + at.slice(where + length)).replace(/^\/+/, '')}`, at]
  })
  const mixed = fc.tuple(link, link, fc.constantFrom('e', 's')).map(([at, other, name]) => {
    const value = new URL(other, app.origin).searchParams.get(name) ?? ''
    return [parameter(name, at).replace('#', value), at]
  })
  const moved = fc
    .tuple(link, link)
    .map(([at, other]) => [`${other.split('?')[0]}?${at.split('?')[1]}`, at])
  const values = fc
    .tuple(link, fc.constantFrom('e', 's'), urlText)
    .map(([at, name, text]) => [parameter(name, at).replace('#', () => text), at])
  const later = fc
    .tuple(link, fc.integer({ min: 1, max: 1_000_000 }))
    .map(([at, by]) => [at.replace(/(?<=[?&]e=)\d+/, (time) => String(Number(time) + by)), at])
  return fc
    .oneof(edits, mixed, moved, values, later)
    .map(([changed = '', from = '']) => [changed, from])
}

test('S8: a signed link with anything changed in it is refused, and no one is asked for it', async () => {
  expect(signed.length).toBeGreaterThan(6)
  const good = new Set(signed.map(meaning))
  const before = upstreamCalls()
  await fc.assert(
    fc.asyncProperty(changedLinks(), async ([link]) => {
      fc.pre(URL.canParse(link, app.origin) && !good.has(safeMeaning(link)))
      fc.pre(/^\/(save|prepare|cover)\//.test(link))
      const first = await ask(link)
      expectHarmless(link, first)
      // A path with a slash at its end leads to the one without.
      const answer = first.status === 308 ? await ask(first.headers.location ?? '') : first
      expect([link, answer.status]).toEqual([link, expect.toBeOneOf([400, 403, 404, 410])])
      expect([link, upstreamCalls()]).toEqual([link, before])
    }),
    { numRuns: cases(400) },
  )
  expect((await ask(saveLink)).status).toBe(200)
})

function safeMeaning(link: string): string {
  try {
    return meaning(link)
  } catch {
    return 'nothing that can be read'
  }
}

test('S18, S29: a token with anything changed in it opens nothing', async () => {
  const said = await app.said('Create the first admin')
  const setup = new URL(said.slice(said.indexOf('http'))).pathname
  const fields = noticeFields([posts.hd.url], stampForm(Date.now() - 60_000))
  const [status = ''] = (await sendNotice(app, fields)).headers.get('location')?.split('?') ?? []
  for (const target of [setup, status]) expect((await ask(target)).status).toBe(200)
  const change = fc.tuple(
    fc.nat(60),
    fc.nat(3),
    urlText.filter((text) => !/[/?]/.test(text)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(setup, status),
      change,
      async (address, [at, length, text]) => {
        const start = address.lastIndexOf('/') + 1
        const token = address.slice(start)
        const changed = token.slice(0, at) + text + token.slice(at + length)
        fc.pre(!['', '.', '..'].includes(changed) && decoded(changed) !== token)
        const target = address.slice(0, start) + changed
        const answer = await ask(target)
        expectHarmless(target, answer)
        expect([target, answer.status]).toEqual([target, expect.toBeOneOf([400, 404, 410])])
      },
    ),
    { numRuns: cases(150) },
  )
  for (const target of [setup, status]) expect((await ask(target)).status).toBe(200)
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replace(/\.data$/, '')
  } catch {
    return text
  }
}

test('S1: whatever is pasted, the service only gets canonical links', async () => {
  const pieces = fc.constantFrom(
    ...['https://', 'http://127.0.0.1/', '@', '/video/', '/photo/', '?u=', '#', ' ', '\n', '%00'],
    ...['www.tiktok.com', 'vm.tiktok.com/', 'evil.example/', 'ZMabc', posts.video.url],
    ...[posts.video.postId, posts.slideshow.url, '&hd=0&url=http://a.example', '\u202e', '＠'],
  )
  const known = fc.nat(50).map((serial) => fakePost('video', serial).url)
  const pasted = fc.oneof(
    hostileText,
    known,
    fc
      .array(
        fc.oneof(
          pieces,
          known,
          hostileText.map((text) => text.slice(0, 20)),
        ),
        { maxLength: 7 },
      )
      .map((parts) => parts.join('')),
  )
  const { length } = app.extraction.requests
  await fc.assert(
    fc.asyncProperty(pasted, async (text) => {
      const body = `url=${encoded(text)}`
      const answer = await ask('/', { 'Content-Type': formType }, 'POST', body)
      // The fake service knows few posts: what it does not know fails with a status of its own.
      if (answer.status !== 502) expectHarmless(text, answer)
      for (const { path, body: asked, url } of app.extraction.requests.slice(length)) {
        const link =
          new URLSearchParams(asked).get('url') ?? new URL(url, app.origin).searchParams.get('url')
        expect([text, path, link]).toEqual([text, '/api/', expect.stringMatching(canonical)])
      }
    }),
    { numRuns: cases(150) },
  )
  expect(app.extraction.requests.length).toBeGreaterThan(length)
})

const formType = 'application/x-www-form-urlencoded'
const canonical =
  /^https:\/\/(www\.tiktok\.com\/(@[\w.-]+\/(video|photo)\/\d{16,19}|t\/[\w-]+)|v[mt]\.tiktok\.com\/[\w-]+)$/

/** What RFC 9110 gives for a header: the part, `whole` for what is no single range, or neither. */
function modelOf(header: string, size: number): [start: number, end: number] | 'whole' | 'none' {
  const [unit, set, ...rest] = header.split('=')
  if (unit?.toLowerCase() !== 'bytes' || set === undefined || rest.length > 0) return 'whole'
  const [first, last, ...more] = set.split('-')
  if (first === undefined || last === undefined || more.length > 0) return 'whole'
  const isNumber = (text: string) => text !== '' && [...text].every((c) => c >= '0' && c <= '9')
  if (first === '') {
    if (!isNumber(last)) return 'whole'
    return Number(last) === 0 ? 'none' : [Math.max(0, size - Number(last)), size - 1]
  }
  if (!isNumber(first) || !(last === '' || isNumber(last))) return 'whole'
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < Number(first)) return 'whole'
  return Number(first) >= size ? 'none' : [Number(first), end]
}

test('R10: any Range header gets exactly the bytes that HTTP defines, or the whole file', async () => {
  const media = app.media.files.get('video.mp4')
  if (media === undefined) throw new Error('There is no video')
  const bytes = bytesOf(media)
  const size = bytes.length
  const place = fc.oneof(
    fc.nat(size + 10),
    fc.nat(20),
    fc.nat(20).map((n) => Math.max(0, size - n)),
  )
  const number = fc.oneof(place.map(String), fc.constantFrom('', '00', '007', '99999999999'))
  const range = fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`)
  const garbage = fc.oneof(
    fc.stringMatching(/^[!-~]{1,40}$/),
    fc.tuple(range, fc.constantFrom(',0-1', ';q=1', '-', 'a', '=')).map((parts) => parts.join('')),
    range.map((text) => text.replace('bytes', 'items')),
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: range }, garbage), async (header) => {
      const answer = await ask(saveLink, { Range: header })
      const wanted = modelOf(header, size)
      const [status, part] =
        wanted === 'none'
          ? [416, null]
          : wanted === 'whole'
            ? [200, bytes]
            : [206, bytes.subarray(wanted[0], wanted[1] + 1)]
      expect([header, answer.status]).toEqual([header, status])
      if (part !== null) expect([header, answer.body.equals(part)]).toEqual([header, true])
      if (status === 206) {
        expect(answer.headers['content-range']).toBe(`bytes ${wanted[0]}-${wanted[1]}/${size}`)
      }
      if (status === 416) expect(answer.headers['content-range']).toBe(`bytes */${size}`)
    }),
    { numRuns: cases(120) },
  )
})
