import { z } from 'zod'
import { analyticsStats } from '#app/analytics/writer.server.ts'
import { extractionState } from '#app/download/extraction/source-health.server.ts'
import { audioWorker, extractor, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { loopDelay } from '#app/observe/load-history.server.ts'
import { runningStreamCounts } from '#app/posts/running-saves.server.ts'
import { type Instance, instances } from '#app/processes/instances.server.ts'
import { lease } from '#app/processes/lease.server.ts'
import { databaseIsShared } from '#db/engine.ts'

/** How look-ups do at one process. */
const Sources = z.object({
  state: z.enum(['working', 'degraded', 'failing']).catch('working'),
  /** Whether a source is left alone after failures. */
  isStopped: z.boolean().catch(false),
  /** Whether all sources have used up what they may ask today. */
  usedUp: z.boolean().catch(false),
})

/** What other processes can show of one. Another build can tell less. */
const Figures = z.object({
  /** Whether it does the background work. */
  leads: z.boolean().catch(false),
  downloads: z.number().catch(0),
  pictures: z.number().catch(0),
  lookupsQueued: z.number().catch(0),
  mp3sQueued: z.number().catch(0),
  eventsQueued: z.number().catch(0),
  sources: Sources.catch(Sources.parse({})),
  /** How late the event loop is, in milliseconds, in 99 of 100 cases. */
  loopP99: z.number().catch(0),
  memoryBytes: z.number().catch(0),
})

type SourcesAtOne = z.infer<typeof Sources>

export type InstanceFacts = Pick<Instance, 'id' | 'host' | 'version' | 'isAlive' | 'isThis'> & {
  /** Milliseconds since its start, and since it was last heard of. */
  ageMs: number
  quietMs: number
} & z.infer<typeof Figures>

/** Says from now on with each sign of life what this process is busy with. For its start. */
export function tellFigures(): void {
  instances.addFigures((): z.infer<typeof Figures> => {
    const { save, picture } = runningStreamCounts()
    return {
      leads: lease.isHeld(),
      downloads: save,
      pictures: picture,
      lookupsQueued: extractor().status().queued,
      mp3sQueued: audioWorker.stats().queued,
      eventsQueued: analyticsStats().queued,
      sources: ownSources(),
      loopP99: loopDelay().p99,
      memoryBytes: process.memoryUsage.rss(),
    }
  })
}

/** The processes on this database, the oldest first; none where there can be one only. */
export async function instanceFacts(): Promise<InstanceFacts[]> {
  if (!databaseIsShared) return []
  return (await instances.list()).map(
    ({ id, host, version, ageMs, quietMs, isAlive, isThis, figures }) => ({
      ...{ id, host, version, ageMs, quietMs, isAlive, isThis },
      ...Figures.parse(figures),
    }),
  )
}

/** How look-ups do where they do worst: each process has its own breakers, and visitors reach them all. */
export async function worstSources(): Promise<SourcesAtOne> {
  const others = (await instanceFacts()).filter(({ isAlive, isThis }) => isAlive && !isThis)
  return worstOf([ownSources(), ...others.map(({ sources }) => sources)])
}

const badness: SourcesAtOne['state'][] = ['working', 'degraded', 'failing']

/** `usedUp` is said only if it is so at each process that is as bad as the worst. */
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
