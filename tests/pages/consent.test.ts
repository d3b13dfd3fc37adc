// @module-tag whole
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import type { Settings } from '#app/settings/settings-schema.ts'
import { type Browser, cookieName, createBrowser } from '#tests/support/accounts.ts'
import { type AppServer, discardApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { elementsOf, select } from '#tests/support/html.ts'

const ids = {
  analyticsTagId: 'G-TEST12345',
  heatmapId: 'heatmap123',
  socialPixelId: '123456789012345',
} as const

const apps = new Map<string, AppServer>()

/** One app for each set of settings; the address is https where Secure cookies are of interest. */
async function appWith(name: string, settings: Partial<Settings>, env = {}) {
  apps.set(name, await startAppWith(settings, env))
}

const app = (name: string): AppServer => {
  const found = apps.get(name)
  if (found === undefined) throw new Error(`There is no app ${name}`)
  return found
}

beforeAll(async () => {
  await appWith('none', {})
  await appWith('all', ids)
  await appWith('analytics', { analyticsTagId: ids.analyticsTagId })
  await appWith('deaf', { ...ids, honourPrivacySignal: false })
  await appWith('secure', ids, { APP_URL: 'https://site.example' })
})
afterAll(async () => {
  for (const running of apps.values()) await discardApp(running)
})

type Page = { status: number; headers: Headers; html: string; policy: Map<string, string[]> }

async function open(browser: Browser, path: string, headers = {}): Promise<Page> {
  const response = await browser.get(path, headers)
  const policy = new Map<string, string[]>()
  for (const part of (response.headers.get('content-security-policy') ?? '').split('; ')) {
    const [name = '', ...sources] = part.split(' ')
    policy.set(name, sources)
  }
  return { status: response.status, headers: response.headers, html: await response.text(), policy }
}

/** As texts of elements have it: white space of every kind is a space. */
const spoken = (text: string) => text.replace(/\s+/g, ' ')
const banner = (page: Page) =>
  elementsOf(page.html).find(({ attributes }) => 'data-consent' in attributes)
const tags = (page: Page) =>
  elementsOf(page.html).find(({ attributes }) => 'data-tags' in attributes)?.attributes ?? null
const footerLink = (page: Page) =>
  select(elementsOf(page.html), 'a').find(({ attributes }) => attributes.href === '/consent')
/** Hosts of others that scripts of the page may reach or come from. */
const opened = (page: Page) =>
  [...page.policy.values()].flat().filter((source) => source.startsWith('https:'))

const consented = (name: string, value: string) => ({
  Cookie: `${cookieName(app(name), 'consent')}=${value}`,
})
const answer = (browser: Browser, choice: string, back = '/help', headers = {}) =>
  browser.post('/consent', { choice, back }, headers)

/** The page that an answer leads back to, once the browser has shown that it kept the cookie. */
async function ledTo(browser: Browser, sent: Response): Promise<string | null> {
  const checked = await browser.get(sent.headers.get('location') ?? '')
  expect([checked.status, checked.headers.get('cache-control')]).toEqual([303, 'no-store'])
  return checked.headers.get('location')
}

describe('Without an id of a tag', () => {
  test('no one is asked, nothing is opened, and there is nothing to decide', async () => {
    const browser = createBrowser(app('none'))
    for (const path of ['/', '/help', '/privacy', '/es']) {
      const page = await open(browser, path, consented('none', 'accepted-ahp'))
      expect([path, banner(page), tags(page), footerLink(page), opened(page)]).toEqual([
        path,
        undefined,
        null,
        undefined,
        [],
      ])
      expect(page.headers.get('vary') ?? '').not.toContain('Cookie')
      expect(page.html).not.toContain('googletagmanager')
    }
    expect((await open(browser, '/consent')).status).toBe(404)
    const sent = await answer(browser, 'accept')
    expect([sent.status, sent.headers.getSetCookie()]).toEqual([303, []])
    expect((await open(browser, sent.headers.get('location') ?? '')).headers.get('location')).toBe(
      '/help',
    )
  })

  test('the home page claims that nothing follows visitors only while that is true', async () => {
    const { features } = catalogue('en').homeSections
    const plain = await open(createBrowser(app('none')), '/')
    expect(plain.html).toContain(features.cookies)
    const tagged = await open(createBrowser(app('all')), '/')
    expect(tagged.html).not.toContain(features.cookies)
    expect(tagged.html).toContain(features.choice)
  })
})

describe('A visitor who has not answered', () => {
  test.each(languages)('is asked in %s, by a form that needs no JavaScript', async (language) => {
    const { consent } = catalogue(language)
    const page = await open(createBrowser(app('all')), localPath('/help', language, 'en'))
    expect(banner(page)?.text).toContain(spoken(consent.question))
    const elements = elementsOf(page.html)
    const action = localPath('/consent', language, 'en')
    expect(select(elements, 'form', { method: 'post', action })).toHaveLength(1)
    const buttons = select(elements, 'button', { name: 'choice' })
    expect(buttons.map(({ text, attributes }) => [text, attributes.value])).toEqual([
      [consent.accept, 'accept'],
      [consent.decline, 'decline'],
    ])
    const [yes, no] = buttons.map(({ attributes }) => attributes.class)
    expect(yes).toBe(no)
    expect(banner(page)?.text).toContain(consent.more)
  })

  test('gets no tag, and a page that could load none', async () => {
    const page = await open(createBrowser(app('all')), '/')
    expect(tags(page)).toBeNull()
    expect(opened(page)).toEqual([])
    for (const id of Object.values(ids)) expect(page.html).not.toContain(id)
    expect(page.headers.get('vary')).toContain('Cookie, Sec-GPC')
  })

  test('is not asked in the back office', async () => {
    const page = await open(createBrowser(app('all')), '/admin/login')
    expect([page.status, banner(page)]).toEqual([200, undefined])
  })

  test('keeps the answer to a form, which a question would take from them', async () => {
    const browser = createBrowser(app('all'))
    const response = await browser.post('/', { url: 'https://www.tiktok.com/@a/video/7' })
    expect(await response.text()).not.toContain('class="consent"')
  })
})

describe('A visitor who accepts', () => {
  test('is led back, is not asked again, and gets the tags that are turned on', async () => {
    const browser = createBrowser(app('all'))
    const sent = await answer(browser, 'accept', '/es/help?a=1')
    expect([sent.status, await ledTo(browser, sent)]).toEqual([303, '/es/help?a=1'])
    expect(sent.headers.get('cache-control')).toBe('no-store')
    expect(sent.headers.getSetCookie()).toEqual([
      `${cookieName(app('all'), 'consent')}=accepted-ahp; Max-Age=15724800; Path=/; SameSite=Lax; HttpOnly`,
    ])
    const page = await open(browser, '/es/help')
    expect([banner(page), page.html.includes('href="/es/consent"')]).toEqual([undefined, true])
    expect(tags(page)).toMatchObject({
      'data-analytics': ids.analyticsTagId,
      'data-heatmap': ids.heatmapId,
      'data-pixel': ids.socialPixelId,
    })
  })

  test('keeps the campaign in the address, which the form of a kept page lacks', async () => {
    const { origin } = app('analytics')
    const led = async (page: string) => {
      const browser = createBrowser(app('analytics'))
      const sent = await answer(browser, 'accept', '/help', { Referer: origin + page })
      return ledTo(browser, sent)
    }
    expect(await led('/help?utm_source=news&gclid=1')).toBe('/help?utm_source=news&gclid=1')
    expect(await led('/blog?utm_source=news')).toBe('/help')
  })

  test('S34: gets a policy that opens for the tags and the page’s own scripts alone', async () => {
    const browser = createBrowser(app('analytics'))
    await answer(browser, 'accept')
    const { policy, ...page } = await open(browser, '/')
    const isHash = (source: string) => source.startsWith("'sha256-")
    const sources = policy.get('script-src') ?? []
    expect(sources.filter((source) => !isHash(source))).toEqual([
      "'self'",
      'https://www.googletagmanager.com',
    ])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('style-src')).toEqual(["'self'"])
    expect([...policy.values()].flat().join(' ')).not.toMatch(/clarity|facebook|unsafe/)
    const scripts = select(elementsOf(page.html), 'script').filter(
      ({ attributes }) => attributes.type !== 'application/ld+json',
    )
    expect(scripts.length).toBeGreaterThan(0)
    const inline = scripts.filter(({ attributes }) => attributes.src === undefined)
    expect(inline.length).toBe(sources.filter(isHash).length)
  })

  test('has no tags where the address shows what they look up or has a token', async () => {
    const browser = createBrowser(app('all'))
    await answer(browser, 'accept')
    for (const path of [
      '/?url=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F7123456789012345678',
      '/?text=x',
      '/?post=7123456789012345678',
      '/prepare/7123456789012345678/mp4?e=1&s=x',
      '/dmca/status/abc',
      '/newsletter/confirm/abc',
      '/consent',
      '/no-such-page',
      '/admin/login',
    ]) {
      const page = await open(browser, path)
      expect([path, tags(page), opened(page)]).toEqual([path, null, []])
    }
    expect(tags(await open(browser, '/blog/captions-for-short-video'))).not.toBeNull()
  })

  test('is asked again when the operator adds a tag, and not when one is taken away', async () => {
    const more = await open(createBrowser(app('all')), '/', consented('all', 'accepted-a'))
    expect([banner(more) === undefined, tags(more)]).toEqual([false, null])
    const fewer = await open(createBrowser(app('analytics')), '/', {
      Cookie: `x=1; ${consented('analytics', 'accepted-ahp').Cookie}; y=2`,
    })
    expect([banner(fewer), tags(fewer)?.['data-heatmap']]).toEqual([undefined, undefined])
    expect(tags(fewer)?.['data-analytics']).toBe(ids.analyticsTagId)
  })
})

describe('A visitor whose browser keeps no cookies', () => {
  test.each(languages)(
    'reads in %s why their answer is lost, and can answer again',
    async (language) => {
      const { origin } = app('all')
      const path = localPath('/consent', language, 'en')
      for (const choice of ['accept', 'decline']) {
        const sent = await fetch(origin + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'Sec-Fetch-Site': 'same-origin' },
          body: new URLSearchParams({ choice, back: '/help?a=1' }),
        })
        const page = await fetch(new URL(sent.headers.get('location') ?? '', origin))
        expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
        const html = await page.text()
        const status = elementsOf(html).find(({ attributes }) => attributes.role === 'status')
        expect(status?.text).toBe(spoken(catalogue(language).consentPage.lost))
        expect(select(elementsOf(html), 'input', { name: 'back' })[0]?.attributes.value).toBe(
          '/help?a=1',
        )
      }
    },
  )
})

describe('A visitor who declines', () => {
  test('is not asked again, and nothing is loaded or opened', async () => {
    const browser = createBrowser(app('all'))
    await answer(browser, 'decline')
    expect(browser.cookie()).toBe(consented('all', 'declined').Cookie)
    const page = await open(browser, '/')
    expect([banner(page), tags(page), opened(page)]).toEqual([undefined, null, []])
    expect(footerLink(page)?.text).toBe(catalogue('en').consent.footer)
  })

  test('may change their mind, and loses the cookies of the tags with it', async () => {
    const browser = createBrowser(app('all'))
    await answer(browser, 'accept')
    const page = await open(browser, '/consent')
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page.html).toContain(catalogue('en').consentPage.accepted)
    const sent = await answer(browser, 'decline', '/consent', {
      Cookie: `${browser.cookie()}; _ga=1; _ga_TEST12345=2; _clck=3; _fbp=4; session=5; _gallery=6`,
    })
    const ended = sent.headers.getSetCookie().filter((line) => line.includes('Max-Age=0'))
    expect(ended).toEqual(
      ['_ga', '_ga_TEST12345', '_clck', '_fbp'].map((name) => `${name}=; Max-Age=0; Path=/`),
    )
    const after = await open(browser, '/consent')
    expect(after.html).toContain(catalogue('en').consentPage.declined)
  })

  test('S25: has a cookie for https only where the site uses https', async () => {
    const { origin } = app('secure')
    const browser = createBrowser(app('secure'))
    await answer(browser, 'decline', '/', { Origin: origin.replace('http:', 'https:') })
    expect(browser.lastSetCookie()).toEqual([
      '__Host-cleanclip-consent=declined; Max-Age=15724800; Path=/; SameSite=Lax; HttpOnly; Secure',
    ])
  })
})

describe('A browser that declines for its visitor', () => {
  const signal = { 'Sec-GPC': '1' }

  test('S50: counts as declined while the privacy signal is honored, whatever was clicked', async () => {
    const browser = createBrowser(app('all'))
    await answer(browser, 'accept')
    const page = await open(browser, '/', signal)
    expect([banner(page), tags(page), opened(page)]).toEqual([undefined, null, []])
    const choice = await open(browser, '/consent', signal)
    expect(choice.html).toContain(catalogue('en').consentPage.signal)
    expect(choice.html).not.toContain('name="choice"')
  })

  test('S50: is asked like everyone while the signal is not honored', async () => {
    const page = await open(createBrowser(app('deaf')), '/', signal)
    expect(banner(page)).toBeDefined()
  })
})

describe.each([
  ['analyticsTagId', 'https://www.googletagmanager.com'],
  ['heatmapId', 'https://www.clarity.ms'],
  ['socialPixelId', 'https://connect.facebook.net'],
] as const)('S50: the setting %s', (name, host) => {
  test('opens pages of visitors who agree for its own host, and only while it is set', async () => {
    const running = await startAppWith({ [name]: ids[name] })
    try {
      const browser = createBrowser(running)
      expect(opened(await open(browser, '/'))).toEqual([])
      await answer(browser, 'accept')
      const { policy, html } = await open(browser, '/')
      expect(policy.get('script-src')).toContain(host)
      expect(html).toContain(ids[name])
    } finally {
      await discardApp(running)
    }
  })
})

describe('What others send', () => {
  test('S17: another site cannot answer for a visitor', async () => {
    const browser = createBrowser(app('all'))
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site', Cookie: 'a=1' },
    ]) {
      const refused = await answer(browser, 'accept', '/', headers)
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []])
    }
    // A browser too old to say which page a form is on, which has no cookie of the site yet.
    const old = await fetch(`${app('all').origin}/consent`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams({ choice: 'accept', back: '/' }),
    })
    expect([old.status, old.headers.getSetCookie()]).toEqual([403, []])
  })

  test('an unknown choice is refused and sets no cookie', async () => {
    const browser = createBrowser(app('all'))
    for (const choice of ['', 'ACCEPT', 'accept\r\nSet-Cookie: a=b', '__proto__']) {
      const refused = await answer(browser, choice)
      expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []])
    }
  })

  test.each(languages)(
    'a choice that doesn’t arrive is asked for again in %s, and leads back',
    async (language) => {
      const browser = createBrowser(app('all'))
      const path = localPath('/consent', language, 'en')
      const { pages, consentPage } = catalogue(language)
      const leads = async (back: string) => {
        const sent = await browser.post(path, { choice: 'maybe', back })
        expect([sent.status, sent.headers.get('cache-control')]).toEqual([400, 'no-store'])
        const elements = elementsOf(await sent.text())
        expect(select(elements, 'title')[0]?.text).toContain(
          spoken(fill(pages.refused, { title: consentPage.title })),
        )
        const alert = elements.find(({ attributes }) => attributes.role === 'alert')
        expect(alert?.text).toBe(spoken(consentPage.refused))
        return select(elements, 'input', { name: 'back' })[0]?.attributes.value
      }
      expect(await leads('/help?a=1')).toBe('/help?a=1')
      expect(await leads('//evil.example')).toBe(localPath('/', language, 'en'))
    },
  )

  test('S30: no one is led to another site', async () => {
    for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example', '', 'x']) {
      const browser = createBrowser(app('all'))
      const sent = await answer(browser, 'decline', back)
      expect([back, await ledTo(browser, sent)]).toEqual([back, '/'])
      const asked = await browser.get(`/consent?${new URLSearchParams({ back })}`)
      expect([back, asked.headers.get('location')]).toEqual([back, '/'])
    }
  })

  test('a cookie that no one has set here is no consent', async () => {
    for (const value of ['accepted', 'accepted-', 'accepted-xyz', 'accepted-ahpa', 'yes', '"']) {
      const page = await open(createBrowser(app('all')), '/', consented('all', value))
      expect([value, tags(page), banner(page) === undefined]).toEqual([value, null, false])
    }
    for (const other of ['consent=accepted-ahp', `no${consented('all', 'accepted-ahp').Cookie}`]) {
      expect(tags(await open(createBrowser(app('all')), '/', { Cookie: other }))).toBeNull()
    }
  })
})

describe('The privacy page', () => {
  test('names what is turned on, and where to change one’s mind', async () => {
    const { consentPage: texts } = catalogue('en')
    const off = await open(createBrowser(app('none')), '/privacy')
    expect(off.html).toContain(texts.none)
    const on = await open(createBrowser(app('analytics')), '/privacy')
    expect(on.html).not.toContain(texts.none)
    expect(on.html).toContain(texts.tools.analytics)
    expect(on.html).not.toContain(texts.tools.heatmap)
  })
})
