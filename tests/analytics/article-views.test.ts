// @module-tag whole
import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { utcDayOf } from '#app/analytics/dimensions.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'

let app: AppServer | null = null
afterAll(async () => {
  if (app !== null) await discardApp(app)
})

const slugs = readdirSync('pages-content/blog').map((file) => file.replace(/\.html$/, ''))

/** What the blog and an article say of views, one text for each article there. */
async function viewTexts(origin: string): Promise<string[]> {
  const pages = ['/blog', `/blog/${slugs[0]}`].map(async (path) => {
    const elements = elementsOf(await (await fetch(origin + path)).text())
    return select(elements, 'li').map(({ text }) => text)
  })
  return (await Promise.all(pages)).flat().filter((text) => /^[\d,]+ views?$/.test(text))
}

test('view counts are shown on all articles, or on none if one has hardly any', async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
  const db = openDatabase(app)
  const view = `insert into analytics_days (dimension, day, key, views)
    values ('path', ?, ?, ?) on conflict (dimension, day, key) do update set views = excluded.views`
  const day = utcDayOf(Date.now()) - 3
  for (const slug of slugs.slice(1)) await db.run(view, day, `/blog/${slug}`, 40)
  await db.run(view, day, `/blog/${slugs[0]}`, 1)
  expect(await viewTexts(app.origin)).toEqual([])

  await db.run(view, day, `/blog/${slugs[0]}`, 1234)
  await db.close()
  await app.stop()
  app = await startApp({ LOG_LEVEL: 'warn' }, app.dataDir)
  const texts = await viewTexts(app.origin)
  expect(texts).toContain('1,234 views')
  // Each article of the blog; one and three related ones on its own page.
  expect(texts).toHaveLength(slugs.length + 4)
})
