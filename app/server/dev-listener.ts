import * as build from 'virtual:react-router/server-build'
import { createContext, isRouteErrorResponse, type ServerBuild } from 'react-router'
import { prepareDevelopmentAdmin } from '#app/accounts/development-admin.server.ts'
import { closeEvents, flushEvents } from '#app/analytics/writer.server.ts'
import { flushSourceRecords } from '#app/download/extraction/source-record.server.ts'
import { closeUpstream } from '#app/download/extraction/sources.server.ts'
import { flushCounts } from '#app/download/lookup/post-counts.server.ts'
import { partialSavesNoted } from '#app/download/save/partial-saves.server.ts'
import { startJobs, stopJobs } from '#app/jobs/start.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { endProcess, startProcess } from '#app/processes/this-process.server.ts'
import { failure } from './answer-context.server.ts'
import { devClient, failurePage, viteStyles } from './dev-failure.ts'
import { createRequestListener } from './request-listener.server.ts'

const failed = createContext<{ error: unknown } | null>(null)
const { module: entry } = build.entry

/** The app's entry, with pages that show errors and reload after a change. */
const developmentEntry: ServerBuild['entry']['module'] = {
  ...entry,
  handleError(error, details) {
    // Responses thrown by routes have their own pages.
    if (!isRouteErrorResponse(error)) details.context.set(failed, { error })
    return entry.handleError?.(error, details)
  },
  async default(request, status, headers, routerContext, context) {
    let thrown = context.get(failed)
    if (thrown === null) {
      try {
        const page = await entry.default(request, status, headers, routerContext, context)
        return new Response(withClient(await page.text()), page)
      } catch (error) {
        // Already logged where it was rendered.
        thrown = { error }
      }
    }
    context.set(failure, null)
    headers.set('Content-Type', 'text/html; charset=utf-8')
    return new Response(failurePage(thrown.error), { status: Math.max(status, 500), headers })
  },
}

/** Adds Vite's client. Pages that run React get it from React Router. */
function withClient(html: string): string {
  const client = html.includes('inject-hmr-runtime') ? '' : devClient
  return html.replace('</head>', `${viteStyles}${client}</head>`)
}

import.meta.hot?.dispose(async () => {
  await stopJobs()
  await closeUpstream()
  await partialSavesNoted()
  await flushCounts()
  await flushSourceRecords()
  await flushEvents()
  closeEvents()
  await endProcess()
})

await startProcess(buildVersion())
await prepareDevelopmentAdmin()
startJobs()

/** Loaded by Vite's module runner, again after each change. */
export const listener = createRequestListener(
  { ...build, entry: { ...build.entry, module: developmentEntry } },
  { mode: 'development', staticFolder: null },
)
