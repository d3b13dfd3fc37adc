// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unfoldScript } from '#app/http/unfold-script.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { linksIn, lookUp } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { batchAt, makeBatch, sendLinks } from './batch-world.ts'

let world: ModeratedApp
const app = () => world.app

beforeAll(async () => {
  world = await startModeratedApp({ LOG_LEVEL: 'info' })
})
afterAll(() => world.close())

const secretOf = (pagePath: string) => pagePath.slice('/batch/'.length)

async function batchCount(): Promise<unknown> {
  return world.db.row('select count(*) as n from batches')
}

describe('A batch', () => {
  test('has a row for each link, with its result or the reason for its refusal', async () => {
    const batch = await makeBatch(app, [
      posts.video.url,
      `Look: ${posts.hd.shortUrls.vm} and ${posts.slideshow.url}`,
      'https://www.tiktok.com/@someone',
      posts.parsingFailed.url,
    ])
    const { html, states } = await batch.done()
    expect(states).toEqual(['ready', 'ready', 'ready', 'refused', 'refused'])
    expect(html).toContain('3 of 5 ready, 2 couldn’t be looked up')
    // The pasted text is not on the page any more, so its line has no number to go by.
    expect(html).toContain('tiktok.com/@someone')
    expect(html).toContain('Save 3 as ZIP')
    expect(html).toContain('This link leads to a profile.')
    expect(html).toContain('It may be private, deleted, or unavailable in some countries.')
    expect(linksIn(html, '/prepare/7')).toHaveLength(3)
    expect(linksIn(html, `/prepare/${posts.slideshow.postId}/zip`)).toHaveLength(1)
    const hd = await (await fetch(`${app().origin}${batch.path}?format=hd`)).text()
    expect(linksIn(hd, `/prepare/${posts.hd.postId}/hd`)).toHaveLength(1)
    expect(linksIn(hd, `/prepare/${posts.video.postId}/mp4`)).toHaveLength(1)
    const [prepare = ''] = linksIn(hd, `/prepare/${posts.hd.postId}/hd`)
    expect((await fetch(app().origin + prepare)).status).toBe(200)
  })

  test('lists a post once, even if a short link turns out to lead to it', async () => {
    const post = fakePost('video', 41)
    const batch = await makeBatch(app, [post.url, post.url, post.shortUrls.vt, post.shortUrls.vt])
    expect((await batch.page()).states.length).toBeLessThanOrEqual(2)
    expect((await batch.done()).states).toEqual(['ready'])
  })

  test('S13: takes no more links than the setting allows, and needs one', async () => {
    const links = Array.from({ length: 21 }, (_, index) => fakePost('video', 100 + index).url)
    const before = await batchCount()
    const many = await sendLinks(app(), links.join(' '))
    expect(many.status).toBe(400)
    expect(await many.text()).toContain('You pasted 21 links, and the limit is 20.')
    const none = await sendLinks(app(), ' \n')
    expect([none.status, (await none.text()).includes('Please enter a TikTok URL')]).toEqual([
      400,
      true,
    ])
    const bad = await sendLinks(app(), 'https://www.tiktok.com/@someone and www.other.example/x')
    const html = await bad.text()
    expect(bad.status).toBe(400)
    expect(html).toContain('This link leads to a profile.')
    expect(html).toContain('www.other.example/x')
    expect(await batchCount()).toEqual(before)
  })

  test('S36: shows hostile titles as text', async () => {
    const batch = await makeBatch(app, [posts.hostileTitle.url, posts.emojiTitle.url])
    const { html } = await batch.done()
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<svg onload')
  })

  test('shows without JavaScript when it will reload, and has a link to do so', async () => {
    const batch = await makeBatch(app, [fakePost('slow', 1).url])
    const waiting = await batch.page()
    expect(waiting.html).toMatch(
      new RegExp(
        `<noscript>.*http-equiv="refresh" content="5;url=${batch.path}".*</noscript>`,
        'is',
      ),
    )
    expect(waiting.html).toMatch(new RegExp(`<noscript>.*href="${batch.path}".*</noscript>`, 's'))
    // Old browsers can't read the app's script, which once did this.
    expect(waiting.html).toContain(`<script>${unfoldScript}</script>`)
    const saving = await fetch(app().origin + batch.path, { headers: { 'Save-Data': 'on' } })
    const plain = await saving.text()
    expect(plain).toContain('http-equiv="refresh"')
    expect(plain).not.toContain('<noscript>')
    expect((await batch.done()).html).not.toContain('http-equiv="refresh"')
  })

  test('offers a retry after passing failures, and not where it’s useless', async () => {
    const post = fakePost('video', 77)
    world.extraction.script(post.postId, 'status500', 'status500', 'status500', 'video')
    const batch = await makeBatch(app, [post.url, 'https://www.tiktok.com/@someone'])
    const { html, states } = await batch.done()
    expect(states).toEqual(['refused', 'refused'])
    const buttons = [...html.matchAll(/<button[^>]*name="retry"[^>]*>/g)].map(
      ([button]) => /value="(\d+)"/.exec(button)?.[1],
    )
    expect(buttons).toHaveLength(1)
    const [id = ''] = buttons
    for (const retry of [id, id, '999999', 'x']) {
      const answer = await fetch(app().origin + batch.path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ retry }),
      })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, batch.path])
    }
    expect((await batch.done()).states).toEqual(['ready', 'refused'])
  })

  test('offers to try all that failed again at once', async () => {
    const failed = [78, 79].map((number) => fakePost('video', number))
    for (const { postId } of failed) {
      world.extraction.script(postId, 'status500', 'status500', 'status500', 'video')
    }
    const links = [...failed.map(({ url }) => url), 'https://www.tiktok.com/@someone']
    const batch = await makeBatch(app, links)
    const { html, states } = await batch.done()
    expect(states).toEqual(['refused', 'refused', 'refused'])
    expect(html).toContain('Try all 2 again')
    const body = new URLSearchParams({ retry: 'all' })
    await fetch(app().origin + batch.path, { method: 'POST', body })
    expect((await batch.done()).states).toEqual(['ready', 'ready', 'refused'])
  })

  test('takes further links, each once, up to as many as a batch can have', async () => {
    const [first, second, third] = [82, 83, 84].map((number) => fakePost('video', number))
    const batch = await makeBatch(app, [first?.url ?? ''])
    const add = (links: string) =>
      fetch(app().origin + batch.path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ links }),
      })
    const added = await add(`${first?.url} ${second?.url}\n${third?.url}`)
    expect([added.status, added.headers.get('location')]).toEqual([303, batch.path])
    expect((await batch.done()).states).toEqual(['ready', 'ready', 'ready'])
    const many = Array.from({ length: 18 }, (_, n) => fakePost('video', 200 + n).url).join(' ')
    const refused = await add(many)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('You pasted 18 links, and the limit is 17.')
    expect((await batch.page()).states).toHaveLength(3)
  })

  test('is made of several links in the field of a single one, where no script sees them', {
    tags: 'gate',
  }, async () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, number) => fakePost('video', 80 + number).url).join(' ')
    // Follows the redirect, which has the form sent on.
    const send = (path: string, url: string) =>
      fetch(app().origin + path, { method: 'POST', body: new URLSearchParams({ url }) })
    const made = await send('/de', links(2))
    const path = new URL(made.url).pathname
    expect(path).toMatch(/^\/de\/batch\/[\w-]{22}$/)
    expect((await batchAt(app, path).done()).states).toEqual(['ready', 'ready'])

    const refused = await send('/', links(21))
    const html = await refused.text()
    expect([refused.status, html.includes('You pasted 21 links, and the limit is 20.')]).toEqual([
      400,
      true,
    ])
    expect(html).toContain(fakePost('video', 100).url)
  })
})

describe('The address of a batch', () => {
  test('S42, S48, S80: is secret, stored as a hash and never logged, and nothing of its visitor is kept', async () => {
    const userAgent = 'A very special browser/1.0'
    const made = await sendLinks(app(), posts.video.url, { 'User-Agent': userAgent })
    const batch = batchAt(app, made.headers.get('location') ?? '')
    const secret = secretOf(batch.path)
    expect(secret).toMatch(/^[\w-]{22}$/)
    await batch.done()
    await fetch(`${app().origin}${batch.path}/progress`)
    await (await fetch(await batch.zipLink())).arrayBuffer()
    const stored = await world.db.dump()
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(userAgent)
    const batches = JSON.stringify(await world.db.rows('select * from batches'))
    const links = JSON.stringify(await world.db.rows('select * from batch_links'))
    expect(batches + links).not.toMatch(/127\.0\.0\.1|Mozilla|node/)
    await app().said('/batch/…')
    expect(app().lines.join('\n')).not.toContain(secret)
    const events = JSON.stringify(await world.db.rows('select * from analytics_events'))
    expect(events).not.toContain(secret)
  })

  test('S38: leads to a page that isn’t cached, listed by search engines or sent as Referer', async () => {
    const batch = await makeBatch(app, [posts.video.url])
    for (const target of [batch.path, `${batch.path}.data`, `${batch.path}/progress`]) {
      const { headers } = await fetch(app().origin + target)
      expect([target, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
        target,
        'no-store',
        'noindex, nofollow',
      ])
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
    const { html } = await batch.page()
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).not.toContain('rel="canonical"')
  })

  test('S57, S80: works for an hour, and leads nowhere before or after', async () => {
    const batch = await makeBatch(app, [posts.video.url])
    const zip = await batch.done().then(() => batch.zipLink())
    const wrong = batch.path.slice(0, -1) + (batch.path.endsWith('A') ? 'B' : 'A')
    for (const target of [wrong, `${wrong}/progress`, '/batch/x', `/batch/${'x'.repeat(5000)}`]) {
      expect([target, (await fetch(app().origin + target)).status]).toEqual([target, 404])
    }
    const hour = 3_600_000
    const all = 'select id, created_at, expires_at from batches order by id desc'
    const row = (await world.db.row(all)) as {
      id: number
      created_at: number
      expires_at: number
    }
    expect(row.expires_at - row.created_at).toBe(hour)
    const moveBy = (ms: number) =>
      world.db.run(
        'update batches set created_at = created_at + ?, expires_at = expires_at + ?',
        ms,
        ms,
      )
    await moveBy(-hour)
    expect((await batch.page()).response.status).toBe(404)
    expect((await fetch(zip)).status).toBe(410)
    await moveBy(2 * hour)
    expect((await batch.page()).response.status).toBe(404)
    await moveBy(-hour)
    expect((await batch.page()).response.status).toBe(200)
  })

  test('is deleted with its links by the job', async () => {
    const batch = await makeBatch(app, [posts.video.url])
    await batch.done()
    await world.db.run('update batches set created_at = 0, expires_at = 1')
    await world.db.run("delete from jobs where kind = 'batch-cleanup'")
    await world.restart()
    const left = () => world.db.row('select count(*) as n from batch_links')
    await expect.poll(async () => [await batchCount(), await left()]).toEqual([{ n: 0 }, { n: 0 }])
  })
})

describe('A takedown', () => {
  test('S9: holds for a post that was found before it', async () => {
    const post = fakePost('video', 90)
    const batch = await makeBatch(app, [post.url, posts.video.url])
    await batch.done()
    await world.change('remove', [post.postId])
    const { html, states } = await batch.page()
    expect(states).toEqual(['refused', 'ready'])
    expect(html).toContain('This post isn’t available here.')
    expect(linksIn(html, post.postId)).toEqual([])
  })

  test('S9: holds for one that waits', async () => {
    const post = fakePost('video', 91)
    await lookUp(app(), post.url)
    const waiting = [1, 2].map((serial) => fakePost('slow', 600 + serial).url)
    await makeBatch(app, waiting)
    const batch = await makeBatch(app, [fakePost('video', 92).url, post.url])
    expect((await batch.page()).states).toContain('waiting')
    await world.change('remove', [post.postId])
    expect((await batch.done()).states).toEqual(['ready', 'refused'])
    expect(world.extraction.lookups(post.postId)).toBe(1)
  })
})

describe('After a restart', () => {
  /** As if the time of its claims were over. */
  const endClaims = () => world.db.run("update jobs set claimed_until = 0 where state = 'running'")

  test('R16: links being looked up or waiting are resumed', async () => {
    const slow = [1, 2, 3, 4].map((serial) => fakePost('slow', 500 + serial))
    const batch = await makeBatch(
      app,
      slow.map(({ url }) => url),
    )
    await expect.poll(async () => (await batch.page()).states).toContain('looking')
    await app().stop('SIGKILL')
    await endClaims()
    await world.restart()
    expect((await batch.done()).states).toEqual(['ready', 'ready', 'ready', 'ready'])
  })

  test('R12: a link that was being looked up at a stop is looked up at the next start, as if for the first time', async () => {
    const batch = await makeBatch(app, [fakePost('slow', 505).url])
    await expect.poll(async () => (await batch.page()).states).toEqual(['looking'])
    await app().stop('SIGTERM')
    const open = "from batch_links where state in ('waiting', 'looking')"
    expect(await world.db.rows(`select state, job_id ${open}`)).toEqual([
      { state: 'waiting', job_id: null },
    ])
    const jobs = "select state, attempts from jobs where kind = 'batch' and state <> 'done'"
    expect(await world.db.rows(jobs)).toEqual([{ state: 'waiting', attempts: 0 }])
    await world.restart()
    expect((await batch.done()).states).toEqual(['ready'])
  })

  test('R16: a link left unfinished several times can be retried by hand', async () => {
    const post = fakePost('slow', 510)
    const batch = await makeBatch(app, [post.url])
    await expect.poll(async () => (await batch.page()).states).toEqual(['looking'])
    await app().stop('SIGKILL')
    await world.db.run("update jobs set attempts = 3 where state = 'running'")
    await endClaims()
    await world.restart()
    const { html, states } = await batch.done()
    expect(states).toEqual(['refused'])
    expect(html).toContain('name="retry"')
  })
})
