import * as build from 'virtual:react-router/server-build'
import { isRouteErrorResponse, type ServerBuild } from 'react-router'
import { prepareDevelopmentAdmin } from '#app/accounts/development-admin.server.ts'
import { prepareUserSearch } from '#app/accounts/user-list.server.ts'
import { closeEvents, flushEvents } from '#app/analytics/writer.server.ts'
import { flushSourceRecords } from '#app/download/extraction/source-record.server.ts'
import { closeUpstream } from '#app/download/extraction/sources.server.ts'
import { flushCounts } from '#app/download/post-counts.server.ts'
import { type Exchange, exchangeContext } from '#app/http/request-context.server.ts'
import { log } from '#app/observe/log.server.ts'
import { startJobs, stopJobs } from '#app/operations/jobs/schedule.server.ts'
import { devClient, failurePage, viteStyles } from './dev-failure.ts'
import { createRequestListener } from './request-listener.server.ts'

/** What a request failed with, for its page. */
const failures = new WeakMap<Exchange, unknown>()
const { module: entry } = build.entry

/** The app's own entry, with pages that show what failed and reload after a change. */
const developmentEntry: ServerBuild['entry']['module'] = {
  ...entry,
  handleError(error, details) {
    // Answers that a route chose to throw have pages of their own.
    if (!isRouteErrorResponse(error)) failures.set(details.context.get(exchangeContext), error)
    return entry.handleError?.(error, details)
  },
  async default(request, status, headers, routerContext, context) {
    const exchange = context.get(exchangeContext)
    if (!failures.has(exchange)) {
      try {
        const response = await entry.default(request, status, headers, routerContext, context)
        if (exchange.page !== null) exchange.page = withClient(exchange.page)
        return response
      } catch (error) {
        // Logged where it was rendered.
        failures.set(exchange, error)
      }
    }
    exchange.page = Buffer.from(failurePage(failures.get(exchange)))
    headers.set('Content-Type', 'text/html; charset=utf-8')
    return new Response(null, { status: Math.max(status, 500), headers })
  },
}

/** Adds Vite's client. Pages that run React have it from React Router. */
function withClient(page: Buffer): Buffer {
  const html = page.toString()
  const client = html.includes('inject-hmr-runtime') ? '' : devClient
  return Buffer.from(html.replace('</head>', `${viteStyles}${client}</head>`))
}

import.meta.hot?.dispose(async () => {
  await stopJobs()
  await closeUpstream()
  await flushCounts()
  await flushSourceRecords()
  await flushEvents()
  closeEvents()
})

await prepareDevelopmentAdmin()
await startJobs()
prepareUserSearch().catch((error) => log.error({ err: error }, 'no samples of users'))

/** Loaded by Vite's module runner, anew after each change. */
export const listener = createRequestListener(
  { ...build, entry: { ...build.entry, module: developmentEntry } },
  { mode: 'development', staticFolder: null },
)
