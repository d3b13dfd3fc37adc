import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { causeText } from '#app/download/extraction/source-causes.ts'
import {
  changeSource,
  type SourceChange,
  sourceOverride,
} from '#app/download/extraction/source-choice.server.ts'
import {
  extractionState,
  type SourceHealth,
  sourceHealth,
  sourceTitles,
} from '#app/download/extraction/source-health.server.ts'
import { ytdlpPart } from '#app/download/extraction/source-status.server.ts'
import { testSource } from '#app/download/extraction/source-test.server.ts'
import { demoReason } from '#app/download/extraction/sources.server.ts'
import { withFields } from '#app/http/intents.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { LIVE_SOURCE_NAMES, type LiveSourceName } from '#app/posts/extracted-post.server.ts'

/** A source as the list shows it. */
export type SourceRow = SourceHealth & {
  title: string
  /** Why it failed last, in words; null while it never has. */
  failureText: string | null
  /** Whether it's the first one, and look-ups make do with another. */
  isDegraded: boolean
  /** How the source's own program is; null for a source without one. */
  program: Pick<SystemPart, 'tone' | 'state' | 'text'> | null
}

export type SourcesView = {
  rows: SourceRow[]
  /** The environment variable that sets the list; null when operators do. */
  override: string | null
  /** Why every link gives a sample; null when it doesn't. */
  demo: ReturnType<typeof demoReason>
}

export type SourceTestAnswer = {
  sourceTest: { name: LiveSourceName; works: boolean; text: string }
}

const Source = z.object({ source: z.enum(LIVE_SOURCE_NAMES) })

const flashes = {
  up: 'moved up.',
  down: 'moved down.',
  on: 'turned on.',
  off: 'turned off.',
} as const

export async function sourcesView(): Promise<SourcesView> {
  const health = await sourceHealth()
  const [program] = await ytdlpPart()
  const isDegraded = extractionState() === 'degraded'
  const first = health.find(({ state }) => state !== 'not_configured' && state !== 'off')
  return {
    rows: health.map((source) => ({
      ...source,
      title: sourceTitles[source.name],
      failureText: source.lastFailure === null ? null : causeText(source.lastFailure.cause),
      isDegraded: isDegraded && source === first,
      program: source.name === 'ytdlp' ? (program ?? null) : null,
    })),
    override: sourceOverride(),
    demo: demoReason(),
  }
}

type Sent = { context: Readonly<RouterContextProvider> }

/** What the buttons of the list ask for. */
export const sourceActions = {
  up: changeTo('up'),
  down: changeTo('down'),
  on: changeTo('on'),
  off: changeTo('off'),
  test: withFields(Source, async ({ source: name }, _sent: Sent) =>
    data<SourceTestAnswer>({ sourceTest: { name, ...(await testSource(name)) } }),
  ),
}

function changeTo(change: SourceChange) {
  return withFields(Source, async ({ source: name }, { context }: Sent) => {
    const problem = await changeSource(change, name, actorOf(context))
    const { flash } = context.get(sessionContext)
    if (problem === null) await flash('success', `${sourceTitles[name]}: ${flashes[change]}`)
    else await flash('error', problem)
    return redirect(`${href('/admin/settings/api')}#sources`)
  })
}
