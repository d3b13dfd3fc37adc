// @module-tag process
import { expect, test } from 'vitest'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'

test('a download counts once, for the signed-in user only', async () => {
  const app = await startApp()
  try {
    const db = openDatabase(app)
    await addUser(db, { email: 'ann@site.example' })
    await addUser(db, { email: 'other@site.example' })
    const { html } = await lookUp(app, 'https://www.tiktok.com/@ann/video/7106594312292453675')
    const link = await saveLinkIn(app, html)
    const visitor = createBrowser(app)
    const ann = createBrowser(app)
    await ann.signIn('ann@site.example')
    for (const browser of [visitor, ann]) {
      const response = await browser.get(link)
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    }
    await ann.send(link, { method: 'HEAD' })
    await expect
      .poll(() => db.rows('select email, downloads from users order by email'))
      .toEqual([
        { email: 'ann@site.example', downloads: 1 },
        { email: 'other@site.example', downloads: 0 },
      ])
    await db.close()
  } finally {
    await discardApp(app)
  }
})
