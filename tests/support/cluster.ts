import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'
import type { Settings } from '#app/settings/settings-schema.ts'
import { startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startMediaHost } from '#tests/fakes/media-host.ts'
import { addUser, type Browser, createBrowser, openDatabase } from './accounts.ts'
import { type AppServer, startApp } from './app-server.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { makeDataFolder } from './data-folder.ts'
import { databaseEnv, removeData, type Sql } from './sql.ts'
import { until } from './until.ts'

const operatorEmail = 'op@site.example'

/** Three processes on one database, each with its own folder, behind a balancer. */
export type Cluster = {
  origin: string
  balancer: Balancer
  /** In start order. */
  processes: [AppServer, AppServer, AppServer]
  db: Sql
  extraction: Awaited<ReturnType<typeof startExtractionService>>
  media: Awaited<ReturnType<typeof startMediaHost>>
  /** Waits for a process to claim a job of a kind, and returns it. */
  owner(kind: string): Promise<AppServer>
  /** Starts another process in place of one that has ended. */
  replace(ended: AppServer): Promise<AppServer>
  /** Replaces all processes. */
  renew(): Promise<void>
  /** Signs in an operator whose requests go to `target`: a process or the balancer. */
  operator(target: { origin: string }): Promise<Browser>
  close(): Promise<void>
}

type ClusterOptions = {
  settings?: Partial<Settings>
  env?: Record<string, string>
  dataDir?: string
  /** More servers on this machine that processes can reach, as `host:port`. */
  upstreams?: string[]
  /** Alters the database before a process has opened it. */
  prepare?: (db: Sql, url: string) => Promise<void>
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  // Few tests are about pacing and limits.
  const settings = { extractionRequestsPerSecond: 1000, rateLimitPerMinute: 10_000 }
  const { upstreams = [] } = options
  const dataDir = await makeDataFolder({ ...settings, ...options.settings }, options.dataDir)
  const media = await startMediaHost()
  const extraction = await startExtractionService({ mediaOrigin: media.origin })
  const balancer = await startBalancer()
  const db = openDatabase({ dataDir })
  const running = new Set<AppServer>()

  async function start(): Promise<AppServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
    // Operators set the database's URL and the secret alike for all.
    cpSync(dataDir, folder, { recursive: true })
    const app = await startApp(
      {
        APP_URL: balancer.origin,
        TRUSTED_PROXIES: '127.0.0.1',
        EXTRACTION_API_URL: extraction.endpoint,
        TRUSTED_UPSTREAMS: [extraction.hostPort, media.hostPort, ...upstreams].join(),
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
    owner: (kind) =>
      until(async () => {
        const host = await db.value<string | undefined>(
          `select host from jobs join instances on instances.id = claimed_by
            where kind = ? and jobs.state = 'running'`,
          kind,
        )
        const owner = cluster.processes.find(({ process: { pid } }) => host?.endsWith(`PID ${pid}`))
        if (owner === undefined) throw new Error(`No process has a job ${kind}`)
        return owner
      }),
    async replace(ended) {
      balancer.targets.splice(balancer.targets.indexOf(ended.origin), 1)
      const started = await start()
      cluster.processes[cluster.processes.indexOf(ended)] = started
      return started
    },
    async renew() {
      const replaced = cluster.processes.map(async (app) => {
        await app.stop('SIGKILL')
        await cluster.replace(app)
      })
      await Promise.all(replaced)
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

/** Renews a file's cluster after each failed test, which may have left processes stopped or ended. */
export function renewAfterFailures(clusterOf: () => Cluster | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await clusterOf()?.renew()
  })
}
