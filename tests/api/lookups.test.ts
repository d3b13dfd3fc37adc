// @module-tag process
import { expect, test } from 'vitest'
import { LookupAnswer } from '#app/api/schemas.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { lookupOf, problemOf, startApiWorld } from './api-world.ts'

const world = startApiWorld()

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
const saveOf = (link: string, more = '') => `/save?url=${encodeURIComponent(link)}${more}`

async function clip(name = 'video.mp4'): Promise<Buffer> {
  const file = world.media.files.get(name)
  if (file === undefined) throw new Error(`no file ${name}`)
  return bytesOf(file)
}

test('a look-up tells a program what it can save, and each address answers its file', async () => {
  const token = await world.token()
  const byGet = await world.ask(lookupOf(posts.video.url), token)
  const answer = LookupAnswer.parse(await byGet.json())
  expect(answer).toMatchObject({
    id: posts.video.postId,
    platform: 'tiktok',
    kind: 'video',
    media: [{ type: 'video', number: 1 }],
  })
  expect(byGet.headers.get('cache-control')).toBe('no-store')
  const byPost = await world.ask('/lookups', token, json({ url: posts.video.url }))
  expect(LookupAnswer.parse(await byPost.json()).id).toBe(answer.id)

  const mp4 = answer.offers.find(({ format }) => format === 'mp4')
  const file = await fetch(mp4?.url ?? '')
  expect(file.status).toBe(200)
  expect(Buffer.from(await file.arrayBuffer()).equals(await clip())).toBe(true)
})

test('a photo post’s images are offers of their own', async () => {
  const token = await world.token()
  const answer = await world.ask(lookupOf(posts.slideshow.url), token)
  const { kind, media, offers } = LookupAnswer.parse(await answer.json())
  expect(kind).toBe('slideshow')
  expect(media.filter(({ type }) => type === 'image').length).toBeGreaterThan(1)
  expect(offers.map(({ format }) => format)).toEqual(expect.arrayContaining(['zip', 'image-1']))
})

test('a token without the scope save learns no file’s address', async () => {
  const token = await world.token({ scopes: ['lookup'] })
  const answer = await world.ask(lookupOf(posts.video.url), token)
  const { offers } = LookupAnswer.parse(await answer.json())
  expect(offers.map(({ url }) => url)).toEqual(offers.map(() => null))
})

test('a program saves a file with one request, whole or in parts of its bytes', async () => {
  const token = await world.token()
  const whole = await world.ask(saveOf(posts.video.url), token)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename=.+\.mp4/)
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(bytes.equals(await clip())).toBe(true)
  const tail = await world.ask(saveOf(posts.video.url, '&format=mp4'), token, {
    headers: { Range: 'bytes=-100' },
  })
  expect(tail.status).toBe(206)
  expect(Buffer.from(await tail.arrayBuffer()).equals(bytes.subarray(-100))).toBe(true)
  const zip = await world.ask(saveOf(posts.slideshow.url, '&format=zip'), token)
  expect(zip.headers.get('content-type')).toBe('application/zip')
  expect(
    Buffer.from(await zip.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  const image = await world.ask(saveOf(posts.slideshow.url, '&format=image-1'), token)
  expect(image.headers.get('content-type')).toMatch(/^image\//)
  await image.arrayBuffer()
})

test('a phone that doesn’t ask for JSON shows a sentence', async () => {
  const token = await world.token()
  const answer = await world.ask(saveOf('https://example.com/'), token, {
    headers: { Accept: '*/*' },
  })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await answer.text()).trim().split('\n')).toHaveLength(1)
})

test.each([
  ['no link', '/lookups'],
  ['an empty link', '/lookups?url='],
  ['a link that is too long', `/lookups?url=${'a'.repeat(2049)}`],
  ['an unknown parameter', `${lookupOf(posts.video.url)}&callback=x`],
  ['an unknown format', saveOf(posts.video.url, '&format=exe')],
  ['a part that can’t be read', saveOf(posts.video.url, '&start=soon')],
  ['a part that ends before it begins', saveOf(posts.video.url, '&start=9&end=2')],
])('a request with %s is refused with a problem', async (_what, path) => {
  const token = await world.token()
  const answer = await world.ask(path, token, { headers: { Accept: 'application/json' } })
  expect(await problemOf(answer, 400)).toMatchObject({ code: 'invalid-request' })
})

test.each([
  'https://example.com/',
  'http://127.0.0.1/video/7345678900000000001',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
])('a link that isn’t a post’s is fetched from no one: %s', async (link) => {
  const token = await world.token()
  const before = world.service.requests.length
  const answer = await world.ask('/lookups', token, json({ url: link }))
  const { type, code } = await problemOf(answer, 400)
  expect(type).toBe(`${world.app.origin}/api#${code}`)
  expect(code).toMatch(/^link-/)
  expect(world.service.requests.length).toBe(before)
})

test.each([
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'url=x', 415],
  ['a text', { 'Content-Type': 'text/plain' }, '{"url":"x"}', 415],
  ['no JSON', { 'Content-Type': 'application/json' }, '{"url":', 400],
  ['a list', { 'Content-Type': 'application/json' }, '[1]', 400],
  ['null', { 'Content-Type': 'application/json' }, 'null', 400],
  ['a megabyte', { 'Content-Type': 'application/json' }, `"${'x'.repeat(1_000_000)}"`, 413],
])('a body that is %s is refused with a problem', async (_what, headers, body, status) => {
  const token = await world.token()
  await problemOf(await world.ask('/lookups', token, { method: 'POST', headers, body }), status)
})

test('a post that was taken down is refused, as on the page', async () => {
  const token = await world.token()
  const post = fakePost('video', 71)
  const found = LookupAnswer.parse(await (await world.ask(lookupOf(post.url), token)).json())
  await world.db.run("update posts set status = 'removed' where post_id = ?", post.postId)
  const accept = { headers: { Accept: 'application/json' } }
  for (const path of [lookupOf(post.url), saveOf(post.url)]) {
    const problem = await problemOf(await world.ask(path, token, accept), 451)
    expect(problem.code).toBe('removed')
  }
  expect((await fetch(found.offers[0]?.url ?? '')).ok).toBe(false)
})

test('other addresses and methods are answered with a problem', async () => {
  const token = await world.token()
  expect(await problemOf(await world.ask('/nothing', token), 404)).toMatchObject({
    code: 'no-such-address',
  })
  await problemOf(await world.ask('/save', token, json({ url: posts.video.url })), 405)
  const refused = await problemOf(await world.ask('/lookups', token, { method: 'DELETE' }), 405)
  expect(refused).toMatchObject({ code: 'method' })
})
