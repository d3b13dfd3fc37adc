// @module-tag process
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themeScript } from '#app/http/theme-script.ts'
import { languages } from '#app/i18n/languages.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import { type RawAnswer, strangerTo } from '#tests/support/raw-request.ts'

let app: LiveApp

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => app?.close())

const { ask, send } = strangerTo(() => app)

const downloaderPages = [
  '/download',
  '/tiktok-downloader-pc',
  '/free-tiktok-downloader-mp4',
  '/tiktok-downloader-chrome-extension',
]
const pages = ['/', ...downloaderPages]
const inEveryLanguage = pages.flatMap((page) =>
  languages.map((code) => (code === 'en' ? page : `/${code}${page === '/' ? '' : page}`)),
)

const textOf = ({ body }: RawAnswer) => body.toString()

/** The scripts that a page holds in itself, as a browser hashes them. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]* src=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !attributes?.includes('application/ld+json'))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

function scriptSources({ headers }: RawAnswer): string[] {
  const policy = String(headers['content-security-policy'])
  const directive = policy.split('; ').find((part) => part.startsWith('script-src '))
  return directive?.split(' ').slice(1) ?? []
}

/** The script that every page has: it applies the theme. */
const themeHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`

const hashesOf = (answer: RawAnswer) =>
  scriptSources(answer).filter((source) => source !== "'self'")

describe('A page that runs in the browser', () => {
  test('S34, S61: has exactly its own inline scripts in its policy, rendered or cached', async () => {
    for (const page of inEveryLanguage) {
      for (const answer of [await ask(page), await ask(page)]) {
        const own = inlineScripts(textOf(answer))
        expect([page, own.length]).toEqual([page, expect.any(Number)])
        expect(own.length, page).toBeGreaterThan(0)
        expect(hashesOf(answer).sort(), page).toEqual([...new Set(own)].sort())
        expect(scriptSources(answer)[0]).toBe("'self'")
        expect(textOf(answer)).not.toContain('nonce=')
      }
    }
  })

  test('S61: a post whose title holds a script gets no hash for it', async () => {
    const answer = await ask(`/?post=${posts.hostileTitle.postId}`)
    expect(answer.status).toBe(200)
    const html = textOf(answer)
    expect(html).toContain('img src=x onerror')
    expect(html).not.toMatch(/<img src=x/)
    const own = inlineScripts(html)
    expect(hashesOf(answer).sort()).toEqual([...new Set(own)].sort())
    // As many as any other result has: none of them is the title's.
    const plain = inlineScripts(textOf(await ask(`/?post=${posts.video.postId}`)))
    expect(own.length).toBe(plain.length)
  })

  test('S61: gives the browser’s scripts no form stamp and no token', async () => {
    for (const page of ['/', '/download']) {
      const [, data = ''] = textOf(await ask(page)).split('streamController.enqueue(')
      expect(data).toContain('siteName')
      expect(data).not.toMatch(/stamp|token|session/i)
    }
    expect(textOf(await ask('/help.data?_routes=root'))).not.toMatch(/stamp/i)
  })

  test('has its document once, in the page and not in its data', async () => {
    const html = textOf(await ask('/tiktok-downloader-pc'))
    expect(html.split('Save TikTok videos on a computer').length - 1).toBe(1)
    expect(html.split('A new file never replaces an old one').length - 1).toBe(1)
  })

  test('brings the style sheet first, and preloads no module in front of it', async () => {
    const html = textOf(await ask('/'))
    expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]+" data-precedence="default"/)
    expect(html).not.toContain('modulepreload')
  })

  test('counts as a view when it is opened, not when a script fetches its data', async () => {
    const db = openDatabase(app)
    const views = async () =>
      Number(
        await db.value(
          `select count(*) from analytics_events where kind = 'page_view' and path = ?`,
          '/download',
        ),
      )
    const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
    const before = await views()
    await ask('/download.data', browser)
    await ask('/download.data', { ...browser, 'sec-purpose': 'prefetch' })
    await ask('/download', browser)
    await expect.poll(views).toBe(before + 1)
    await db.close()
  })
})

describe('No React comes with', () => {
  test('a page of text, an error or the answer to a plain form', async () => {
    for (const page of ['/help', '/terms', '/blog', '/statistics', '/no/such/page']) {
      const answer = await ask(page)
      expect([page, inlineScripts(textOf(answer)), hashesOf(answer)]).toEqual([
        page,
        [themeHash],
        [themeHash],
      ])
    }
    const answer = await send('/', 'url=nonsense')
    const html = await answer.text()
    expect(html).toContain('Please enter a valid TikTok URL')
    expect(inlineScripts(html)).toEqual([themeHash])
    expect(html).not.toMatch(/entry\.client|__reactRouter/)
  })

  test('a page for a visitor who saves data, or any other script', async () => {
    const saving = { 'save-data': 'on' }
    for (const page of ['/', '/download', '/help', '/backlink-builder', '/blog', '/fr']) {
      // Kept once for each kind of visitor.
      for (const headers of [{}, saving, saving, {}]) {
        const answer = await ask(page, headers)
        const scripts = textOf(answer).match(/<script(?! type="application\/ld\+json")/g) ?? []
        expect([page, headers, scripts.length > 0]).toEqual([page, headers, headers !== saving])
        expect(answer.headers.vary).toContain('Save-Data')
      }
    }
  })
})

test('A look-up through the router as data gives the post, or what is wrong, with its status', async () => {
  const post = (link: string, target = '/_.data') =>
    send(target, new URLSearchParams({ url: link }).toString())
  const found = await post(posts.video.url)
  expect(found.status).toBe(200)
  expect(found.headers.get('cache-control')).toContain('no-store')
  expect(await found.text()).toContain(`/save/${posts.video.postId}/mp4?`)
  const refused = await post('no link', '/fr.data')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('invalid')
})
