import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import type { Sql } from '#tests/support/sql.ts'
import { addUser, type Browser, createBrowser, openDatabase } from './accounts.ts'
import { type AppServer, discardApp, startApp } from './app-server.ts'
import { makeDataFolder } from './data-folder.ts'

export const operatorEmail = 'op@site.example'

export type ModeratedApp = {
  app: AppServer
  db: Sql
  operator: Browser
  extraction: Awaited<ReturnType<typeof startExtractionService>>
  media: Awaited<ReturnType<typeof startMediaHost>>
  restart(): Promise<void>
  change(what: 'flag' | 'remove' | 'restore', postIds: string[], reason?: string): Promise<Response>
  changeCreator(what: 'block' | 'unblock', creator: string, reason?: string): Promise<Response>
  close(): Promise<void>
}

/**
 * Starts the app in live mode with a signed-in operator, without the delays that protect real
 * services.
 */
export async function startModeratedApp(
  /** Settings for further sources; adds their trusted hosts to the app's own. */
  { TRUSTED_UPSTREAMS: others = '', ...env }: Record<string, string> = {},
): Promise<ModeratedApp> {
  const dataDir = await makeDataFolder({
    extractionRequestsPerSecond: 1000,
    rateLimitPerMinute: 10_000,
  })
  const media = await startMediaHost()
  const extraction = await startExtractionService({ mediaOrigin: media.origin })
  const start = () =>
    startApp(
      {
        LOG_LEVEL: 'warn',
        EXTRACTION_API_URL: extraction.endpoint,
        TRUSTED_UPSTREAMS: `${extraction.hostPort},${media.hostPort},${others}`,
        ...env,
      },
      dataDir,
    )
  const signIn = async (app: AppServer) => {
    const browser = createBrowser(app)
    await browser.signIn(operatorEmail)
    return browser
  }
  const app = await start()
  const db = openDatabase(app)
  await addUser(db, { email: operatorEmail, name: 'Olga Operator' })
  const world: ModeratedApp = {
    app,
    db,
    operator: await signIn(app),
    extraction,
    media,
    async restart() {
      await world.app.stop()
      world.app = await start()
      world.operator = await signIn(world.app)
    },
    change(what, postIds, reason = 'A notice by mail') {
      const ids = postIds.map((id) => ['id', id])
      // A form without an action posts to its own page.
      const page = `/admin/videos/change/${what}?${new URLSearchParams(ids)}`
      const body = new URLSearchParams([['reason', reason], ...ids])
      return world.operator.send(page, { method: 'POST', body })
    },
    changeCreator: (what, creator, reason = 'Asked for it') =>
      world.operator.post(`/admin/videos/creators/${what}?${new URLSearchParams({ creator })}`, {
        creator,
        reason,
      }),
    async close() {
      await db.close()
      await discardApp(world.app)
      await Promise.all([extraction.close(), media.close()])
    },
  }
  return world
}
