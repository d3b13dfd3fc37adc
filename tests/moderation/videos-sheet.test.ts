// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { undoIn } from '#tests/support/form-fields.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'

let world: ModeratedApp
let serial = 700

beforeAll(async () => {
  world = await startModeratedApp()
})
afterAll(() => world?.close())

async function lookedUp(name: Parameters<typeof fakePost>[0] = 'video'): Promise<FakePost> {
  serial += 1
  const post = fakePost(name, serial)
  expect((await lookUp(world.app, post.url)).status).toBe(200)
  const counted = 'select lookups from posts where post_id = ?'
  await expect.poll(() => world.db.value(counted, post.postId)).toBe(1)
  return post
}

const file = (postId: string, format = 'mp4') => `/admin/videos/${postId}/file/${format}`
const row = (postId: string) =>
  world.db.row(
    'select status, lookups, downloads, last_seen_at from posts where post_id = ?',
    postId,
  )
const statusOf = (postId: string) =>
  world.db.value('select status from posts where post_id = ?', postId)
const cached = (postId: string) =>
  world.db.value('select count(*) from extractions where post_id = ?', postId)

/** Sends what the sheet sends: as data, since the page stays. */
async function change(intent: string, fields: Record<string, string>): Promise<number> {
  const sent = { intent, ...fields, stay: 'on' }
  return (await world.operator.post('/admin/videos.data', sent)).status
}

async function messages(): Promise<string[]> {
  return elementsOf(await world.operator.html('/admin/videos'))
    .filter(({ attributes }) => 'data-flash' in attributes)
    .map(({ attributes, text }) => `${attributes['data-flash']}: ${text}`)
}

describe('a file for operators', () => {
  test('is sent in full, in parts and for HEAD, and never cached', async () => {
    const { postId } = await lookedUp()
    const whole = await world.operator.get(file(postId))
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^inline/),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const bytes = (await whole.arrayBuffer()).byteLength
    const part = await world.operator.get(file(postId), { Range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes}`])
    expect((await part.arrayBuffer()).byteLength).toBe(10)
    const head = await world.operator.send(file(postId), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes)])
    const image = await world.operator.get(file((await lookedUp('slideshow')).postId, 'image-2'))
    expect(image.headers.get('content-type')).toMatch(/^image\//)
    await image.body?.cancel()
  })

  test('is for operators only, on posts that exist', async () => {
    const { postId } = await lookedUp()
    const stranger = await createBrowser(world.app).get(file(postId))
    expect(stranger.status).toBe(302)
    expect(stranger.headers.get('location')).toMatch(/^\/admin\/login/)
    for (const format of ['mp3', 'zip', 'hd', 'exe']) {
      expect((await world.operator.get(file(postId, format))).status).toBe(404)
    }
    expect((await world.operator.get(file('7345678999999999999'))).status).toBe(404)
    expect((await world.operator.get(file(postId, 'image-1'))).status).toBe(404)
  })

  test('works for a removed post and a blocked creator’s, and leaves nothing behind', async () => {
    const post = await lookedUp()
    await world.change('remove', [post.postId])
    const before = await row(post.postId)
    for (const _ of [1, 2]) {
      const played = await world.operator.get(file(post.postId))
      expect([played.status, played.headers.get('content-type')]).toEqual([200, 'video/mp4'])
      await played.arrayBuffer()
    }
    expect((await lookUp(world.app, post.url)).status).toBe(451)
    expect([await row(post.postId), await cached(post.postId)]).toEqual([before, 0])
    await world.change('restore', [post.postId])
    await world.changeCreator('block', 'tester')
    const played = await world.operator.get(file(post.postId))
    expect(played.status).toBe(200)
    await played.arrayBuffer()
    expect((await lookUp(world.app, post.url)).status).toBe(451)
    await world.changeCreator('unblock', 'tester')
  })

  test('is refused while one operator has eight open, until one closes', async () => {
    const { postId } = await lookedUp('slideshow')
    world.media.setBehaviour(`/post/${postId}/image-1.jpg`, 'hang-body/2000')
    const leaving = new AbortController()
    const begin = (signal?: AbortSignal) =>
      world.operator.send(file(postId, 'image-1'), { signal: signal ?? null })
    const first = await begin(leaving.signal)
    const others = await Promise.all(Array.from({ length: 7 }, () => begin()))
    expect([first, ...others].map(({ status }) => status)).toEqual(Array(8).fill(200))
    const refused = await begin()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
    leaving.abort()
    await expect
      .poll(async () => {
        const next = await world.operator.get(file(postId, 'image-2'))
        await next.body?.cancel()
        return next.status
      })
      .toBe(200)
    await Promise.all(others.map(({ body }) => body?.cancel()))
    world.media.setBehaviour(`/post/${postId}/image-1.jpg`, null)
  })

  test('counts as no look-up or download', async () => {
    const { postId } = await lookedUp()
    await world.db.run('delete from extractions where post_id = ?', postId)
    const before = await row(postId)
    await (await world.operator.get(file(postId))).arrayBuffer()
    // The next look-up's count is written later than any of the file would be.
    await lookedUp()
    expect(await row(postId)).toEqual(before)
    const events = await world.db.value(
      'select count(*) from post_activity join posts on seq = post_seq where post_id = ?',
      postId,
    )
    expect(events).toBe(1)
  })
})

describe('what the sheet shows', () => {
  const sheet = async (postId: string, browser = world.operator) =>
    browser.get(`/admin/videos/${postId}/sheet`)

  test('is the post with its history and reports, for operators only', async () => {
    const { postId } = await lookedUp()
    await world.change('flag', [postId], 'Looks like a film')
    expect(await (await sheet(postId)).json()).toMatchObject({
      postId,
      kind: 'found',
      details: { post: { postId, status: 'flagged' } },
      changes: [{ from: 'active', to: 'flagged', reason: 'Looks like a film' }],
      reports: [],
    })
    expect(await (await sheet('7345678999999999999')).json()).toMatchObject({ kind: 'gone' })
    expect((await sheet(postId, createBrowser(world.app))).status).toBe(302)
  })

  test('has a URL that leads to the post’s own page without JavaScript', async () => {
    const { postId } = await lookedUp()
    const page = await world.operator.html(`/admin/videos?show=${postId}&sort=downloads`)
    expect(page).toMatch(new RegExp(`<noscript>.*href="/admin/videos/${postId}".*</noscript>`))
    const hrefs = select(elementsOf(page), 'a').map(({ attributes }) => attributes.href ?? '')
    expect(hrefs.filter((href) => href.includes('show='))).toEqual([])
    const odd = await world.operator.html('/admin/videos?show=%22%3E')
    expect(odd).not.toContain('Open the video’s page')
  })

  test('can be the first or the last of a page', async () => {
    const [older, newer] = [await lookedUp(), await lookedUp()]
    const set =
      'update posts set title = @title, search_text = lower(@title), first_seen_at = @at where post_id = @id'
    for (const [n, { postId }] of [older, newer].entries()) {
      await world.db.run(set, { title: `Quokka ${n}`, at: n + 1, id: postId })
    }
    const to = async (end: string) =>
      (await world.operator.get(`/admin/videos?q=quokka&show=${end}`)).headers.get('location')
    expect(await to('first')).toBe(`/admin/videos?q=quokka&show=${newer.postId}`)
    expect(await to('last')).toBe(`/admin/videos?q=quokka&show=${older.postId}`)
    expect((await world.operator.get('/admin/videos?q=nothing+fits&show=first')).status).toBe(200)
  })
})

describe('a change in the sheet', () => {
  test('stays on the page, needs a reason, and offers Undo', async () => {
    const { postId } = await lookedUp()
    await messages()
    for (const reason of ['', '  ', 'x'.repeat(1001)]) {
      expect(await change('remove', { id: postId, reason })).toBe(400)
    }
    expect(await statusOf(postId)).toBe('active')
    expect(await change('remove', { id: postId, reason: 'Copyright' })).toBe(200)
    expect(await statusOf(postId)).toBe('removed')
    const undo = undoIn(await world.operator.html('/admin/videos'))
    expect(undo?.action).toBe('/admin/videos')
    await world.operator.send('/admin/videos', { method: 'POST', body: undo?.fields ?? null })
    expect(await statusOf(postId)).toBe('active')
    expect(await change('flag', { id: postId, reason: 'Odd' })).toBe(200)
    expect(await change('restore', { id: postId, reason: 'Fine' })).toBe(200)
    expect(await statusOf(postId)).toBe('active')
    expect(await change('explode', { id: postId, reason: 'x' })).toBe(400)
    await messages()
  })

  test('that is refused shows why', async () => {
    const { postId } = await lookedUp()
    await world.change('remove', [postId])
    await messages()
    expect(await change('flag', { id: postId, reason: 'Late' })).toBe(200)
    expect(await messages()).toEqual([
      expect.stringMatching(/^error: .* is removed, so it can’t be flagged\.$/),
    ])
    expect(await statusOf(postId)).toBe('removed')
  })

  test('blocks the creator, and Undo unblocks them in place', async () => {
    const blocked = 'select author_key, reason from blocked_authors'
    await messages()
    expect(await change('block', { creator: 'Some.Body', reason: '' })).toBe(400)
    expect(await change('block', { creator: 'Some.Body', reason: 'Spam' })).toBe(200)
    expect(await world.db.rows(blocked)).toEqual([{ author_key: 'some.body', reason: 'Spam' }])
    const undo = undoIn(await world.operator.html('/admin/videos'))
    undo?.fields.set('stay', 'on')
    const sent = await world.operator.send(`${undo?.action}.data`, {
      method: 'POST',
      body: undo?.fields ?? null,
    })
    // A redirect would take the operator away from the list.
    expect(sent.status).toBe(200)
    expect(await world.db.rows(blocked)).toEqual([])
    expect(await messages()).toEqual(['success: @some.body is not blocked now.'])
  })

  test('appears in other operators’ lists', async () => {
    const { postId } = await lookedUp()
    const topics = async (after = '') =>
      (await world.operator.get(`/admin/events?after=${after}`)).json()
    let { cursor } = await topics()
    for (const [intent, fields] of [
      ['flag', { id: postId, reason: 'Odd' }],
      ['block', { creator: 'told', reason: 'Spam' }],
      ['unblock', { creator: 'told', reason: 'Fine' }],
    ] as const) {
      await change(intent, fields)
      await expect.poll(async () => (await topics(cursor)).topics).toContain('posts')
      cursor = (await topics()).cursor
    }
  })
})
