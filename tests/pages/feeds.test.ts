// @module-tag whole
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openDatabase } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { absenceOfFeedparser, pythonEnv } from '#tests/support/feedparser.ts'

type Read = {
  faults: string[]
  entries: { title: string; link: string; updated: boolean; length: number }[]
}

const documents = [
  { address: '/blog/feed.xml', schema: 'tests/pages/atom.rng' },
  { address: '/status/feed.xml', schema: 'tests/pages/atom.rng' },
  { address: '/sitemap.xml', schema: 'tests/pages/sitemap.rng' },
]

const absence = absenceOfFeedparser()
test.skipIf(absence !== null)(
  `a feed that only our own reader reads (feedparser, RELAX NG) ${absence ?? ''}`,
  async () => {
    const app = await startApp({ LOG_LEVEL: 'warn' })
    const db = openDatabase(app)
    const outage = `insert into platform_outages (platform, began_at, ended_at) values ('bluesky', ?, ?)`
    await db.run(outage, Date.now() - 7_200_000, Date.now() - 3_600_000)
    await db.run(outage, Date.now() - 600_000, null)
    await db.close()
    const input = await Promise.all(
      documents.map(async ({ address, schema }) => ({
        xml: await (await fetch(app.origin + address)).text(),
        schema,
      })),
    )
    await discardApp(app)
    const { stdout, stderr } = spawnSync('/usr/bin/python3', ['tests/pages/feeds.py'], {
      input: JSON.stringify(input),
      encoding: 'utf8',
      env: pythonEnv(),
    })
    expect(stderr).toBe('')
    const read = JSON.parse(stdout) as Read[]
    expect(read.map(({ faults }) => faults)).toEqual(documents.map(() => []))
    const [blog, status] = read
    expect(status?.entries.map(({ updated }) => updated)).toEqual([true, true])
    expect(blog?.entries.length).toBeGreaterThan(10)
    for (const entry of blog?.entries ?? []) {
      expect(entry).toMatchObject({
        title: expect.stringMatching(/\S/),
        link: expect.stringMatching(`^${app.origin}/blog/`),
        updated: true,
      })
      expect(entry.length, entry.title).toBeGreaterThan(1000)
    }
  },
)
