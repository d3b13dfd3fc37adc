// @module-tag whole
import '#tests/support/own-data-dir.ts'

import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { startSettingsWorld } from '#tests/settings/settings-in-force-world.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'

// The test signs forms as the app does, so that none has to wait for a person's pace.
const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
const { stampForm } = await import('#app/http/form-stamp.server.ts')

const world = startSettingsWorld({}, { TRUSTED_PROXIES: '127.0.0.1', SESSION_SECRET: secret })
let leaving: AbortController
beforeEach(() => {
  leaving = new AbortController()
})
afterEach(() => leaving.abort())

/** Looks a post up from an address; `leaving` ends it. */
function lookUp(from: string, url: string) {
  return fetch(`${world.app.origin}/`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': from },
    body: new URLSearchParams({ url }),
    signal: leaving.signal,
  })
}

/** Posts in the order in which the service was asked for them. */
const order = () =>
  world.service.requests
    .map(({ url, body }) => /73456789\d{11}/.exec(decodeURIComponent(`${url} ${body}`))?.[0])
    .filter((id) => id !== undefined)

test('S62: one network would use up what the sources can do', async () => {
  // Sixty in ten minutes. Whatever would have to wait for its turn is refused at once.
  await world.set({ extractionRequestsPerSecond: 0.1, apiTimeoutSeconds: 5 })
  const from = '198.51.100.8'
  const found = fakePost('video', 6000)
  expect((await lookUp(from, found.url)).status).toBe(200)
  const statuses: number[] = []
  for (let n = 1; statuses.at(-1) !== 429 && n < 60; n += 1) {
    statuses.push((await lookUp(from, fakePost('video', 6000 + n).url)).status)
  }
  expect(statuses.length).toBeLessThanOrEqual(30)
  expect((await lookUp('198.51.100.9', fakePost('video', 6100).url)).status).not.toBe(429)
  // What was found costs the sources nothing.
  expect((await lookUp(from, found.url)).status).toBe(200)
})

test('S62: visitors would wait behind all that one network sends, or read that the site is busy', async () => {
  await world.set({ extractionRequestsPerSecond: 0.9 })
  const answers: number[] = []
  /** Two attackers: an IPv4 address, and a /48 with an address in each of its /56. */
  const addresses = (n: number) => ['198.51.100.7', `2001:db8:7:${(n * 256).toString(16)}::1`]
  for (let n = 0; n < 12; n += 1) {
    // The first one's are never answered, so that its places stay taken for the claim below.
    const posts = [fakePost('hangHeaders', n), fakePost('video', 1000 + n)]
    for (const [kind, address] of addresses(n).entries()) {
      lookUp(address, posts[kind]?.url ?? '').then(
        ({ status }) => answers.push(status),
        () => {},
      )
    }
  }
  // Three of each wait, and one or two are asked for.
  const refused = () => answers.filter((status) => status === 429)
  await expect.poll(() => refused().length).toBeGreaterThanOrEqual(10)
  // Both have had a turn, and so are no newcomers themselves.
  const kinds = () => new Set(order().map((id) => id.slice(8, 14)))
  await expect.poll(() => [...kinds()]).toEqual(expect.arrayContaining(['000000', '000010']))
  const honest = fakePost('video', 5001)
  const before = order().length
  const answer = await lookUp('203.0.113.1', honest.url)
  expect(answer.status).toBe(200)
  // One of them goes first; a slow machine asks for two more before the look-up has come in.
  expect(order().indexOf(honest.postId)).toBeLessThanOrEqual(before + 3)
  expect(answers).not.toContain(503)

  // The DMCA form asks as its sender.
  const claimant = fakePost('video', 5002)
  const fields = noticeFields([claimant.shortUrls.vm], stampForm(Date.now() - 60_000))
  expect((await sendNotice(world.app, fields, { from: '198.51.100.7' })).status).toBe(400)
  expect((await sendNotice(world.app, fields, { from: '203.0.113.2' })).status).toBe(303)
})
