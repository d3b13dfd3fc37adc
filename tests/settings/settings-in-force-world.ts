import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type SettingName, type Settings, SettingsSchema } from '#app/settings/settings-schema.ts'
import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf } from '#tests/support/html.ts'
import type { Sql } from '#tests/support/sql.ts'
import { saveTab, storedSetting, type Typed, tabAddress } from './settings-world.ts'

type Values = Partial<Settings>

/** A running app with two extraction services to choose from, and an operator who is signed in. */
export type SettingsWorld = {
  app: AppServer
  db: Sql
  browser: Browser
  service: Awaited<ReturnType<typeof startExtractionService>>
  spare: Awaited<ReturnType<typeof startExtractionService>>
  media: Awaited<ReturnType<typeof startMediaHost>>
  /** Changes settings by their form, as an operator does; undone after the test. */
  set(values: Values): Promise<void>
}

const usual = SettingsSchema.parse({})
const tabs = ['general', 'api', 'security', 'database', 'email', 'performance']

/**
 * Call at the top of a test file; read its parts inside the tests only. Each test begins with the
 * first extraction service and the settings `first` in force.
 */
export function startSettingsWorld(
  first: Values = {},
  env: Record<string, string> = {},
): SettingsWorld {
  const world = {} as SettingsWorld
  const tabOf = new Map<string, string>()
  let undo: Values = {}

  beforeAll(async () => {
    world.media = await startMediaHost()
    const { origin: mediaOrigin } = world.media
    world.service = await startExtractionService({ mediaOrigin })
    world.spare = await startExtractionService({ mediaOrigin })
    const trusted = [world.media, world.service, world.spare].map(({ hostPort }) => hostPort)
    world.app = await startApp({
      EXTRACTION_SOURCES: 'service',
      TRUSTED_UPSTREAMS: trusted.join(),
      LOG_LEVEL: 'warn',
      ...env,
    })
    world.db = openDatabase(world.app)
  })
  afterAll(async () => {
    await world.db?.close()
    if (world.app !== undefined) await discardApp(world.app)
    await Promise.all([world.service, world.spare, world.media].map((fake) => fake?.close()))
  })
  beforeEach(async () => {
    await world.db.run('delete from users; delete from sign_in_attempts')
    await addUser(world.db, { email: 'op@site.example', name: 'Olga Operator' })
    world.browser = createBrowser(world.app)
    await world.browser.signIn('op@site.example')
    undo = {}
    // Each test undoes what it changes.
    if (tabOf.size > 0) return
    await findFields()
    // Tests look several posts up, at once where the pace is not their matter.
    const pace = { extractionRequestsPerSecond: 1000 }
    await save({ extractionUrl: world.service.endpoint, ...pace, ...first })
  })
  afterEach(() => save(undo))

  async function findFields(): Promise<void> {
    for (const tab of tabs) {
      for (const { attributes } of elementsOf(await world.browser.html(tabAddress(tab)))) {
        const [, name] = /^(\w+)\.shown$/.exec(attributes.name ?? '') ?? []
        if (name !== undefined) tabOf.set(name, tab)
      }
    }
  }

  async function save(values: Values): Promise<void> {
    const forms = new Map<string, Typed>()
    for (const [name, value] of Object.entries(values)) {
      const tab = tabOf.get(name)
      if (tab === undefined) throw new Error(`No settings page has the field ${name}`)
      const typed = typeof value === 'boolean' ? (value ? 'on' : null) : [value].flat().join('\n')
      forms.set(tab, { ...forms.get(tab), [name]: typed })
    }
    for (const [tab, typed] of forms) {
      const answer = await saveTab(world.browser, tab, typed)
      if (answer.status === 302) continue
      const elements = elementsOf(await answer.text())
      const problems = elements.filter(({ attributes }) => attributes.id?.endsWith('-problem'))
      expect([tab, answer.status, ...problems.map(({ text }) => text)]).toEqual([tab, 302])
    }
  }

  world.set = async (values) => {
    for (const name of Object.keys(values) as SettingName[]) {
      if (name in undo) continue
      undo = { ...undo, [name]: (await storedSetting(world.db, name)) ?? usual[name] }
    }
    await save(values)
  }
  return world
}
