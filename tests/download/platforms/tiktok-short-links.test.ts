// @module-tag module
import { describe, expect, test } from 'vitest'
import { refOfKey } from '#app/download/platforms/links.ts'
import { linksInPage } from '#app/download/platforms/page-links.ts'
import type { AskAnswer } from '#app/download/platforms/platform-adapter.ts'
import { createPlatformSource } from '#app/download/platforms/platform-source.server.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { createTiktok } from '#app/download/platforms/tiktok/tiktok.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { interruptible } from '#tests/support/interruptible.ts'

/** Short links on the platform's real hosts: the fake has one host, which hides whose a path is. */

const postId = '7345678000000000001'
const page = `https://www.tiktok.com/@tester/video/${postId}`
const inQuery = encodeURIComponent(page)
const padding = 'x'.repeat(20_000)

type Answered = {
  status: number
  location?: string
  text?: string
  headers?: Record<string, string>
}

const moved = (location?: string): Answered => ({ status: 302, location })
const shown = (text: string, status = 200): Answered => ({ status, text })

function answerTo(url: URL, { status, location, text = '', headers }: Answered): AskAnswer {
  if (location !== undefined) return { kind: 'redirect', to: new URL(location, url), status }
  const header = (name: string) => headers?.[name] ?? null
  return { kind: 'answer', status, text, header, setCookies: [], retryAfterSeconds: null }
}

/** Resolves a short link of which each request gets the next answer, and the last one again. */
async function resolve(answers: Answered[], link = 'https://vm.tiktok.com/ZMabc12/') {
  const hosts = createTiktokHosts({ testOrigin: null, cdnHosts: () => [] })
  const parsed = parsePostLink(link)
  if (!parsed.ok || parsed.ref.kind !== 'short') throw new Error(`No short link: ${link}`)
  const asked: string[] = []
  const resolved = await createTiktok(hosts).resolve(parsed.ref, async (url) => {
    const answer = answers[asked.length] ?? answers.at(-1) ?? shown('')
    asked.push(String(url))
    return answerTo(new URL(url), answer)
  })
  if (resolved.kind === 'post') return { outcome: resolved.ref.postId, asked }
  const { result } = resolved
  if (result.ok) return { outcome: 'a post', asked }
  const { failure } = result
  const outcome =
    failure.kind === 'not_found'
      ? (failure.landing ?? failure.reason)
      : failure.kind === 'unavailable'
        ? failure.cause
        : failure.kind
  return { outcome, asked }
}

describe('a short link’s post is found', () => {
  test.each<[string, Answered[]]>([
    ['behind its page', [moved(`${page}?_r=1`)]],
    ['behind a relative address', [moved(`/@tester/photo/${postId}?_r=1`)]],
    ['behind a country’s name', [moved(`/en/@tester/video/${postId}`)]],
    ['behind another code', [moved('/t/ZTabc/'), moved(page)]],
    ['behind the other short host', [moved('https://vt.tiktok.com/ZSabc/'), moved(page)]],
    ['behind the same code with a slash', [moved('/ZMabc12/'), moved(page)]],
    ['as another client, after no target', [moved(), moved(page)]],
    ['as another client, after a refusal', [shown('', 403), moved(page)]],
    ['as another client, after a challenge', [shown('<p id="cs" class="x">'), moved(page)]],
    ['by a refresh', [shown(`<meta http-equiv="refresh" content="0;url=${page}">`)]],
    [
      'by a refresh in another order',
      [shown(`<META content='1; URL="${page}"' HTTP-EQUIV=REFRESH>`)],
    ],
    ['by a refresh without a name', [shown(`<meta http-equiv=refresh content="0; ${page}">`)]],
    [
      'by a relative refresh',
      [shown(`<meta http-equiv="Refresh" content="0;url=/@a/video/${postId}">`)],
    ],
    [
      'by a refresh beside a long text',
      [shown(`<meta http-equiv="refresh" content="0;url=${page}">${padding}`)],
    ],
    [
      'by a refresh to a code',
      [shown('<meta http-equiv="refresh" content="0;url=/t/ZTa">'), moved(page)],
    ],
    ['by the first link', [shown(`<a rel="x" href="${page}?a=1&amp;b">Moved Permanently</a>.`)]],
    ['by the link of a redirect without a target', [shown(`<a href="${page}">Found</a>`, 301)]],
    ...[
      'as another client, after a sign-in page',
      'as another client, after a country’s sign-in page',
    ].map((name, index): [string, Answered[]] => [
      name,
      [moved(['/login?lang=en', '/de/login'][index]), moved(page)],
    ]),
    ['as another client, after 401', [shown('', 401), moved(page)]],
    ['by a script', [shown(`<script>window.location.replace("${page}")</script>`)]],
    ['by a script that sets it', [shown(`<script>location.href = '${page}'</script>`)]],
    [
      'by a script with escapes',
      [shown(`<script>top.location="${page.replaceAll('/', '\\/')}?a=1\\u0026b"</script>`)],
    ],
    ['by a script to a code', [shown('<script>location.assign("/t/ZTa")</script>'), moved(page)]],
    ['by its canonical address', [shown(`<link rel="canonical" href="${page}">${padding}`)]],
    [
      'by the app’s argument',
      [shown(`<meta name="apple-itunes-app" content="app-id=1, app-argument=${page}">`)],
    ],
    [
      'by a card’s link to the app',
      [shown(`<meta name="twitter:app:url:iphone" content="tiktok://video/${postId}">`)],
    ],
    [
      'by a link with entities',
      [shown(`<a href="https&#x3a;&#47;&#x2F;www.tiktok.com/@a/video/${postId}">Found</a>`)],
    ],
    ['by a header that refreshes', [{ ...shown(''), headers: { refresh: `0; url=${page}` } }]],
    ['by the place of what was made', [{ ...shown('', 201), headers: { location: page } }]],
    [
      'by a link to the app in the head',
      [shown(`<meta property="al:ios:url" content="snssdk1233://aweme/detail/${postId}">`)],
    ],
    ['by an app’s scheme', [moved(`snssdk1233://aweme/detail/${postId}?refer=web`)]],
    ['by an older app’s scheme', [moved(`musically://aweme/detail/${postId}`)]],
    ['by an app’s scheme with three slashes', [moved(`snssdk1180:///aweme/detail/${postId}/`)]],
    ['by an intent', [moved(`intent://aweme/detail/${postId}#Intent;scheme=snssdk1233;end`)]],
    ['by an intent for its page', [moved(`intent://www.tiktok.com/@a/video/${postId}#Intent;end`)]],
    [
      'by an intent’s page for browsers',
      [moved(`intent:#Intent;S.browser_fallback_url=${inQuery};end`)],
    ],
    ['by an app’s page in its query', [moved(`snssdk1233://webview?url=${inQuery}`)]],
    ['by an app’s scheme with the id in its query', [moved(`trill://aweme/detail?id=${postId}`)]],
    ['by an app’s short scheme', [moved(`tiktok://video/${postId}?refer=web`)]],
    ['by an app’s photos', [moved(`snssdk1180://photo/${postId}`)]],
    ...['af_ios_url', 'af_android_url', 'af_r', 'url'].map((name): [string, Answered[]] => [
      `behind an app store, as ${name}`,
      [moved(`https://tiktok.onelink.me/BAuo/1?pid=x&${name}=${inQuery}`)],
    ]),
    ['behind a sign-in page, as next', [moved(`/login?next=${inQuery}`)]],
    [
      'behind a sign-in page, encoded twice',
      [moved(`/login?redirect_url=${encodeURIComponent(inQuery)}`)],
    ],
    ['behind an app store', [moved(`https://tiktok.onelink.me/BAuo/1?pid=x&af_web_dp=${inQuery}`)]],
    [
      'behind an app store, by the app',
      [
        moved(
          `https://tiktok.onelink.me/x?af_dp=${encodeURIComponent(`snssdk1233://aweme/detail/${postId}`)}`,
        ),
      ],
    ],
    ['behind the sign-in page', [moved(`https://www.tiktok.com/login?redirect_url=${inQuery}`)]],
    [
      'behind a relative sign-in page',
      [moved(`/login/phone?lang=en&redirect_url=/@a/video/${postId}`)],
    ],
    [
      'behind both',
      [
        moved(
          `https://x.onelink.me/1?af_web_dp=${encodeURIComponent(`https://www.tiktok.com/login?redirect_url=${inQuery}`)}`,
        ),
      ],
    ],
  ])('%s', async (_, answers) => {
    const { outcome, asked } = await resolve(answers)
    expect(outcome).toBe(postId)
    expect(asked).toHaveLength(answers.length)
  })
})

describe('a short link that leads to no post has its own end', () => {
  test.each<[string, Answered, string, number]>([
    ['a relative sign-in page', moved('/login?lang=en'), 'blocked', 2],
    ['a country’s sign-in page', moved('/de/login'), 'blocked', 2],
    ['a sign-up page', moved('https://www.tiktok.com/signup'), 'blocked', 2],
    ['a sign-in page for something else', moved('/login?redirect_url=/foryou'), 'blocked', 2],
    ['a page for what is missing', moved('/404?fromUrl=/t/ZMabc12'), 'gone', 1],
    ['a country’s page for it', moved('/XX/notfound'), 'gone', 1],
    ['the home page', moved('/'), 'gone', 1],
    ['a country’s home page', moved('/de-DE/?_r=1'), 'gone', 1],
    ['an unknown page', moved('/foryou?lang=en'), 'unknown_path', 1],
    ['a path that looks like a code', moved('/maintenance'), 'unknown_path', 1],
    ['the platform’s own pages', moved('/about'), 'about', 1],
    ['a profile', moved('/@tester'), 'profile', 1],
    ['an app store', moved('https://apps.apple.com/app/id1'), 'app_store', 1],
    ['another site', moved('https://shop.example/?redirect_url=x'), 'elsewhere', 1],
    ['an app’s other page', moved('snssdk1233://user/profile/1'), 'elsewhere', 1],
    ['no target, whoever asks', moved(), 'blocked', 2],
    ['a refusal, whoever asks', shown('', 403), 'blocked', 2],
    ['a limit, whoever asks', shown('', 429), 'blocked', 2],
    ['a challenge, whoever asks', shown('<title>Please wait...</title>'), 'blocked', 2],
    ['a circle', moved('/t/ZTloop'), 'gone', 3],
    ['404', shown('<p>404', 404), 'gone', 1],
    ['404 with a link', shown('<a href="https://www.tiktok.com/login">Log in</a>', 404), 'gone', 1],
    ['410', shown('', 410), 'gone', 1],
    ['a short page', shown('<html></html>'), 'unknown', 1],
    ['a long page', shown(padding), 'unknown', 1],
    [
      'a page that loads itself again',
      shown('<meta http-equiv="refresh" content="5">'),
      'unknown',
      1,
    ],
    ['a bad request', shown('no', 400), 'unknown', 1],
    ['a sign-in, whoever asks', shown('', 401), 'blocked', 2],
    ['a law', shown('', 451), 'unknown', 1],
    ['a redirect’s page', shown('<a href="/view/product/1">Moved</a>'), 'shop', 1],
    ['a page with a link home', shown(`<a href="/">Home</a>${padding}`), 'unknown', 1],
    ['a page with a link to sign in', shown(`<a href="/login">${padding}`), 'unknown', 1],
    [
      'a page that goes home',
      shown(`<meta http-equiv="refresh" content="0;url=/">${padding}`),
      'gone',
      1,
    ],
    ['an app’s link to another page', moved('snssdk1233://webview?url=%2F%40a'), 'elsewhere', 1],
  ])('%s', async (_, answer, wanted, requests) => {
    const { outcome, asked } = await resolve([answer])
    expect([outcome, asked.length]).toEqual([wanted, requests])
    for (const url of asked) expect(url).toMatch(/^https:\/\/(?:vm|www)\.tiktok\.com\//)
  })
})

test('the log names what a link answered, and neither its code nor a query or a name', async () => {
  const hosts = createTiktokHosts({ testOrigin: null, cdnHosts: () => [] })
  const told: string[][] = []
  async function lookUp(
    answers: Answered[],
    ref = parsePostLink('https://vm.tiktok.com/ZMsecret/'),
  ) {
    if (!ref.ok) throw new Error(ref.reason)
    let asked = 0
    const source = createPlatformSource({
      id: 'native',
      adapter: createTiktok(hosts),
      ask: () => async (url) => {
        const answer = answers[asked] ?? shown('')
        asked += 1
        return answerTo(new URL(url), answer)
      },
      timeoutMs: () => 600_000,
      onNoPost: (texts) => told.push(texts),
    })
    await source.lookup(ref.ref, new AbortController().signal)
  }
  const post = { ok: true as const, ref: refOfKey(postId) }
  await lookUp([moved(), shown('<p id="cs" class="x">')])
  await lookUp([moved('/t/ZTsecret/?k=secret'), moved('https://www.tiktok.com/@secret?secret=1')])
  await lookUp([moved('/login?redirect_url=secret')])
  await lookUp([moved('https://www.tiktok.com/tag/secret')])
  await lookUp([moved('https://secret.example/secret')])
  await lookUp([moved('https://www.tiktok.com/XX/notfound?secret')], post)
  await lookUp([moved('https://www.tiktok.com/ZMsecret12')])
  expect(told).toEqual([
    ['302, no target, 0 characters, no_script', '200, 21 characters, no_script, id="cs"'],
    ['302 to vm.tiktok.com/…/…', '302 to a profile'],
    ['302 to vm.tiktok.com/login', '200, 0 characters, no_script'],
    ['302 to www.tiktok.com/tag/…'],
    ['302 to another site'],
    ['302 to www.tiktok.com/XX/notfound'],
    ['302 to www.tiktok.com/…'],
  ])
})

test('S45: a page made to be slow takes no longer than one pass over it', () => {
  const base = new URL('https://www.tiktok.com')
  for (const unit of [
    '<meta ',
    '<a href="',
    `<meta content="${' '.repeat(2_000)}`,
    '<a  ',
    '<meta content=',
    'location',
    'location="',
    `location${' '.repeat(50)}`,
    '<link href=',
  ]) {
    const html = unit.repeat(Math.floor((255 * 1024) / unit.length))
    expect(interruptible(() => linksInPage(html, base)).length).toBeLessThan(300)
  }
})
