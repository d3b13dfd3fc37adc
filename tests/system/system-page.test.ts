// @module-tag process
import { describe, expect, test } from 'vitest'
import { auditRows, messages, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { createBrowser, password } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lastEnd } from '#tests/support/recurring-jobs.ts'
import { testEngine } from '#tests/support/sql.ts'

const world = startAdminWorld()

/** Sends a form of the system page. */
function send(fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields)
  return world.browser.send('/admin/system', { method: 'POST', body })
}

describe('what an operator sees at night', () => {
  test('the system page states every part, and whether the set-up fits', async () => {
    const html = await world.browser.html('/admin/system')
    const headings = elementsOf(html)
      .filter(({ tag }) => tag === 'h2')
      .map(({ text }) => text)
    expect(headings).toEqual(
      expect.arrayContaining([
        'Parts',
        'Configuration',
        'This process',
        'Jobs',
        'Metrics for Prometheus',
      ]),
    )
    expect(headings.includes('Processes')).toBe(testEngine === 'postgres')
    const ofFiles = testEngine === 'sqlite' ? ['Disk', 'Last backup'] : []
    for (const part of ['Database', 'Mail', 'Event loop', 'Queues', ...ofFiles]) {
      expect(html).toContain(part)
    }
    expect(html).not.toContain('PLATFORM_ORIGINS')
    expect(html).toMatch(/APP_URL<\/span><span data-tone="good"[^>]*>Matches/)
  })

  test('work that waits is counted in words, and other work left out', async () => {
    const process = async () => {
      const elements = elementsOf(await world.browser.html('/admin/system'))
      return select(elements, 'section', { 'aria-labelledby': 'process' })[0]?.text
    }
    expect(await process()).toMatch(/Open streams ?0 downloads ?Queues ?Empty$/)
    const add = (messageId: string) =>
      world.db.run(
        `insert into outbox (message_id, recipient, subject, content, created_at, next_try_at)
         values (?, 'una@users.example', 'Hello', null, 1, 1)`,
        messageId,
      )
    await add('one')
    expect(await process()).toMatch(/Queues ?1 waiting ?1 email$/)
    await add('two')
    expect(await process()).toMatch(/Queues ?2 waiting ?2 emails$/)
    await world.db.run('delete from outbox')
  })

  test.runIf(testEngine === 'postgres')('it says how far the counting is behind', async () => {
    const system = async () =>
      (await world.browser.html('/admin/system')).replaceAll(/<[^>]*>|\s+/g, ' ')
    expect(await system()).toMatch(/of all processes, \d+ batch(es)? to be counted/)
    const threeHours = 3 * 3_600_000
    const fails = { failWith: 'not now' }
    await world.db.withTrigger('before delete on analytics_inbox', fails, async () => {
      await world.db.run(
        "insert into analytics_inbox (at, events) values (?, '[]')",
        Date.now() - threeHours,
      )
      expect(await system()).toMatch(/Falling behind.* to be counted, the oldest for 3 h/)
    })
    // As the app adds it with a batch.
    await world.db.run(
      `insert into jobs (kind, key, payload, state, run_at, created_at)
       values ('counting', 'inbox', '{"work":"inbox"}', 'waiting', 1, 1) on conflict do nothing`,
    )
    await expect.poll(system).toMatch(/, 0 batches to be counted|the oldest for \d+ (ms|s)/)
  })

  test.runIf(testEngine === 'postgres')('it says since when limits aren’t shared', async () => {
    expect(await world.browser.html('/admin/system')).not.toContain('Not shared')
    await world.db.run('alter table rate_limits rename to away')
    try {
      const body = new URLSearchParams({ url: 'no link' })
      await fetch(world.app.origin, { method: 'POST', body })
      expect(await world.browser.html('/admin/system')).toMatch(
        /Limits<.*Not shared<.*Each process counts for itself since \d\d:\d\d: relation/s,
      )
    } finally {
      await world.db.run('alter table away rename to rate_limits')
    }
  })

  test.runIf(testEngine === 'sqlite')('it says whether backups are made at all', async () => {
    const { browser } = world
    expect(await browser.html('/admin/system')).toContain('is made at 03:30')
    await saveTab(browser, 'database', { automaticBackup: null })
    expect(await browser.html('/admin/system')).toContain('automatic backups are off')
    await saveTab(browser, 'database', { automaticBackup: 'on' })
  })

  test('a wrong APP_URL and an unknown proxy are pointed out', async () => {
    const { port } = new URL(world.app.origin)
    const elsewhere = createBrowser({ origin: `http://localhost:${port}` })
    await elsewhere.signIn('op@site.example')
    const answer = await elsewhere.send('/admin/system', {
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    })
    const html = await answer.text()
    expect(html).not.toContain('PLATFORM_ORIGINS')
    expect(html).toMatch(/APP_URL<\/span><span data-tone="warn"[^>]*>Doesn’t match/)
    expect(html).toMatch(/Proxy<\/span><span data-tone="bad"[^>]*>Not trusted/)
  })

  test('figures that do not agree with their events raise an alarm, until they do', async () => {
    const notices = () => world.browser.html('/admin/notifications')
    const today = Math.floor(Date.now() / 86_400_000)
    const date = new Date((today - 2) * 86_400_000).toISOString().slice(0, 10)
    await world.db.run(
      "insert into analytics_days (dimension, day, key, views) values ('country', ?, 'AT', 6)",
      today - 2,
    )
    await send({ intent: 'run-job', job: 'analytics' })
    await expect.poll(notices).toContain('The nightly check of the figures failed')
    expect(await notices()).toContain(`on ${date} are 6, but should be 0`)
    expect(await world.browser.html('/admin')).toContain('Nightly check failed')
    await world.db.run("delete from analytics_days where key = 'AT'")
    await send({ intent: 'run-job', job: 'analytics' })
    await expect.poll(notices).not.toContain('The nightly check of the figures failed')
  })

  test('a job is started by hand and confirmed, and the audit log records who did it', async () => {
    const response = await send({ intent: 'run-job', job: 'sign-in-cleanup' })
    expect(response.headers.get('location')).toBe('/admin/system#jobs')
    const said: string[] = []
    await expect
      .poll(async () => {
        said.push(...(await messages(world.browser, '/admin/system')))
        return said
      })
      .toEqual([
        expect.stringMatching(/^success: .* has started/),
        expect.stringMatching(/^success: .* finished in \d+ (ms|s)\.$/),
      ])
    expect((await auditRows(world.db, 'job.started', 'sign-in-cleanup'))[0]?.actor_label).toBe(
      'op@site.example',
    )
    expect(await lastEnd(world.db, 'sign-in-cleanup')).toEqual(expect.any(Number))
  })

  test('a job that does not exist is refused', async () => {
    expect((await send({ intent: 'run-job', job: 'no-such-job' })).status).toBe(400)
    expect((await send({ intent: 'nonsense' })).status).toBe(400)
  })
})

describe('failed jobs', () => {
  test('stay on the system page with the reason, until they are retried or dismissed', async () => {
    const add = (reason: string) =>
      world.db.run(
        `insert into jobs (kind, key, payload, state, run_at, attempts, error, created_at, finished_at)
         values ('mail', ?, '{"mail":0}', 'failed', 1, 3, ?, 1, 2)`,
        reason,
        reason,
      )
    await add('No room')
    await add('No way')
    const page = await world.browser.html('/admin/system')
    for (const text of ['2 jobs failed', 'No room', 'No way']) expect(page).toContain(text)
    const idOf = (reason: string) => world.db.value('select id from jobs where key = ?', reason)
    const act = async (intent: string, reason: string) => {
      const answer = await send({ intent, id: String(await idOf(reason)) })
      expect(answer.headers.get('location')).toBe('/admin/system#jobs')
      return messages(world.browser, '/admin/system')
    }
    expect(await act('dismiss-job', 'No way')).toEqual(['success: “Send an email” was dismissed.'])
    expect(await idOf('No way')).toBeUndefined()
    expect(await act('retry-job', 'No room')).toEqual([
      'success: “Send an email” is being tried again.',
    ])
    expect(await world.db.row("select state, error from jobs where key = 'No room'")).toEqual({
      state: 'waiting',
      error: null,
    })
    expect(await send({ intent: 'retry-job', id: '999999' })).toMatchObject({ status: 302 })
    expect(await messages(world.browser, '/admin/system')).toEqual([
      'error: That job is no longer there.',
    ])
    for (const action of ['job.retried', 'job.dismissed']) {
      expect(await auditRows(world.db, action, 'mail')).toHaveLength(1)
    }
    await world.db.run("delete from jobs where kind = 'mail'")
  })
})

describe('the last 24 hours', () => {
  test('the system page shows how the server does since its start, and that charts are still to come', async () => {
    await fetch(`${world.app.origin}/`)
    const html = await world.browser.html('/admin/system')
    expect(html).toContain('Measured since')
    expect(html).toMatch(/data-tone="(?:good|warn|bad)"[^>]*>(?:Quick|Slow|Too slow)</)
    expect(html).toContain('Collecting: the charts appear after 15 minutes.')
    expect(html).toMatch(/Version \d+\.\d+\.\d+, build \w+/)
  })
})

describe('the log on its page', () => {
  const log = (query = '') => world.browser.html(`/admin/system/log${query}`)

  test('a request is found by its id, path and level, newest first', async () => {
    await fetch(`${world.app.origin}/probe-one`, { method: 'OPTIONS' })
    await fetch(`${world.app.origin}/probe-two`, { method: 'OPTIONS' })
    const line = await world.app.said('/probe-two')
    const { id } = JSON.parse(line) as { id: string }
    const found = await log(`?q=${id}`)
    expect(found).toContain('OPTIONS /probe-two 405')
    expect(found).not.toContain('OPTIONS /probe-one')
    const both = await log('?q=PROBE-')
    expect(both.indexOf('OPTIONS /probe-two')).toBeLessThan(both.indexOf('OPTIONS /probe-one'))
    expect(await log('?q=probe-&level=warning')).toContain('No matching lines')
  })

  test('S40: shows no more than the log itself, to operators only', async () => {
    const token = 'SecretTokenOfALinkThatMustNotBeInTheLog1234'
    await fetch(`${world.app.origin}/admin/reset/${token}`)
    await fetch(`${world.app.origin}/after-the-token`, { method: 'OPTIONS' })
    await world.app.said('/after-the-token')
    const html = await log()
    expect(html).toContain('/after-the-token')
    expect(html).not.toContain(token)
    const refused = await createBrowser(world.app).get('/admin/system/log')
    expect(refused.headers.get('location')).toContain('/admin/login')
  })

  test('keeps 500 lines, and markup in a path is text', async () => {
    const ask = (name: string) => fetch(`${world.app.origin}/${name}`, { method: 'OPTIONS' })
    await ask('first')
    for (let hundred = 0; hundred < 5; hundred += 1) {
      await Promise.all(Array.from({ length: 100 }, (_, n) => ask(`many-${hundred}-${n}`)))
    }
    await fetch(`${world.app.origin}/<script>x`, { method: 'OPTIONS' })
    const html = await log()
    expect(html).toContain('100 of 500')
    expect(html).not.toContain('<script>x')
    expect(await log('?q=first')).toContain('No matching lines')
  })
})

describe('metrics', () => {
  const metrics = (token?: string) =>
    fetch(`${world.app.origin}/metrics`, {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    })

  test('S40: no one reads them before there is a token, nor without it', async () => {
    expect((await metrics('anything')).status).toBe(404)
    const refused = await send({ intent: 'make-token', ownPassword: 'wrong' })
    expect(refused.status).toBe(400)
    const made = await send({ intent: 'make-token', ownPassword: password })
    const token = elementsOf(await made.text()).find(
      ({ attributes }) => 'data-token' in attributes,
    )?.text
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(await world.browser.html('/admin/system')).not.toContain(token)
    expect((await metrics()).status).toBe(401)
    expect((await metrics(`${token}x`)).status).toBe(401)

    const answer = await metrics(token)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const text = await answer.text()
    expect(text).toMatch(/^cleanclip_http_requests_total\{method="GET",status="2xx"\} [1-9]/m)
    expect(text).toMatch(/^cleanclip_downloads_limit 100$/m)
    expect(text).toMatch(/^cleanclip_file_bytes\{part="database"\} [1-9]/m)
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
    expect(text).toMatch(/^cleanclip_job_failed\{part="sign-in-cleanup"\} 0$/m)

    const stored = await world.db.row("select value from settings where name = 'metricsToken'")
    expect(JSON.stringify(stored)).not.toContain(token)

    expect((await send({ intent: 'remove-token', ownPassword: password })).status).toBe(302)
    expect((await metrics(token)).status).toBe(404)
  })
})
