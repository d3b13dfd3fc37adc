// @module-tag whole
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakePost, fakePost } from '#tests/fakes/extraction-service.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { undoIn } from '#tests/support/form-fields.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { linksIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import {
  type ModeratedApp,
  operatorEmail,
  startModeratedApp,
} from '#tests/support/moderated-app.ts'
import { addRows } from '#tests/support/rows.ts'

let world: ModeratedApp
let serial = 500

beforeAll(async () => {
  world = await startModeratedApp()
})
afterAll(() => world?.close())

async function lookedUp(name: Parameters<typeof fakePost>[0] = 'video'): Promise<FakePost> {
  serial += 1
  const post = fakePost(name, serial)
  expect((await lookUp(world.app, post.url)).status).toBe(200)
  return post
}

const elements = async (target: string) => elementsOf(await world.operator.html(target))

/** The names that the list shows, in its order. */
async function listed(search: string): Promise<string[]> {
  const links = select(await elements(`/admin/videos${search}`), 'a', { dir: 'auto' })
  return links.map(({ attributes }) => attributes.href?.split('/').at(-1) ?? '')
}

async function messages(target = '/admin/videos'): Promise<string[]> {
  return (await elements(target))
    .filter(({ attributes }) => 'data-flash' in attributes)
    .map(({ attributes, text }) => `${attributes['data-flash']}: ${text}`)
}

const audited = (postId: string) =>
  world.db.rows(
    'select action, actor_label as actor, before, after from audit_log where object_id = ? order by seq',
    postId,
  )

/** Counts are written once a second. */
async function counted(postId: string, what: 'lookups' | 'downloads', n: number): Promise<void> {
  const count = `select ${what} from posts where post_id = ?`
  await expect.poll(() => world.db.value(count, postId)).toBe(n)
}

async function setTitle(post: FakePost, title: string, facts: Record<string, number> = {}) {
  const values = { title, search_text: title.toLowerCase(), ...facts }
  const names = Object.keys(values)
  await world.db.run(
    `update posts set ${names.map((name) => `${name} = @${name}`).join(', ')} where post_id = @id`,
    { ...values, id: post.postId },
  )
}

describe('the list of videos', () => {
  test('searches titles, filters by status and sorts, in both views', async () => {
    const [a, b, c] = [await lookedUp(), await lookedUp(), await lookedUp()]
    for (const { postId } of [a, b, c]) await counted(postId, 'lookups', 1)
    // Not long ago, since what no one asks for any more is forgotten.
    const now = Date.now()
    await setTitle(a, 'Zebra ONE', { downloads: 5, last_seen_at: now + 1, first_seen_at: 30 })
    await setTitle(b, 'zebra two', { downloads: 9, last_seen_at: now + 3, first_seen_at: 10 })
    await setTitle(c, 'Zebra 3', { downloads: 7, last_seen_at: now + 2, first_seen_at: 20 })
    await world.change('flag', [b.postId])
    const ids = (...posts: FakePost[]) => posts.map(({ postId }) => postId)
    for (const view of ['', '&view=list']) {
      expect(await listed(`?q=ZEBRA${view}`)).toEqual(ids(a, c, b))
      expect(await listed(`?q=zebra&sort=downloads${view}`)).toEqual(ids(b, c, a))
      expect(await listed(`?q=zebra&sort=seen${view}`)).toEqual(ids(b, c, a))
      expect(await listed(`?q=zebra&sort=seen&direction=asc${view}`)).toEqual(ids(a, c, b))
      expect(await listed(`?q=ebra+o${view}`)).toEqual(ids(a))
      expect(await listed(`?q=zebra&status=flagged${view}`)).toEqual(ids(b))
      expect(await listed(`?q=zebra&status=removed${view}`)).toEqual([])
      expect(await listed(`?q=${encodeURIComponent(a.url)}${view}`)).toEqual(ids(a))
    }
    await world.change('restore', [b.postId])
  })

  test('keeps its view in every link from it', async () => {
    const page = await elements('/admin/videos?view=list&q=e')
    const hrefs = select(page, 'a')
      .map(({ attributes }) => attributes.href ?? '')
      // A creator's videos are another list.
      .filter(
        (href) => href.startsWith('/admin/videos?q=') && !href.startsWith('/admin/videos?q=%40'),
      )
      .filter((href) => !href.includes('view=list'))
    expect(hrefs).toEqual(['/admin/videos?q=e'])
    expect(select(page, 'input', { name: 'view', value: 'list' })).toHaveLength(1)
    const back = select(page, 'a').find(({ attributes }) =>
      attributes.href?.startsWith('/admin/videos/change/flag'),
    )
    expect(new URLSearchParams(back?.attributes.href?.split('?')[1]).get('back')).toBe(
      '/admin/videos?q=e&view=list',
    )
  })

  test('S36: shows hostile titles as text', async () => {
    const post = await lookedUp('hostileTitle')
    for (const target of [
      '/admin/videos',
      '/admin/videos?view=list',
      `/admin/videos/${post.postId}`,
    ]) {
      const page = await elements(target)
      expect(page.filter(({ attributes }) => 'onerror' in attributes)).toEqual([])
      expect(page.some(({ text }) => text.includes('</script><img src=x'))).toBe(true)
    }
  })
})

describe('flagging, removing and restoring', () => {
  test('asks for the reason first, and changes nothing before it has one', async () => {
    const post = await lookedUp()
    const page = await elements(`/admin/videos/change/remove?id=${post.postId}&back=/admin/videos`)
    expect(select(page, 'h1').map(({ text }) => text)).toEqual(['Remove this video?'])
    expect(select(page, 'textarea', { name: 'reason' })).toHaveLength(1)
    for (const reason of ['', '   ', 'x'.repeat(1001)]) {
      expect((await world.change('remove', [post.postId], reason)).status).toBe(400)
    }
    expect(await audited(post.postId)).toEqual([])
    expect((await lookUp(world.app, post.url)).status).toBe(200)
    expect((await world.operator.get('/admin/videos/change/explode')).status).toBe(404)
  })

  test('takes a reason as long as its field allows, and keeps a refused one', async () => {
    const post = await lookedUp()
    const longest = `${'x'.repeat(99)}\r\n`.repeat(10).slice(0, -2)
    const refused = await world.change('flag', [post.postId], `${longest}, and so on`)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain(', and so on</textarea>')
    expect((await world.change('flag', [post.postId], longest)).status).toBe(302)
    await messages()
  })

  test('says so when nothing was selected', async () => {
    const page = await world.operator.html('/admin/videos/change/remove?back=/admin/videos')
    expect(page).toContain('Select at least one video first.')
  })

  test('is confirmed, kept in the history with reason, actor and time, and audited', async () => {
    const post = await lookedUp()
    await setTitle(post, 'A cat on a roof')
    await world.change('flag', [post.postId], 'Looks like a film')
    expect(await messages()).toEqual(['success: A cat on a roof is flagged for review.'])
    await world.change('remove', [post.postId], 'It is a film')
    await world.change('restore', [post.postId], 'It is not')
    expect(await messages()).toEqual([
      'success: A cat on a roof is removed.',
      'success: A cat on a roof is active again.',
    ])
    const records = select(await elements(`/admin/videos/${post.postId}`), 'li')
      .map(({ text }) => text)
      .filter((text) => text.includes('→'))
    expect(records).toEqual([
      expect.stringMatching(
        /^Removed → Active ?It is not ?op@site\.example, \d+ \w+ \d+, \d\d:\d\d$/,
      ),
      expect.stringContaining('Flagged → Removed'),
      expect.stringContaining('Active → Flagged'),
    ])
    const actor = operatorEmail
    expect(await audited(post.postId)).toEqual([
      {
        action: 'post.flagged',
        actor,
        before: '{"status":"active"}',
        after: '{"status":"flagged","reason":"Looks like a film"}',
      },
      {
        action: 'post.removed',
        actor,
        before: '{"status":"flagged"}',
        after: '{"status":"removed","reason":"It is a film"}',
      },
      {
        action: 'post.restored',
        actor,
        before: '{"status":"removed"}',
        after: '{"status":"active","reason":"It is not"}',
      },
    ])
  })

  test('works for many at once, and says which were left out and why', async () => {
    const [one, two, gone] = [await lookedUp(), await lookedUp(), await lookedUp()]
    await setTitle(gone, 'Gone already')
    await world.change('remove', [gone.postId])
    await messages()
    const ids = [one, two, gone].map(({ postId }) => postId)
    const query = new URLSearchParams(ids.map((id) => ['id', id]))
    const page = await elements(`/admin/videos/change/flag?${query}`)
    expect(select(page, 'h1')[0]?.text).toBe('Flag 2 videos?')
    expect(select(page, 'input', { name: 'id' }).map(({ attributes }) => attributes.value)).toEqual(
      ids.slice(0, 2),
    )
    await world.change('flag', [...ids, '7345678999999999999'])
    expect(await messages()).toEqual([
      'success: 2 videos are flagged for review.',
      'error: Gone already is removed, so it can’t be flagged.',
      'error: Post 7345678999999999999 isn’t on record here.',
    ])
    expect((await lookUp(world.app, gone.url)).status).toBe(451)
    await world.change('restore', ids)
  })

  test('Undo restores each post’s earlier status, in its history too', async () => {
    const [plain, flagged] = [await lookedUp(), await lookedUp()]
    await world.change('flag', [flagged.postId])
    await messages()
    await world.change('remove', [plain.postId, flagged.postId])
    const undo = undoIn(await world.operator.html('/admin/videos'))
    expect(undo?.fields.getAll('active')).toEqual([plain.postId])
    expect(undo?.fields.getAll('flagged')).toEqual([flagged.postId])
    const send = () =>
      world.operator.send('/admin/videos', { method: 'POST', body: undo?.fields ?? null })
    expect((await send()).headers.get('location')).toBe('/admin/videos')
    const status = 'select status from posts where post_id = ?'
    expect(
      await Promise.all([plain, flagged].map(({ postId }) => world.db.value(status, postId))),
    ).toEqual(['active', 'flagged'])
    expect((await audited(flagged.postId)).at(-1)).toMatchObject({
      action: 'post.flagged',
      actor: operatorEmail,
      before: '{"status":"removed"}',
    })
    expect((await lookUp(world.app, plain.url)).status).toBe(200)
    expect(await messages()).toEqual(['success: Undone. 2 videos are as they were before.'])
    await send()
    expect(await messages()).toEqual(['info: There was nothing left to undo.'])
    await world.change('restore', [flagged.postId])
    await messages()
  })

  test('cannot restore by hand what an approved report blocks', async () => {
    const post = await lookedUp()
    await setTitle(post, 'Held')
    await world.change('remove', [post.postId])
    const texts = ['claimant_name', 'company', 'postal_address', 'phone', 'email', 'work_title']
      .concat('work_description', 'work_addresses', 'remarks', 'declarations_version')
      .concat('good_faith_text', 'accuracy_text', 'signature', 'owner_name', 'language')
      .concat('content_hash', 'status_token_hash', 'title_key', 'reporter_key', 'search_text')
    await world.db.run(
      `insert into dmca_reports (id, submitted_at, status, capacity, ${texts.join(', ')})
       values (42, 1, 'resolved', 'owner', ${texts.map(() => "''").join(', ')})`,
    )
    await world.db.run(
      'insert into dmca_report_posts (report_id, post_id, line, held) values (42, ?, ?, 1)',
      post.postId,
      post.url,
    )
    await messages()
    await world.change('restore', [post.postId], 'Please')
    const [message] = await messages()
    expect(message).toContain('error: Held is blocked by DMCA-0042')
    const body = new URLSearchParams({ intent: 'undo', active: post.postId })
    await world.operator.send('/admin/videos', { method: 'POST', body })
    expect(await messages()).toEqual(['error: 1 video is blocked by an approved report.'])
    expect((await lookUp(world.app, post.url)).status).toBe(451)
    const html = await world.operator.html(`/admin/videos/${post.postId}`)
    expect(linksIn(html, 'DMCA-0042')).toHaveLength(1)
  })

  test('S17: accepts no change from another site or by GET', async () => {
    const post = await lookedUp()
    const fields = { id: post.postId, reason: 'x' }
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    const refused = await world.operator.post('/admin/videos/change/remove', fields, headers)
    expect([400, 403]).toContain(refused.status)
    await world.operator.get(`/admin/videos/change/remove?${new URLSearchParams(fields)}`)
    await createBrowser(world.app).post('/admin/videos/change/remove', fields)
    expect((await lookUp(world.app, post.url)).status).toBe(200)
  })
})

describe('a video’s page', () => {
  test('shows the facts, its look-ups, and its downloads by format', async () => {
    const post = await lookedUp('hd')
    await lookUp(world.app, post.url)
    const { html } = await lookUp(world.app, post.url)
    for (const format of ['mp4', 'hd', 'mp4']) {
      const href = await saveLinkIn(world.app, html, format)
      await (await fetch(world.app.origin + href)).arrayBuffer()
    }
    await counted(post.postId, 'downloads', 3)
    const page = await elements(`/admin/videos/${post.postId}`)
    const facts = new Map<string, string>()
    for (const [index, { tag, text }] of page.entries()) {
      if (tag === 'dt') facts.set(text, page[index + 1]?.text ?? '')
    }
    expect(Object.fromEntries(facts)).toMatchObject({
      Status: 'Active',
      Kind: 'Video',
      Creator: '@tester',
      'Post ID': post.postId,
      Downloads: '3',
      'Look-ups': '3',
      Region: 'US',
      'Plays on TikTok': '120,345',
    })
    expect(
      select(page, 'th')
        .map(({ text }) => text)
        .slice(0, 4),
    ).toEqual(['Day', 'Look-ups', 'MP4', 'MP4 in HD'])
    expect(select(page, 'td').map(({ text }) => text)).toEqual(['3', '2', '1'])
  })

  test('plays it from our own origin, and offers its file', async () => {
    const post = await lookedUp()
    const html = await world.operator.html(`/admin/videos/${post.postId}`)
    const [view = ''] = linksIn(html, '/file/mp4')
    const played = await world.operator.get(view)
    expect([played.status, played.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(played.headers.get('content-disposition')).toMatch(/^inline/)
    await played.body?.cancel()
    const source = select(elementsOf(html), 'a', { href: post.url })
    expect(source.map(({ attributes }) => attributes.rel)).toEqual(['noreferrer'])
    const download = await world.operator.get(`/admin/videos/${post.postId}/download`)
    expect(download.status).toBe(302)
    const file = await world.operator.get(download.headers.get('location') ?? '')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    await file.body?.cancel()
  })

  test('shows every image of a slideshow, and no link for visitors to a removed post', async () => {
    const slides = await lookedUp('slideshow')
    const html = await world.operator.html(`/admin/videos/${slides.postId}`)
    expect(linksIn(html, '/image-').length).toBe(3)
    await world.change('remove', [slides.postId])
    const after = await world.operator.html(`/admin/videos/${slides.postId}`)
    expect(linksIn(after, '/save/')).toEqual([])
    expect(linksIn(after, '/download')).toEqual([])
    expect(linksIn(after, '/file/image-1')).toHaveLength(1)
    expect(after).toContain('Only operators can.')
    expect((await world.operator.get('/admin/videos/7345678999999999999')).status).toBe(404)
  })
})

describe('the export', () => {
  test('S37: has what the filters show, without formulas, and is audited', async () => {
    const [formula, other] = [await lookedUp('formulaTitle'), await lookedUp()]
    await world.change('flag', [formula.postId])
    const response = await world.operator.get('/admin/videos/export.csv?status=flagged')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/videos-\d{4}-\d\d-\d\d\.csv/)
    const rows = parse(await response.text(), { columns: true, bom: true }) as Record<
      string,
      string
    >[]
    const row = rows.find((item) => item.post_id === formula.postId)
    expect(row).toMatchObject({
      title: '\'=HYPERLINK("https://evil.example/";"x")',
      link: formula.url,
      status: 'flagged',
      author: 'tester',
      author_blocked: 'no',
      lookups: expect.any(String),
    })
    expect(rows.some((item) => item.post_id === other.postId)).toBe(false)
    const entry = await world.db.row(
      "select actor_label, after from audit_log where action = 'posts.exported'",
    )
    expect(entry).toEqual({
      actor_label: operatorEmail,
      after: '{"search":"","status":"flagged"}',
    })
  })

  test('is the whole list, however long', async () => {
    const posts = Array.from({ length: 2_500 }, () => ({ title: 'Bulk row' }))
    await addRows(world.db, 'posts', posts)
    const text = await (await world.operator.get('/admin/videos/export.csv?q=BULK')).text()
    expect(text.trim().split('\r\n')).toHaveLength(2_501)
    await world.db.run("delete from posts where title = 'Bulk row'")
  })
})

describe('blocked creators', () => {
  test('are listed with the reason, searched, and unblocked with a reason', async () => {
    await messages()
    await world.changeCreator('block', '@Some.Body', 'Reuploads films')
    await world.changeCreator('block', 'nobody', 'Asked for it')
    expect(await messages('/admin/videos/creators')).toEqual([
      'success: @some.body is blocked now.',
      'success: @nobody is blocked now.',
    ])
    const rows = async (search: string) =>
      select(await elements(`/admin/videos/creators${search}`), 'th', { scope: 'row' }).map(
        ({ text }) => text,
      )
    expect(await rows('')).toEqual(['@nobody', '@some.body'])
    expect(await rows('?q=SOME')).toEqual(['@some.body'])
    expect(await world.operator.html('/admin/videos/creators')).toContain('Reuploads films')
    expect((await world.changeCreator('unblock', 'some.body', ' ')).status).toBe(400)
    await world.changeCreator('unblock', 'some.body')
    await world.changeCreator('unblock', 'nobody')
    await messages()
    await world.changeCreator('block', 'nobody')
    const undo = undoIn(await world.operator.html('/admin/videos/creators'))
    expect(undo?.action).toBe('/admin/videos')
    await world.operator.send(undo?.action ?? '', { method: 'POST', body: undo?.fields ?? null })
    expect(await rows('')).toEqual([])
  })

  test('are unblocked in the spelling in which version 2 stored them', async () => {
    await world.db.run(
      "insert into blocked_authors (author_key, reason, actor_label, at) values ('＠somebody', 'Asked', 'An operator', 1)",
    )
    const query = new URLSearchParams({ creator: '＠somebody' })
    const page = await world.operator.html(`/admin/videos/creators/unblock?${query}`)
    expect(page).not.toContain('is not blocked already')
    await world.changeCreator('unblock', '＠somebody')
    expect(await world.db.value('select count(*) from blocked_authors')).toBe(0)
  })

  test('can be named with a link too, and anything else is refused', async () => {
    const ask = (creator: string) =>
      world.operator.html(`/admin/videos/creators/block?${new URLSearchParams({ creator })}`)
    expect(await ask('https://www.tiktok.com/@Some.Body?lang=en')).toContain('Block @some.body?')
    expect(await ask('＠Ｓome.Body\u200b')).toContain('Block @some.body?')
    expect(await ask('https://films.example/@somebody')).toContain('That isn’t a creator')
    await world.changeCreator('block', 'no body')
    const blocked = await world.db.value('select count(*) from blocked_authors')
    expect(blocked).toBe(0)
  })
})
