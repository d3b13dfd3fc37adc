// First, before any module opens the database.
import '#db/sqlite/sole-server.ts'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as build from 'virtual:react-router/server-build'
import { AdminStartError, prepareAccounts, setupLink } from '#app/accounts/admin-start.server.ts'
import { closeEvents, flushEvents } from '#app/analytics/writer.server.ts'
import { mp3Check, wantsMp3 } from '#app/download/engine/engines.server.ts'
import { flushSourceRecords } from '#app/download/extraction/source-record.server.ts'
import {
  checkPlatformReach,
  closeUpstream,
  extractor,
} from '#app/download/extraction/sources.server.ts'
import { removeLeftFolders } from '#app/download/extraction/ytdlp/ytdlp-process.server.ts'
import { flushCounts } from '#app/download/lookup/post-counts.server.ts'
import { partialSavesNoted } from '#app/download/save/partial-saves.server.ts'
import { env } from '#app/env.server.ts'
import { startJobs, stopJobs } from '#app/jobs/start.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { checkAfterStart } from '#app/observe/database-damage.server.ts'
import { log } from '#app/observe/log.server.ts'
import { leaveBalancers, stopServing } from '#app/observe/readiness.server.ts'
import { watchLog } from '#app/observe/write-ahead-log.server.ts'
import { cutSaves, runningSaveCount } from '#app/posts/running-saves.server.ts'
import { endProcess, startProcess } from '#app/processes/this-process.server.ts'
import { resealSecrets } from '#app/system/reseal.server.ts'
import { databaseIsShared, db, files } from '#db/engine.ts'
import { answerClientErrors } from './client-errors.server.ts'
import {
  clientConnectionLimit,
  connectionLimit,
  limitClientConnections,
} from './connection-limit.server.ts'
import { createGentleClose } from './gentle-close.server.ts'
import { failUncaught, guardConnections } from './request-faults.server.ts'
import { createRequestListener } from './request-listener.server.ts'
import { askToEnd, whenAskedToEnd } from './signals.ts'

/** Running downloads can continue this long after SIGTERM, until their clients have read them. */
const drainMs = 30_000
/** Other answers can continue this long after that. */
const closeMs = 1000
/** Max time for stopping after SIGTERM: supervisors kill the process after 40 seconds. */
const endMs = 38_000
/** The check of the MP3 engine takes a core for a moment, which first visitors need more. */
const mp3CheckMs = 3000

await startProcess(buildVersion(), askToEnd)
await prepareAccounts().catch((error: unknown) => {
  if (!(error instanceof AdminStartError)) return endIfDamaged(error)
  process.stderr.write(`Cleanclip cannot start: ${error.message}\n`)
  process.exit(1)
})
await resealSecrets()
const firstAdminLink = await setupLink().catch(endIfDamaged)
await removeLeftFolders()

const listener = createRequestListener(build, {
  mode: 'production',
  staticFolder: path.resolve('build/client'),
})

const headersMs = 15_000
/** Interval of Node's checks for late requests; a busy event loop can double it. */
const checkMs = 1000

const server = createServer(
  {
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersMs - 2 * checkMs,
    // Bodies have a limit of their own: see `limitBody`.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: checkMs,
  },
  listener,
)
guardConnections(server)
answerClientErrors(server)
server.maxConnections = connectionLimit(ownLimits())
limitClientConnections(server, clientConnectionLimit(server.maxConnections))
const gentleClose = createGentleClose(server)
// For answers that take long to make. Clients that don't read are cut off sooner.
server.timeout = 420_000
if (files !== null) watchLog()
server.listen(env.PORT, env.HOST, () => {
  // Plain text at every log level, since newcomers look for it.
  process.stdout.write(`Cleanclip listens at ${env.APP_URL} (${extractor().mode} mode)\n`)
  void checkAfterStart()
  checkPlatformReach()
  if (wantsMp3) setTimeout(() => void mp3Check.run(), mp3CheckMs).unref()
  if (firstAdminLink?.url !== undefined) {
    process.stdout.write(`Create the first admin within 30 minutes at ${firstAdminLink.url}\n`)
  } else if (firstAdminLink !== null) {
    process.stdout.write(
      `The link for creating the first admin was printed by the process on ${firstAdminLink.madeAt}\n`,
    )
  }
})
server.on('error', (error) => {
  // Such as a connection that can't be accepted for lack of descriptors.
  if (server.listening) {
    log.warn({ err: error }, 'connection not accepted')
    return
  }
  process.stderr.write(
    `Cleanclip cannot listen on ${env.HOST}, port ${env.PORT}: ${error.message}\n`,
  )
  process.exit(1)
})

whenAskedToEnd(() => void drain())

// Unhandled rejections arrive here too. Those of no request may have left a broken state, so
// nothing new is started.
process.on('uncaughtException', (error, origin) => {
  if (failUncaught(error)) return
  log.error({ err: error, origin }, 'uncaught exception: the server ends')
  process.exitCode = 1
  askToEnd()
})

startJobs()

async function drain(): Promise<void> {
  log.info({ downloads: runningSaveCount() }, 'stopping')
  setTimeout(() => {
    log.error('stopped before all was written: the database did not answer in time')
    process.exit(process.exitCode ?? 1)
  }, endMs).unref()
  const deadline = performance.now() + drainMs
  const jobsStopped = stopJobs()
  const closed = new Promise((resolve) => server.once('close', resolve))
  if (databaseIsShared) {
    await leaveBalancers()
    stopServing()
    // Refused connections are retried at another process.
    gentleClose.close()
    await Promise.race([closed, wait(Math.max(0, deadline - performance.now()))])
  } else {
    stopServing()
    // Still listens while files are sent, so that health checks see that it is stopping.
    while (runningSaveCount() > 0 && performance.now() < deadline) await wait(100)
  }
  cutSaves()
  gentleClose.close()
  setTimeout(() => gentleClose.cutAnswers(), closeMs)
  const leftMs = deadline - performance.now()
  setTimeout(() => server.closeAllConnections(), Math.max(closeMs, leftMs))
  await closed
  await jobsStopped
  await closeUpstream()
  await partialSavesNoted()
  await flushCounts()
  await flushSourceRecords()
  await flushEvents()
  closeEvents()
  await endProcess().catch((error: unknown) => log.warn({ err: error }, 'end of process not noted'))
  await db.destroy()
  log.info('stopped')
  process.exit()
}

function endIfDamaged(error: unknown): never {
  if (files === null) throw error
  return files.endIfDamaged(error)
}

function ownLimits(): string | null {
  const file = '/proc/self/limits'
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
