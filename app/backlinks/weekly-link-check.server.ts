import { checkStale } from './check.server.ts'

/** What was looked at so lately needs no look by this run, nor by one that goes on after a stop. */
const freshMs = 24 * 60 * 60_000

/** Looks at the page of every backlink. */
export async function weeklyLinkCheck(signal: AbortSignal): Promise<void> {
  await checkStale(Date.now() - freshMs, signal)
}
