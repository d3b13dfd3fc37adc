import { z } from 'zod'
import { analyticsStats } from '#app/analytics/writer.server.ts'
import { mediaEngine } from '#app/download/engine/engines.server.ts'
import { extractionState } from '#app/download/extraction/source-health.server.ts'
import { extractor, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { loopDelay } from '#app/observe/load-history.server.ts'
import { runningSaveCount } from '#app/posts/running-saves.server.ts'
import { type Instance, instances } from '#app/processes/instances.server.ts'
import { clockAheadMs, clockToleranceMs } from '#app/processes/this-process.server.ts'
import { databaseIsShared } from '#db/engine.ts'

const Sources = z.object({
  state: z.enum(['working', 'degraded', 'failing']).catch('working'),
  /** A source is paused after failures. */
  isStopped: z.boolean().catch(false),
  /** True if all sources have used up their daily limits. */
  usedUp: z.boolean().catch(false),
})

/** A process's figures for the others. Other builds may omit some. */
const Figures = z.object({
  downloads: z.number().catch(0),
  lookupsQueued: z.number().catch(0),
  mp3sQueued: z.number().catch(0),
  eventsQueued: z.number().catch(0),
  sources: Sources.catch(Sources.parse({})),
  /** The event loop's delay, 99th percentile, in milliseconds. */
  loopP99: z.number().catch(0),
  memoryBytes: z.number().catch(0),
  /** Its clock's lead on the database's, negative if it is behind. 0 within the tolerance. */
  clockAheadMs: z
    .number()
    .transform((ms) => (Math.abs(ms) > clockToleranceMs ? ms : 0))
    .catch(0),
})

type SourcesAtOne = z.infer<typeof Sources>

export type InstanceFacts = Omit<Instance, 'figures'> & z.infer<typeof Figures>

/** Adds this process's figures to each heartbeat. Called at its start. */
export function tellFigures(): void {
  instances.addFigures(
    (): z.infer<typeof Figures> => ({
      downloads: runningSaveCount(),
      lookupsQueued: extractor().status().queued,
      mp3sQueued: mediaEngine.stats().queued,
      eventsQueued: analyticsStats().queued,
      sources: ownSources(),
      loopP99: loopDelay().p99,
      memoryBytes: process.memoryUsage.rss(),
      clockAheadMs: clockAheadMs(),
    }),
  )
}

/** Returns the processes on this database, oldest first; none if it can't be shared. */
export async function instanceFacts(): Promise<InstanceFacts[]> {
  if (!databaseIsShared) return []
  return (await instances.list()).map(({ figures, ...instance }) => ({
    ...instance,
    ...Figures.parse(figures),
  }))
}

/** Returns the worst state: each process has its own breakers, and visitors reach them all. */
export async function worstSources(): Promise<SourcesAtOne> {
  const others = (await instanceFacts()).filter(({ isAlive, isThis }) => isAlive && !isThis)
  return worstOf([ownSources(), ...others.map(({ sources }) => sources)])
}

const badness: SourcesAtOne['state'][] = ['working', 'degraded', 'failing']

/** Returns the worst state. `usedUp` is set only if it is so at every process in that state. */
export function worstOf(all: readonly SourcesAtOne[]): SourcesAtOne {
  const state = badness.findLast((bad) => all.some((one) => one.state === bad)) ?? 'working'
  const worst = all.filter((one) => one.state === state)
  return {
    state,
    isStopped: worst.some(({ isStopped }) => isStopped),
    usedUp: worst.every(({ usedUp }) => usedUp),
  }
}

function ownSources(): SourcesAtOne {
  const configured = sourcesInForce().filter(({ isConfigured }) => isConfigured)
  return {
    state: extractor().mode === 'demo' ? 'working' : extractionState(),
    isStopped: configured.some(({ status }) => status.breaker !== 'closed'),
    usedUp: configured.every(({ status }) => status.quotaLeft === 0),
  }
}
