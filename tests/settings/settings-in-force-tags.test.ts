// @module-tag whole
import { describe, expect, test } from 'vitest'
import { cookieName, createBrowser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { startSettingsWorld } from './settings-in-force-world.ts'

const world = startSettingsWorld()

const answered = (answer: string) => ({ Cookie: `${cookieName(world.app, 'consent')}=${answer}` })

/** What a visitor's page says of tags and advertisements. */
async function home(headers: Record<string, string> = {}) {
  const response = await createBrowser(world.app).get('/', headers)
  const elements = elementsOf(await response.text())
  const has = (name: string) => elements.some(({ attributes }) => name in attributes)
  return {
    asked: elements.some(({ attributes }) => 'data-consent' in attributes),
    tagged: has('data-tags'),
    frames: select(elements, 'iframe').map(({ attributes }) => attributes.src),
    policy: response.headers.get('content-security-policy') ?? '',
  }
}

describe('third-party tools', () => {
  test.each([
    ['analyticsTagId', 'G-A1B2C3D4', 'www.googletagmanager.com'],
    ['heatmapId', 'abc123', 'www.clarity.ms'],
    ['socialPixelId', '1234567890', 'connect.facebook.net'],
  ] as const)(
    'S50: %s is in force with the next request, kept pages included',
    async (name, id, host) => {
      for (const value of ['', id, '']) {
        await world.set({ [name]: value })
        const on = value !== ''
        for (const _ of ['made', 'kept']) {
          expect((await home()).asked).toBe(on)
          const page = await home(answered('accepted-ahp'))
          expect([page.asked, page.tagged, page.policy.includes(host)]).toEqual([false, on, on])
        }
      }
    },
  )

  test('S50: whether the privacy signal counts is in force with the next request', async () => {
    await world.set({ analyticsTagId: 'G-A1B2C3D4' })
    for (const honoured of [true, false, true]) {
      await world.set({ honourPrivacySignal: honoured })
      expect((await home({ 'Sec-GPC': '1' })).asked).toBe(!honoured)
      expect((await home({ ...answered('accepted-ahp'), 'Sec-GPC': '1' })).tagged).toBe(!honoured)
    }
  })

  test('no kept page of a visitor who agreed reaches one who did not', async () => {
    await world.set({ analyticsTagId: 'G-A1B2C3D4' })
    for (const _ of ['made', 'kept']) {
      expect(await home(answered('accepted-ahp'))).toMatchObject({ asked: false, tagged: true })
      expect(await home()).toMatchObject({ asked: true, tagged: false })
      const declined = await home(answered('declined'))
      expect(declined).toMatchObject({ asked: false, tagged: false })
      expect(declined.policy).not.toContain('googletagmanager')
    }
  })
})

describe('advertisements', () => {
  test.each([
    ['adBanner', '/ad/banner'],
    ['adContent', '/ad/content'],
  ] as const)('S50: %s is in its place with the next request', async (name, address) => {
    for (const html of ['', '<b>Buy</b>', '<b>Buy more</b>', '']) {
      await world.set({ [name]: html })
      expect((await home()).frames).toEqual(html === '' ? [] : [address])
      const shown = await createBrowser(world.app).get(address)
      expect(shown.status).toBe(html === '' ? 404 : 200)
      if (html !== '') expect(await shown.text()).toContain(html)
    }
  })
})
