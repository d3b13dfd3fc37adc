import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import type { Actor } from '#app/audit/audit.server.ts'
import { testSource } from '#app/download/extraction/source-canary.server.ts'
import { causeText } from '#app/download/extraction/source-causes.ts'
import {
  extractionState,
  type SourceHealth,
  sourceHealth,
} from '#app/download/extraction/source-health.server.ts'
import { ytdlpPart } from '#app/download/extraction/source-status.server.ts'
import { sourceTitles } from '#app/download/extraction/source-titles.ts'
import { demoReason } from '#app/download/extraction/sources.server.ts'
import type { SourceId } from '#app/download/platforms/source-id.ts'
import { LIVE_SOURCE_NAMES, type LiveSourceName } from '#app/environment/source-names.ts'
import { withFields } from '#app/http/intents.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { changeSettings, settingOverrides, sourceOrder } from '#app/settings/settings.server.ts'

export type SourceRow<Id extends SourceId = LiveSourceName> = SourceHealth<Id> & {
  title: string
  /** Milliseconds until it is used again. Null if it isn't paused. */
  pausedFor: number | null
  /** Its last failure. Null if it never failed. */
  failureText: string | null
  /** True if it is the first source and look-ups currently fall back to another. */
  isDegraded: boolean
  /** The state of the source's own program. Null if it has none. */
  program: Pick<SystemPart, 'tone' | 'state' | 'text'> | null
}

export type SourcesView = {
  rows: SourceRow[]
  /** The environment variable that sets the list. Null if operators do. */
  override: string | null
  /** The reason why every link returns a sample. Null if none does. */
  demo: ReturnType<typeof demoReason>
}

export type SourceTestAnswer = {
  sourceTest: { name: SourceId; works: boolean; text: string }
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
      pausedFor: source.pausedUntil === null ? null : Math.max(0, source.pausedUntil - Date.now()),
      failureText: source.lastFailure === null ? null : causeText(source.lastFailure.cause),
      isDegraded: isDegraded && source === first,
      program: source.name === 'ytdlp' ? (program ?? null) : null,
    })),
    override: settingOverrides().extractionSources ?? null,
    demo: demoReason(),
  }
}

type Sent = { context: Readonly<RouterContextProvider> }

export const sourceActions = {
  up: changeTo('up'),
  down: changeTo('down'),
  on: changeTo('on'),
  off: changeTo('off'),
  test: withFields(Source, async ({ source: name }, _sent: Sent) =>
    data<SourceTestAnswer>({ sourceTest: { name, ...(await testSource(name)) } }),
  ),
}

function changeTo(change: keyof typeof flashes) {
  return withFields(Source, async ({ source: name }, { context }: Sent) => {
    const problem = await changeSource(change, name, actorOf(context))
    const { flash } = context.get(sessionContext)
    if (problem === null) await flash('success', `${sourceTitles[name]}: ${flashes[change]}`)
    else await flash('error', problem)
    return redirect(`${href('/admin/settings/api')}#sources`)
  })
}

/** Moves or toggles a source; one turned on goes last. Returns why it can't be done, or null. */
async function changeSource(
  change: keyof typeof flashes,
  name: LiveSourceName,
  actor: Actor,
): Promise<string | null> {
  const override = settingOverrides().extractionSources
  if (override !== undefined) return `${override} sets the sources, so they can’t be changed here.`
  const order = sourceOrder().filter((source) => source !== 'demo')
  const next = changed(order, change, name)
  if (next.length === 0) return 'At least one source has to stay on.'
  await changeSettings({ extractionSources: next }, actor)
  return null
}

function changed(
  order: readonly LiveSourceName[],
  change: keyof typeof flashes,
  name: LiveSourceName,
): LiveSourceName[] {
  const others = order.filter((source) => source !== name)
  const index = order.indexOf(name)
  if (change === 'off') return others
  if (change === 'on') return [...others, name]
  if (index < 0) return [...order]
  return others.toSpliced(Math.max(0, index + (change === 'up' ? -1 : 1)), 0, name)
}
