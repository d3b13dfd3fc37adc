import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import type { Settings } from '#app/settings/settings-schema.ts'
import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { addUser, type Browser, createBrowser, openDatabase } from './accounts.ts'
import { type AppServer, startApp } from './app-server.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { makeDataFolder } from './data-folder.ts'
import { databaseEnv, removeData, type Sql } from './sql.ts'

const operatorEmail = 'op@site.example'

/** Three processes on one database, on folders of their own, and a balancer in front of them. */
export type Cluster = {
  /** The balancer's. */
  origin: string
  balancer: Balancer
  /** In the order of their start. */
  processes: [AppServer, AppServer, AppServer]
  db: Sql
  extraction: Awaited<ReturnType<typeof startExtractionService>>
  media: Awaited<ReturnType<typeof startMediaHost>>
  /** Waits until a process does the background work, and gives it. */
  leader(): Promise<AppServer>
  /** The other two. */
  followers(): Promise<[AppServer, AppServer]>
  /** Starts another process in the place of one that has ended. */
  replace(ended: AppServer): Promise<AppServer>
  /** Signs an operator in whose requests go to `target`: a process, or the balancer. */
  operator(target: { origin: string }): Promise<Browser>
  close(): Promise<void>
}

type ClusterOptions = {
  settings?: Partial<Settings>
  env?: Record<string, string>
  /** A folder of `makeDataFolder`, or this process's own. */
  dataDir?: string
  /** Bends the database before a process has opened it. */
  prepare?: (db: Sql, url: string) => Promise<void>
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  // Paces and limits are the matter of few tests.
  const settings = { extractionRequestsPerSecond: 1000, rateLimitPerMinute: 10_000 }
  const dataDir = await makeDataFolder({ ...settings, ...options.settings }, options.dataDir)
  const media = await startMediaHost()
  const extraction = await startExtractionService({ mediaOrigin: media.origin })
  const balancer = await startBalancer()
  const db = openDatabase({ dataDir })
  const running = new Set<AppServer>()

  async function start(): Promise<AppServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
    // The database's URL and the secret: what an operator sets the same for all.
    cpSync(dataDir, folder, { recursive: true })
    const app = await startApp(
      {
        APP_URL: balancer.origin,
        TRUSTED_PROXIES: '127.0.0.1',
        EXTRACTION_API_URL: extraction.endpoint,
        TRUSTED_UPSTREAMS: `${extraction.hostPort},${media.hostPort}`,
        ...options.env,
      },
      folder,
    )
    running.add(app)
    balancer.targets.push(app.origin)
    return app
  }

  await addUser(db, { email: operatorEmail, name: 'Olga Operator' })
  await options.prepare?.(db, (await databaseEnv(dataDir)).DATABASE_URL ?? '')
  const cluster: Cluster = {
    origin: balancer.origin,
    balancer,
    processes: await Promise.all([start(), start(), start()]),
    db,
    extraction,
    media,
    leader: () =>
      vi.waitUntil(
        async () => {
          const token = await db.value<number | undefined>('select token from leases')
          const said = new RegExp(`"token":${token},.*does the background work now`)
          return cluster.processes.find(({ lines }) => lines.some((line) => said.test(line)))
        },
        { timeout: 20_000 },
      ),
    async followers() {
      const leader = await cluster.leader()
      const [one, other] = cluster.processes.filter((app) => app !== leader)
      if (one === undefined || other === undefined) throw new Error('There are fewer than three')
      return [one, other]
    },
    async replace(ended) {
      balancer.targets.splice(balancer.targets.indexOf(ended.origin), 1)
      const started = await start()
      cluster.processes[cluster.processes.indexOf(ended)] = started
      return started
    },
    async operator(target) {
      const browser = createBrowser(target)
      await browser.signIn(operatorEmail)
      return browser
    },
    async close() {
      await Promise.all([...running].map((app) => app.stop('SIGKILL')))
      await Promise.all([balancer, db, extraction, media].map((part) => part.close()))
      for (const app of running) rmSync(app.dataDir, { recursive: true })
      if (options.dataDir === undefined) await removeData(dataDir)
    },
  }
  return cluster
}
