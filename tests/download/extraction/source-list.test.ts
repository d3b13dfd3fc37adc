// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { makeYtdlp } from '#tests/fakes/ytdlp.ts'
import { lastChange, saveTab, storedSetting } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lookUp } from '#tests/support/live-app.ts'
import {
  type ModeratedApp,
  operatorEmail,
  startModeratedApp,
} from '#tests/support/moderated-app.ts'

const page = '/admin/settings/api'
const [canary] = canaryLinks.map((link) => link.split('/').at(-1) ?? '')

let platform: Platform
let world: ModeratedApp

beforeAll(async () => {
  platform = await startPlatform()
  world = await startModeratedApp({ ...platform.env, EXTRACTION_SOURCES: '' })
})
afterAll(async () => {
  await world?.close()
  await platform.close()
})

const press = (source: string, what: string) => world.operator.post(page, { source, intent: what })

/** The text of each row of the list, without its line breaks. */
async function rows(html?: string): Promise<string[]> {
  const elements = elementsOf(html ?? (await world.operator.html(page)))
  return elements
    .filter(({ tag, attributes }) => tag === 'li' && attributes.id?.startsWith('source-'))
    .map(({ text }) => text.replace(/\s+/g, ' '))
}

/** The sources' titles in their order, with whether each is on. */
async function order(): Promise<string[]> {
  return (await rows()).map((text) => {
    const name = text.startsWith('TikTok’s own pages')
      ? 'native'
      : text.startsWith('yt-dlp')
        ? 'ytdlp'
        : 'service'
    return `${name} ${text.includes('Turn off') ? 'on' : 'off'}`
  })
}

const asked = (postId: string) => [platform.pages(postId), world.extraction.lookups(postId)]

describe('S50: the list of sources', () => {
  test('S50: Up and Down change who is asked first, at once and in the audit log', async () => {
    expect(await order()).toEqual(['native on', 'service on', 'ytdlp on'])
    const first = platformPost('video', 11)
    expect((await lookUp(world.app, first.url)).status).toBe(200)
    expect(asked(first.postId)).toEqual([1, 0])
    expect((await press('service', 'up')).status).toBe(302)
    expect(await order()).toEqual(['service on', 'native on', 'ytdlp on'])
    expect(await lastChange(world.db)).toMatchObject({
      actor: operatorEmail,
      after: { extractionSources: ['service', 'native', 'ytdlp'] },
    })
    // What the former order had found is forgotten, so the post is asked for again.
    expect((await lookUp(world.app, first.url)).status).toBe(200)
    expect(asked(first.postId)).toEqual([1, 1])
    await press('service', 'down')
    expect(await order()).toEqual(['native on', 'service on', 'ytdlp on'])
  })

  test('S50: a source that is off is asked nothing, and the last one stays on', async () => {
    await press('native', 'off')
    await press('ytdlp', 'off')
    expect(await order()).toEqual(['service on', 'native off', 'ytdlp off'])
    const { postId, url } = platformPost('video', 12)
    expect((await lookUp(world.app, url)).status).toBe(200)
    expect(asked(postId)).toEqual([0, 1])
    await press('service', 'off')
    expect(await world.operator.html(page)).toContain('At least one source has to stay on.')
    expect(await storedSetting(world.db, 'extractionSources')).toEqual(['service'])
    await press('native', 'on')
    await press('native', 'up')
    expect(await order()).toEqual(['native on', 'service on', 'ytdlp off'])
  })

  test('S50: buttons that lead nowhere are off, and forms that the list never sends are refused', async () => {
    const buttons = select(elementsOf(await world.operator.html(page)), 'button', {
      name: 'intent',
    })
    const isDisabled = (text: string) =>
      buttons.find((button) => button.text === text)?.attributes.disabled !== undefined
    expect([
      isDisabled('Up: TikTok’s own pages'),
      isDisabled('Down: TikTok’s own pages'),
      isDisabled('Up: The extraction service'),
      isDisabled('Down: The extraction service'),
    ]).toEqual([true, false, false, true])
    for (const [source, what] of [
      ['demo', 'on'],
      ['native', 'remove'],
      ['', 'off'],
    ] as const) {
      expect((await press(source, what)).status).toBe(400)
    }
    expect(await storedSetting(world.db, 'extractionSources')).toEqual(['native', 'service'])
  })

  test('S50: each row shows how its source does, and what went wrong in words', async () => {
    const { url } = platformPost('no_scope', 11)
    await lookUp(world.app, url)
    await expect.poll(async () => (await rows())[0]).toContain('it has changed its page')
    const [native, service] = await rows()
    expect(native).toMatch(/Works.*Last success ?just now.*\d+% of \d+.*about \d+ m?s/)
    expect(service).toMatch(/Works.*Last success ?just now.*Last failure ?None yet.*100% of \d+/)
  })

  test('S50: Test looks a post up at that source alone, proves its bytes and stores nothing', async () => {
    // By itself the server tries out sources too.
    await saveTab(world.operator, 'api', { canary: null })
    const before = await world.db.value('select count(*) from posts')
    const [pages = 0, lookups] = asked(canary ?? '')
    const answer = await press('native', 'test')
    expect(answer.status).toBe(200)
    expect((await rows(await answer.text()))[0]).toMatch(
      /It works: video .*its file is an MP4 \(look-up \d+ m?s, file \d+ m?s\)/,
    )
    expect(asked(canary ?? '')).toEqual([pages + 1, lookups])
    expect(await world.db.value('select count(*) from posts')).toBe(before)
    const again = await press('native', 'test')
    expect((await rows(await again.text()))[0]).toContain('It was tested a moment ago')
    expect(platform.pages(canary ?? '')).toBe(pages + 1)
    const service = await press('service', 'test')
    expect((await rows(await service.text()))[1]).toMatch(/It works: video/)
  })
})

test('S50: with EXTRACTION_SOURCES the list names the variable and can only be read', async () => {
  const app = await startApp({ ...platform.env, EXTRACTION_SOURCES: 'service,native' })
  try {
    const db = openDatabase(app)
    await addUser(db, { email: operatorEmail, name: 'Olga Operator' })
    const browser = createBrowser(app)
    await browser.signIn(operatorEmail)
    const html = await browser.html(page)
    const texts = await rows(html)
    expect(texts.map((text) => text.slice(0, 8))).toEqual(['The extr', 'TikTok’s', 'yt-dlpOf'])
    expect(texts.join()).not.toMatch(/Turn o|Up|Down/)
    expect(html).toMatch(/environment variable <code>EXTRACTION_SOURCES<\/code>/)
    await browser.post(page, { source: 'native', intent: 'up' })
    expect(await storedSetting(db, 'extractionSources')).toBeUndefined()
    await db.close()
  } finally {
    await discardApp(app)
  }
})

describe('S50: what a row warns of', () => {
  test('S50: an old yt-dlp, and a first source that others replace', {
    tags: 'whole',
  }, async () => {
    const program = makeYtdlp(platform.origin, { version: '2020.01.01' })
    const app = await startModeratedApp({
      ...platform.env,
      EXTRACTION_SOURCES: '',
      YTDLP_PATH: program.path,
    })
    try {
      const before = await rows(await app.operator.html(page))
      expect(before[2]).toMatch(/^yt-dlp.*Outdated ?Version 2020\.01\.01, [\d,]+ days old/)
      expect(before[0]).toContain('TikTok’s own pagesNot tried yet')
      for (const link of canaryLinks) {
        platform.setBehaviour(link.split('/').at(-1) ?? '', 'challenge')
      }
      // A challenge that a second post confirms pauses the first source.
      expect((await lookUp(app.app, platformPost('challenge', 31).url)).status).toBe(200)
      const after = await rows(await app.operator.html(page))
      expect(after[0]).toContain('Degraded: paused')
      expect(after[0]).toMatch(/Asked again ?in \d+ s/)
      expect(after[0]).toContain('it asked for proof of a browser')
      const tested = await app.operator.post(page, { source: 'native', intent: 'test' })
      expect((await rows(await tested.text()))[0]).toMatch(
        /It doesn’t work: it asked for proof of a browser, after \d+ m?s\./,
      )
      expect(await app.operator.html('/admin/notifications')).not.toContain('working')
    } finally {
      await app.close()
      program.remove()
    }
  })
})
