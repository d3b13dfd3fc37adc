import * as build from 'virtual:react-router/server-build'
import { createContext, isRouteErrorResponse, type ServerBuild } from 'react-router'
import { prepareDevelopmentAdmin } from '#app/accounts/development-admin.server.ts'
import { closeEvents, flushEvents } from '#app/analytics/writer.server.ts'
import { flushSourceRecords } from '#app/download/extraction/source-record.server.ts'
import { closeUpstream } from '#app/download/extraction/sources.server.ts'
import { flushCounts } from '#app/download/post-counts.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { startJobs, stopJobs } from '#app/operations/jobs/schedule.server.ts'
import { endProcess, startProcess } from '#app/processes/this-process.server.ts'
import { renderedPage } from './answer-context.server.ts'
import { devClient, failurePage, viteStyles } from './dev-failure.ts'
import { createRequestListener } from './request-listener.server.ts'

/** The error that a request failed with, for its page. */
const failed = createContext<{ error: unknown } | null>(null)
const { module: entry } = build.entry

/** The app's own entry, with pages that show what failed and reload after a change. */
const developmentEntry: ServerBuild['entry']['module'] = {
  ...entry,
  handleError(error, details) {
    // Answers that a route chose to throw have pages of their own.
    if (!isRouteErrorResponse(error)) details.context.set(failed, { error })
    return entry.handleError?.(error, details)
  },
  async default(request, status, headers, routerContext, context) {
    let failure = context.get(failed)
    if (failure === null) {
      try {
        const response = await entry.default(request, status, headers, routerContext, context)
        const page = context.get(renderedPage)
        if (page !== null) context.set(renderedPage, withClient(page))
        return response
      } catch (error) {
        // Logged where it was rendered.
        failure = { error }
      }
    }
    context.set(renderedPage, Buffer.from(failurePage(failure.error)))
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
  await endProcess()
})

await startProcess(buildVersion())
await prepareDevelopmentAdmin()
await startJobs()

/** Loaded by Vite's module runner, again after each change. */
export const listener = createRequestListener(
  { ...build, entry: { ...build.entry, module: developmentEntry } },
  { mode: 'development', staticFolder: null },
)
