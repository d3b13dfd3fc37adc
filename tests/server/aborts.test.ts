// @module-tag process
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { succeed, videoData } from '#tests/fakes/extraction-answers.ts'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { abortAtRandom, abortable, form, get } from '#tests/support/aborts.ts'
import { password } from '#tests/support/accounts.ts'
import { cases } from '#tests/support/cases.ts'
import { limits } from '#tests/support/limits.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { type ModeratedApp, startModeratedApp } from '#tests/support/moderated-app.ts'
import { ask, expectNothingLeft, keptByServer } from '#tests/support/open-resources.ts'
import { addRows } from '#tests/support/rows.ts'
import { testEngine } from '#tests/support/sql.ts'
import { until } from '#tests/support/until.ts'

/** `ABORT_SEED` repeats a run. */
const seed = Number(process.env.ABORT_SEED ?? Date.now() % 2 ** 31)

/** A thousand MP3s are begun. */
const timeout = 10 * limits.test

let world: ModeratedApp

beforeAll(async () => {
  world = await startModeratedApp()
  const contacts = Array.from({ length: 2000 }, () => ({ source: '/help' }))
  await addRows(world.db, 'subscribers', contacts)
})
afterAll(() => world?.close())

const byOperator = (target: string, headers: Record<string, string> = {}) =>
  get(target, { ...headers, Cookie: world.operator.cookie() })

async function save(link: string, format: string): Promise<string> {
  const { html } = await lookUp(world.app, link)
  return get(await saveLinkIn(world.app, html, format))
}

/** Long enough that its visitors leave while it is sent. */
async function video(): Promise<string> {
  const { postId, url } = fakePost('video', 1)
  const size = 6_000_000
  world.extraction.script(postId, (lookup) =>
    succeed(lookup, { ...videoData(lookup), play: `${lookup.media}/big/${size}`, size }),
  )
  return save(url, 'mp4')
}

async function script(): Promise<string> {
  const name = readdirSync('build/client/assets').find((file) => file.endsWith('.js'))
  return get(`/assets/${name}`)
}

async function cover(): Promise<string> {
  await lookUp(world.app, posts.video.url)
  const query = 'select count(*) from post_covers join posts on seq = post_seq where post_id = ?'
  await until(async () => expect(await world.db.value(query, posts.video.postId)).toBe(1))
  return byOperator(`/admin/videos/${posts.video.postId}/cover`)
}

async function backup(): Promise<string> {
  const page = '/admin/settings/database'
  const folder = path.join(world.app.dataDir, 'backups')
  await world.operator.post(page, { intent: 'back-up' })
  const name = await until(() => {
    const made = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('.db'))
    if (!made) throw new Error('No backup yet')
    return made
  })
  const target = `${page}/download/${name}`
  return until(async () => {
    const { headers } = await world.operator.post(target, { ownPassword: password })
    return byOperator(headers.get('location') ?? '')
  })
}

const kinds: Record<string, () => Promise<string> | string> = {
  'a page': () => get('/help'),
  'a static file': script,
  'a video': video,
  'an MP3': () => save(posts.video.url, 'mp3'),
  'a ZIP': () => save(posts.slideshow.url, 'zip'),
  'a cover': cover,
  'the back office’s events': () => byOperator('/admin/events', { Accept: 'text/event-stream' }),
  'an export': () => byOperator('/admin/settings/email/subscribers.csv'),
  ...(testEngine === 'sqlite' && { 'a backup': backup }),
  'a form': () => form('/', { url: posts.hd.url }),
}

describe('R43: visitors who leave at any point leave nothing open', { timeout }, () => {
  test.each(Object.keys(kinds))('of %s', async (kind) => {
    onTestFailed(() => {
      process.stderr.write(`ABORT_SEED=${seed}\n`)
    })
    const asked = await abortable(world.app.origin, (await kinds[kind]?.()) ?? '')
    const received = await abortAtRandom(world.app.origin, asked, { times: cases(1000, 12), seed })
    expect(received).toEqual(new Set([asked.status, 'none']))
    await expectNothingLeft(world.app.process, world.app.openAtStart ?? {}, {
      kept: (opened) => (opened === 'descriptor of socket' ? 0 : keptByServer(opened)),
    })
  })

  test('of forms that are answered before all of them has come', async () => {
    const forms = 30
    const before = await ask(world.app.process, 'openWithoutVisitors')
    const { hostname, port } = new URL(world.app.origin)
    const request = `PUT / HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 5000\r\n\r\na=`
    for (let form = 0; form < forms; form += 1) {
      const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(request))
      await once(socket, 'data')
      socket.destroy()
    }
    const now = await until(async () => {
      const open = await ask(world.app.process, 'openWithoutVisitors')
      expect(open.TCPSocketWrap ?? 0).toBeLessThanOrEqual(before.TCPSocketWrap ?? 0)
      return open
    })
    // What works on its own has some timers too.
    expect((now.Timeout ?? 0) - (before.Timeout ?? 0)).toBeLessThan(forms / 2)
  })
})
