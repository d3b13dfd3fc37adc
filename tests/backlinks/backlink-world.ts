import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { signedIn } from '#tests/accounts/admin-world.ts'
import { startWebSite, type WebSite } from '#tests/fakes/web-site.ts'
import { addUser, type Browser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, type HtmlElement } from '#tests/support/html.ts'
import type { Sql } from '#tests/support/sql.ts'

export const path = '/admin/backlinks'

/** An app with an operator who is signed in, and a web site that may have links to it. */
export type BacklinkWorld = {
  site: WebSite
  app: AppServer
  db: Sql
  browser: Browser
  /** The app again on the same data, after its process has ended. */
  restart(): Promise<void>
}

/** Call at the top of a test file; read its parts inside the tests only. */
export function startBacklinkWorld(): BacklinkWorld {
  const start = (dataDir?: string) =>
    startApp({ TRUSTED_UPSTREAMS: world.site.hostPort, LOG_LEVEL: 'warn' }, dataDir)
  const world = {
    async restart() {
      world.app = await start(world.app.dataDir)
    },
  } as BacklinkWorld
  beforeAll(async () => {
    world.site = await startWebSite()
    world.app = await start()
    world.db = openDatabase(world.app)
    await addUser(world.db, { email: 'op@site.example', name: 'Olga Operator' })
    world.browser = await signedIn(world.app, 'op@site.example')
  })
  afterAll(async () => {
    await world.db?.close()
    if (world.app !== undefined) await discardApp(world.app)
    await world.site?.close()
  })
  beforeEach(async () => {
    await world.db.run(
      'delete from backlinks; delete from outreach_campaigns; delete from outreach_opt_outs',
    )
  })
  return world
}

export type Row = Record<string, string | number | null>

/** What the operator of a world does and sees. */
export function backlinksOf(world: BacklinkWorld) {
  const rows = (query: string, ...values: unknown[]) => world.db.rows<Row>(query, ...values)
  const row = async (query: string, ...values: unknown[]) => (await rows(query, ...values))[0]
  const page = async (target: string): Promise<HtmlElement[]> =>
    elementsOf(await world.browser.html(target))
  return {
    rows,
    row,
    page,
    /** What a page says about the last action. */
    async flashes(target = path): Promise<string[]> {
      return (await page(target))
        .filter(({ attributes }) => 'data-flash' in attributes)
        .map(({ text }) => text)
    },
    /** Adds a backlink by the form, and gives its number. */
    async add(more: Partial<typeof fields> = {}): Promise<number> {
      const answer = await world.browser.post(`${path}/new`, { ...fields, ...more })
      expect(answer.status).toBe(302)
      return Number((await row('select max(seq) as seq from backlinks'))?.seq)
    },
  }
}

export const fields = {
  url: 'https://blog.example/best-tools',
  domain: '',
  anchorText: 'clean clips',
  status: 'active',
  domainAuthority: '55',
  dateAcquired: '2026-05-03',
  contactEmail: 'Ann@Blog.example',
  notes: 'Friendly',
}
