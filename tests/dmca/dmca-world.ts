import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Platform } from '#app/environment/platform-names.ts'
import { messages, messagesIn, signedIn } from '#tests/accounts/admin-world.ts'
import type { PlayedHosts } from '#tests/fakes/platforms/played-hosts.ts'
import { addUser, type Browser, openDatabase } from '#tests/support/accounts.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import type { Sql } from '#tests/support/sql.ts'

// The tests sign forms as the app does, so that none has to wait for a person's pace.
const secret = 'a secret that the test and the app share'
process.env.SESSION_SECRET = secret
export const { stampForm } = await import('#app/http/form-stamp.server.ts')

/** An app with two operators who are signed in. */
export type DmcaWorld = {
  app: LiveApp
  db: Sql
  olga: Browser
  otto: Browser
  /** Another number in each test, for posts of its own. */
  serial: number
}

/**
 * Call at the top of a test file; read its parts inside the tests only. `startPlatforms` starts
 * servers that play other platforms, of which only those in `on` are switched on.
 */
export function startDmcaWorld(
  startPlatforms: () => Promise<PlayedHosts[]> = async () => [],
  on?: Platform[],
): DmcaWorld {
  const world = { serial: 0 } as DmcaWorld
  beforeAll(async () => {
    const played = await startPlatforms()
    world.app = await startLiveApp(
      {
        SESSION_SECRET: secret,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
        PLATFORM_ORIGINS: played.map(({ env }) => env.PLATFORM_ORIGINS).join(),
      },
      played.map(({ hostPort }) => hostPort),
      on && (await makeDataFolder({ platforms: on, extractionRequestsPerSecond: 1000 })),
    )
    world.db = openDatabase(world.app)
    await addUser(world.db, { email: 'olga@site.example', name: 'Olga' })
    await addUser(world.db, { email: 'otto@site.example', name: 'Otto' })
    world.olga = await signedIn(world.app, 'olga@site.example')
    world.otto = await signedIn(world.app, 'otto@site.example')
  })
  afterAll(async () => {
    await world.db?.close()
    await world.app?.close()
  })
  beforeEach(() => {
    world.serial += 1
  })
  return world
}

/** Stamps differ by the second, so that two notices of one test are two. */
let stamps = 60
const firstStampAt = Date.now()
export function newStamp(): string {
  stamps += 1
  // Counted from one moment: two stamps of the same second would make one report of two notices.
  return stampForm(firstStampAt - stamps * 1000)
}

/** What visitors and operators do with reports in a world. */
export function reportsOf(world: DmcaWorld) {
  const reportRow = async (id: number) =>
    (await world.db.row('select * from dmca_reports where id = ?', id)) as Record<string, unknown>
  const versionOf = async (id: number) => Number((await reportRow(id)).version)
  return {
    reportRow,
    versionOf,
    /** Files a notice; gives the report's id and the address of its status page. */
    async file(links: string[], changes: Record<string, string> = {}) {
      const response = await sendNotice(world.app, noticeFields(links, newStamp(), changes))
      expect(response.status).toBe(303)
      const status = response.headers.get('location') ?? ''
      const id = await world.db.value<number>('select max(id) from dmca_reports')
      return { id, status }
    },
    /** Sends what a form of a report sends, and gives what the next page says. */
    async act(
      id: number,
      what: string,
      fields: Record<string, string> = {},
      by = world.olga,
    ): Promise<string> {
      const version = String(await versionOf(id))
      const answer = await by.post(`/admin/dmca/${id}`, { intent: what, version, ...fields })
      expect([302, 409]).toContain(answer.status)
      const shown =
        answer.status === 409
          ? messagesIn(await answer.text())
          : await messages(by, answer.headers.get('location') ?? '')
      return shown.map((message) => message.replace(/^\w+: /, '')).join(' ')
    },
  }
}
