// @module-tag whole
import { describe, expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import {
  createLinkChecker,
  type LinkCheckerOptions,
} from '#app/backlinks/checker/link-checker.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { startServer, startSilentServer } from '#tests/fakes/http.ts'
import { compressed, html, redirectTo, type SitePage, startWebSite } from '#tests/fakes/web-site.ts'

const host = 'cleanclip.example'
const link = '<p>Try <a href="https://cleanclip.example/help">the clean clip tool</a>.</p>'
const never = new AbortController().signal
/** For one request. Only tests of time limits reach it, when they say so. */
const timeoutMs = 60_000

type Options = Partial<LinkCheckerOptions> & { trusted?: string[] }

/** A site, and a checker that is quick for a test's sake. */
async function startWorld(context: TestContext, options: Options = {}) {
  const { trusted = [], ...more } = options
  const site = await startWebSite()
  const client = createGuardedClient({ trustedUpstreams: [site.hostPort, ...trusted] })
  context.onTestFinished(async () => {
    await client.close()
    await site.close()
  })
  const checker = createLinkChecker({
    client,
    siteHost: host,
    userAgent: 'Cleanclip-LinkCheck/1.0 (+https://cleanclip.example)',
    agentToken: 'Cleanclip-LinkCheck',
    intervalMs: 0,
    timeoutMs,
    maxBytes: 1024 ** 2,
    ...more,
  })
  return {
    site,
    checker,
    check: (path: string, signal = never) => checker.check(site.origin + path, signal),
    async checkPage(page: SitePage | string) {
      site.set('/page', page)
      return checker.check(`${site.origin}/page`, never)
    },
  }
}

/** Lets time pass, at the pacers and at the fakes, for as long as there is something to wait for. */
async function passTime<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    vi.advanceTimersByTime(10)
    await new Promise(setImmediate)
  }
  return done
}

function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Stands in for the clock of requests' time limits. Returns what ends the time of the last one. */
function stopTimeLimits(): () => void {
  let last = new AbortController()
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== timeoutMs) return timeout(ms)
    last = new AbortController()
    return last.signal
  })
  onTestFinished(() => limit.mockRestore())
  return () => last.abort(new DOMException('The time is up', 'TimeoutError'))
}

const issue = (why: string) => expect.objectContaining({ outcome: 'issue', issue: why })

describe('finding the link', () => {
  test('a page that links here is found with its anchor text', async (context) => {
    const { site, checkPage } = await startWorld(context)
    expect(await checkPage(html(link))).toEqual({
      outcome: 'found',
      statusCode: 200,
      finalUrl: `${site.origin}/page`,
      anchor: 'the clean clip tool',
      rel: '',
    })
  })

  test('an operator sees when search engines don’t follow a link', async (context) => {
    const { checkPage } = await startWorld(context)
    const marked = '<a rel="NoFollow  ugc" href="//cleanclip.example">tool</a>'
    expect(await checkPage(html(marked))).toMatchObject({ outcome: 'found', rel: 'nofollow ugc' })
    const better = `${marked}<a rel="noopener" href="http://www.cleanclip.example/">followed</a>`
    expect(await checkPage(html(better))).toMatchObject({ anchor: 'followed', rel: 'noopener' })
  })

  const found: [what: string, page: string, anchor: string][] = [
    [
      'a picture',
      '<a href="https://cleanclip.example"><img src="x" alt="Our logo"></a>',
      'Our logo',
    ],
    [
      'words in several elements',
      '<a href="https://cleanclip.example">a<b>b</b>\n <i>c</i></a>',
      'a b c',
    ],
    ['an image map', '<map><area href="https://cleanclip.example/x" alt="Map"></map>', 'Map'],
    ['a link without a script', `<noscript>${link}</noscript>`, 'the clean clip tool'],
    ['entities in the address', '<a href="https&#58;//cleanclip.example/?a&amp;b">x</a>', 'x'],
    ['a link that is never closed', '<a href="https://cleanclip.example">open', 'open'],
    ['other letter case', '<A HREF=" HTTPS://CLEANCLIP.Example ">x</A>', 'x'],
  ]
  test.each(found)('%s counts', async (_what, page, anchor) => {
    await withWorld(async ({ checkPage }) => {
      expect(await checkPage(html(page))).toMatchObject({ outcome: 'found', anchor })
    })
  })

  const missing: [what: string, page: string][] = [
    ['a comment', `<!-- ${link} -->`],
    ['a script', `<script>const old = '${link}'</script>`],
    ['a template', `<template>${link}</template>`],
    ['a text field', `<textarea>${link}</textarea>`],
    ['text alone', '<p>https://cleanclip.example/help</p>'],
    ['an attribute of something else', '<div data-href="https://cleanclip.example"></div>'],
    ['a host that begins alike', '<a href="https://cleanclip.example.evil.test">x</a>'],
    ['a host below', '<a href="https://not.cleanclip.example">x</a>'],
    ['a user name', '<a href="https://cleanclip.example@evil.test/">x</a>'],
    ['another port', '<a href="https://cleanclip.example:8443/">x</a>'],
    ['a mail address', '<a href="mailto:me@cleanclip.example">x</a>'],
    ['an address in the query', '<a href="/go?to=https://cleanclip.example">x</a>'],
    ['a link within the page’s own site', '<a href="/help">help</a>'],
  ]
  test.each(missing)('%s isn’t a link', async (_what, page) => {
    await withWorld(async ({ checkPage }) => {
      expect(await checkPage(html(page))).toMatchObject({ outcome: 'missing', statusCode: 200 })
    })
  })

  test('relative links are read from the page’s base address', async (context) => {
    const { checkPage } = await startWorld(context)
    const base = '<base href="https://cleanclip.example/de/"><base href="https://other.test/">'
    expect(await checkPage(html('<a href="help">Hilfe</a>', base))).toMatchObject({
      outcome: 'found',
      anchor: 'Hilfe',
    })
    expect(await checkPage(html('<a href="https://x.test/">x</a>', base))).toMatchObject({
      outcome: 'missing',
    })
  })

  test('other encodings of letters are read', async (context) => {
    const { checkPage } = await startWorld(context)
    const page = '<a href="https://cleanclip.example">caf\u00e9</a>'
    const latin = Buffer.from(page, 'latin1')
    const inHead = { type: 'text/html; charset=ISO-8859-1', body: latin }
    expect(await checkPage(inHead)).toMatchObject({ anchor: 'café' })
    const inPage = {
      type: 'text/html',
      body: Buffer.from(`<meta charset=latin1>${page}`, 'latin1'),
    }
    expect(await checkPage(inPage)).toMatchObject({ anchor: 'café' })
    const nonsense = { type: 'text/html; charset=nonsense', body: page }
    expect(await checkPage(nonsense)).toMatchObject({ anchor: 'café' })
  })

  test.each(['gzip', 'br'] as const)('a page compressed unasked is read (%s)', async (encoding) => {
    await withWorld(async ({ checkPage }) => {
      expect(await checkPage(compressed(html(link), encoding))).toMatchObject({ outcome: 'found' })
    })
  })
})

describe('pages that have gone', () => {
  test.each([404, 410, 403, 500, 503])('status %i is broken', async (status) => {
    await withWorld(async ({ checkPage }) => {
      expect(await checkPage({ status, body: html(link) })).toMatchObject({
        outcome: 'http_error',
        statusCode: status,
      })
    })
  })
})

describe('redirects', () => {
  test('up to three are followed, and the last URL is reported', async (context) => {
    const { site, check } = await startWorld(context)
    site.set('/1', redirectTo('/2', 301))
    site.set('/2', redirectTo('3', 307))
    site.set('/3', redirectTo(`${site.origin}/end`, 308))
    site.set('/end', html(link))
    expect(await check('/1')).toMatchObject({ outcome: 'found', finalUrl: `${site.origin}/end` })
    site.set('/0', redirectTo('/1'))
    expect(await check('/0')).toEqual(issue('too_many_redirects'))
    site.set('/loop', redirectTo('/loop'))
    expect(await check('/loop')).toEqual(issue('too_many_redirects'))
  })

  test.each([
    'https://127.0.0.1/',
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'http://2130706433/',
    'https://user:secret@127.0.0.1/',
    'https://example.com:8443/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
  ])('S5: a redirect to %s is not followed', async (target) => {
    await withWorld(async ({ checkPage }) => {
      expect(await checkPage(redirectTo(target))).toEqual(issue('blocked_address'))
    })
  })

  test('the robots.txt of a redirect’s target counts too', async (context) => {
    const other = await startWebSite()
    context.onTestFinished(() => other.close())
    const { checkPage } = await startWorld(context, { trusted: [other.hostPort] })
    other.set('/there', html(link))
    expect(await checkPage(redirectTo(`${other.origin}/there`))).toMatchObject({ outcome: 'found' })
    const closed = await startWebSite()
    context.onTestFinished(() => closed.close())
    const world = await startWorld(context, { trusted: [closed.hostPort] })
    closed.set('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /' })
    expect(await world.checkPage(redirectTo(`${closed.origin}/there`))).toEqual(issue('robots'))
    expect(closed.requests.map(({ path }) => path)).toEqual(['/robots.txt'])
  })
})

describe('addresses that are never contacted', () => {
  test.each([
    'https://127.0.0.1/',
    'http://localhost/',
    'http://192.168.1.1/',
    'ftp://example.com/',
    'nonsense',
  ])('S3: %s', async (address) => {
    await withWorld(async ({ checker }) => {
      expect(await checker.check(address, never)).toEqual(issue('blocked_address'))
    })
  })
})

describe('politeness', () => {
  test('a page that robots.txt disallows is never requested', async (context) => {
    const { site, check } = await startWorld(context)
    const rules =
      'User-agent: cleanclip-linkcheck\nDisallow: /private\n\nUser-agent: *\nDisallow: /'
    site.set('/robots.txt', { type: 'text/plain', body: rules })
    site.set('/private/page', html(link))
    site.set('/public', html(link))
    expect(await check('/private/page')).toEqual(issue('robots'))
    expect(await check('/public')).toMatchObject({ outcome: 'found' })
    expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/public'])
    expect(site.requests[0]?.headers['user-agent']).toContain('Cleanclip-LinkCheck')
  })

  test('a site whose robots.txt fails isn’t fetched, one without it is', async (context) => {
    const { site, check } = await startWorld(context)
    site.set('/robots.txt', { status: 503 })
    expect(await check('/')).toEqual(issue('robots_unreachable'))
    const other = await startWorld(context)
    other.site.set('/', html(link))
    expect(await other.check('/')).toMatchObject({ outcome: 'found' })
  })

  test('requests to one host are spaced out, including robots.txt', async (context) => {
    const intervalMs = 120
    const { site, check } = await startWorld(context, { intervalMs })
    for (const path of ['/a', '/b', '/c']) site.set(path, html(link))
    stopTheClock()
    const start = performance.now()
    await passTime(Promise.all(['/a', '/b', '/c'].map((path) => check(path))))
    expect(site.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1)
    for (const [index, { at }] of site.requests.entries()) {
      expect(at - start).toBeGreaterThanOrEqual(index * intervalMs)
    }
  })

  test('a host that is slow to connect or to answer would get two requests in a row', async (context) => {
    const intervalMs = 120
    stopTheClock()
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const slow = await startServer(async ({ res, record }) => {
      if (record.url === '/robots.txt') await mayAnswer
      res.end(html(link))
    })
    context.onTestFinished(() => slow.close())
    const { checker } = await startWorld(context, { intervalMs, trusted: [slow.hostPort] })
    const checked = checker.check(`${slow.origin}/a`, never)
    await expect.poll(() => slow.requests.length).toBe(1)
    vi.advanceTimersByTime(2 * intervalMs)
    const answeredAt = performance.now()
    answer()
    await passTime(checked)
    const [, page] = slow.requests
    expect(page?.at).toBeGreaterThanOrEqual(answeredAt + intervalMs)
  })

  test('no cookies or secrets are sent', async (context) => {
    const { site, checkPage } = await startWorld(context)
    await checkPage(html(link))
    expect(Object.keys(site.requests.at(-1)?.headers ?? {}).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
    )
  })
})

describe('pages that can’t be checked', () => {
  test.each(['silent', 'stall', 'trickle'] as const)('a page that is slow (%s)', async (fault) => {
    await withWorld(async ({ site, checkPage }) => {
      const endTime = stopTimeLimits()
      const checked = checkPage({ fault })
      await expect.poll(() => site.requests.some(({ path }) => path === '/page')).toBe(true)
      endTime()
      expect(await checked).toEqual(issue('timeout'))
    })
  })

  test('a server that accepts and sends nothing', async (context) => {
    const silent = await startSilentServer()
    context.onTestFinished(() => silent.close())
    const { checker } = await startWorld(context, { trusted: [silent.hostPort] })
    const endTime = stopTimeLimits()
    const checked = checker.check(silent.origin, never)
    await expect.poll(() => silent.openSockets()).toBe(1)
    endTime()
    expect(await checked).toEqual(issue('timeout'))
  })

  test('no one there', async (context) => {
    const gone = await startWebSite()
    await gone.close()
    const { checker } = await startWorld(context, { trusted: [gone.hostPort] })
    expect(await checker.check(gone.origin, never)).toEqual(issue('unreachable'))
  })

  test('no HTTP, a body cut short, an unknown compression', async (context) => {
    const { checkPage } = await startWorld(context)
    expect(await checkPage({ fault: 'garbage' })).toEqual(issue('protocol'))
    expect(await checkPage({ fault: 'cut', headers: { 'content-length': '900' } })).toEqual(
      issue('unreachable'),
    )
    expect(await checkPage({ headers: { 'content-encoding': 'zstd' } })).toEqual(issue('protocol'))
  })

  test('a document that isn’t HTML, and an answer without one', async (context) => {
    const { checkPage } = await startWorld(context)
    expect(await checkPage({ type: 'application/pdf', body: html(link) })).toEqual(
      issue('not_html'),
    )
    expect(await checkPage({ status: 204 })).toEqual(issue('not_html'))
  })

  test('S13: a huge page is read to the limit and no further', async (context) => {
    const { site, checkPage } = await startWorld(context)
    expect(await checkPage({ fault: 'endless' })).toEqual(issue('too_large'))
    expect(site.requests.at(-1)?.sent).toBeLessThan(8 * 1024 ** 2)
    const early = html(link) + ' '.repeat(2 * 1024 ** 2)
    expect(await checkPage(early)).toMatchObject({ outcome: 'found' })
  })

  test('R8: a page that unpacks without end', async (context) => {
    const { checkPage } = await startWorld(context)
    expect(await checkPage(compressed(' '.repeat(50 * 1024 ** 2), 'gzip'))).toEqual(
      issue('too_large'),
    )
  })

  test('S45: a page nested to be slow delays no one', async (context) => {
    const { checkPage } = await startWorld(context)
    for (const piece of ['<div>', '<p><b>', '<a href="/">', '<table>', '<p a=1 b=2>', '<!--']) {
      const start = process.threadCpuUsage()
      const page = piece.repeat(Math.floor(1_000_000 / piece.length))
      expect(await checkPage(page)).toMatchObject({ outcome: 'missing' })
      expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(3_000)
    }
    const names = Array.from({ length: 120_000 }, (_, n) => `a${n}`).join(' ')
    expect(await checkPage(`<p ${names}>`)).toMatchObject({ outcome: 'missing' })
  })
})

test('a stop ends a check that waits or runs', async (context) => {
  const { site, check } = await startWorld(context, { intervalMs: 60_000 })
  site.set('/robots.txt', { fault: 'silent' })
  const stop = new AbortController()
  const checks = [check('/a', stop.signal), check('/b', stop.signal)]
  await expect.poll(() => site.requests.length).toBe(1)
  stop.abort()
  expect(await Promise.all(checks)).toEqual([null, null])
})

/** For tests by table, which have no context of their own. */
async function withWorld(
  run: (world: Awaited<ReturnType<typeof startWorld>>) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const ends: (() => unknown)[] = []
  const context = { onTestFinished: (end: () => unknown) => ends.push(end) }
  try {
    await run(await startWorld(context as unknown as TestContext, options))
  } finally {
    for (const end of ends) await end()
  }
}
